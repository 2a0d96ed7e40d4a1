import type { Values } from '../../define/param.ts'
import { isLink, type LinkKind, type TermLinkKind } from '../../define/record.ts'
import { paragraphs } from '../../define/text/html.ts'
import { type Locale, textIn } from '../../define/text/language.ts'
import { type Day, formatWall } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import {
  type AnyView,
  linkFilters,
  type ResourceName,
  resources,
  viewIn,
} from '../../resources/index.ts'
import { filterValue, within } from '../listing/filters.ts'
import { todayOf } from '../listing/now.ts'
import { redirectedRecord } from '../listing/redirects.ts'
import { type AddressName, isEventPage } from '../shell/addresses.ts'
import { dayOf, daySeconds, monthOf, nextMonth, startOfMonth, startOfWeek } from '../shell/dates.ts'
import type { FeedExtension } from '../shell/feed-extensions.ts'
import type { Content, Handler, PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { siteName } from '../shell/site-name.ts'
import { fieldLines } from './entry.ts'
import { eventFile, feedOf, readerOf } from './feeds.ts'
import { tagUri } from './format.ts'
import { mailDate } from './when.ts'
import { attribute, element, xmlText } from './xml.ts'

/** The views that pages with events are; empty: by their query. */
const views: Partial<Record<AddressName, string>> = {
  home: '',
  events: '',
  list: 'list',
  map: 'list',
  listFrom: 'list',
  mapFrom: 'list',
  month: 'month',
  week: 'week',
  day: 'day',
  thisMonth: 'month',
  thisWeek: 'week',
  today: 'day',
}

/** What a page shows: by its address, and else by its query. */
function shownBy({ name, params, query }: PageRequest): Display {
  const { view, day } = displayOf({ query })
  const inPath = params.day ?? params.month
  if (inPath !== undefined && (dayOf(inPath) ?? monthOf(inPath)) === undefined)
    throw new Problem('rest_no_route')
  const own = views[name] ?? ''
  // the list leads back into the past
  const isByQuery = own === '' || (own === 'list' && view === 'past')
  return { view: isByQuery ? view : own, day: inPath ?? day }
}

/** The list parameters of a view. One that names no day is of today. */
function rangeOf(request: PageRequest, { view, day: word }: Display): Values {
  const { world, language } = request
  const named = dayOf(word) ?? monthOf(word)
  // the list refuses it
  if (word !== '' && named === undefined) return { start_date: word }
  const day = () => named ?? todayOf(request)
  const span = (from: Day, until: Day) => within(from, until, formatWall)
  if (view === 'month') {
    const from = startOfMonth(day())
    return span(from, nextMonth(from))
  }
  if (view === 'week') {
    const from = startOfWeek(day(), world.site.weekStarts[language])
    return span(from, from + 7 * daySeconds)
  }
  if (view === 'day' || view === 'today') return span(day(), day() + daySeconds)
  if (view === 'past')
    return { ends_before: formatWall(day()), strict_dates: true, sort: '-start_date' }
  return named === undefined ? {} : { ends_after: formatWall(named - 1), strict_dates: true }
}

/** The Events Calendar gives any page with events as a feed too, when its URL says so. */
export function asFeed(request: PageRequest): Content | Promise<Content> | undefined {
  const { name } = request
  const extension = askedFormat(request)
  if (extension === undefined) return undefined
  if (isEventPage(name))
    return extension === 'ics' ? eventFile(request, { isReference: true }) : undefined
  if (isLink(name)) return feedOfRecord(request, extension, name)
  return name in views ? feedOfView(request, extension, name) : undefined
}

/** The feeds of all events, and of a term, where The Events Calendar has them too. */
export const newsFeed: Handler = request => feedOfView(request, 'rss')
export const calendarFeed: Handler = request => feedOfView(request, 'ics')
const feedOfTerm =
  (extension: 'rss' | 'ics') =>
  (page: TermLinkKind): Handler =>
  request =>
    feedOfRecord(request, extension, page)
export const newsOf = feedOfTerm('rss')
export const calendarOf = feedOfTerm('ics')

async function feedOfRecord(
  request: PageRequest,
  extension: FeedExtension,
  page: LinkKind,
): Promise<Content> {
  const { reading } = await readerOf(request)
  const read = await reading.read(page, { slug: request.params.slug ?? '' })
  const view = viewIn(page, read, showContextOf(request))
  const moved = redirectedRecord(request, view)
  return (
    moved ?? feedOfView(request, extension, page, { [linkFilters[page]]: filterValue(page, view) })
  )
}

async function feedOfView(
  given: PageRequest,
  extension: FeedExtension,
  name: AddressName = 'events',
  filters: Values = {},
): Promise<Content> {
  const request = withOurFilters(given)
  const display = shownBy(request)
  const content = await feedOf(request, extension, {
    page: name === 'home' ? 'events' : name,
    implied: { ...rangeOf(request, display), ...filters },
    isReference: true,
  })
  // of today until midnight
  if (display.view !== '' && display.day === '' && content.reading)
    todayOf({ world: request.world, reading: content.reading })
  return content
}

/** The format that the query of a page with events asks for, as The Events Calendar and WordPress name it. */
function askedFormat({ query }: Pick<PageRequest, 'query'>): FeedExtension | undefined {
  if (query.has('ical') || query.has('outlook-ical')) return 'ics'
  const feed = query.get('feed')?.toLowerCase()
  if (feed === undefined) return undefined
  if (feed === 'ical' || feed === 'ics') return 'ics'
  return feed === 'atom' ? 'atom' : 'rss'
}

/** Filters of The Events Calendar, as the list of the API calls them. */
const filterWords = new Map([
  ['tribe_events_cat', 'categories'],
  ['tribe-bar-search', 'search'],
])

/** The view and the day that a query names. */
type Display = { view: string; day: string }

const displayOf = ({ query }: Pick<PageRequest, 'query'>): Display => ({
  view: query.get('eventDisplay')?.toLowerCase() ?? '',
  day: (query.get('tribe-bar-date') || query.get('eventDate') || '').slice(0, 10),
})

/** A request whose query has the filters of the API. */
function withOurFilters(request: PageRequest): PageRequest {
  const { query, url } = request
  if (![...query.keys()].some(name => filterWords.has(name))) return request
  const own = new URLSearchParams()
  for (const [name, value] of query) {
    const word = filterWords.get(name)
    if (word === undefined) own.append(name, value)
    // a form sends all its fields, and our own word counts
    else if (value.trim() !== '' && !query.has(word)) own.append(word, value)
  }
  return { ...request, query: own, url: { ...url, search: `?${own}` } }
}

const maxEntries = 50

/** The latest records of a resource as RSS 2.0, newest first. */
export const recordFeed =
  (kind: ResourceName): Handler =>
  async request => {
    const { language, links, locale, reading, url, world } = request
    const about = { host: world.host() }
    const nameIn = (id: number) => tagUri(`${kind}-${id}`, about)
    const { views } = await reading.list(kind, { per_page: maxEntries })
    const title = `${siteName(request)} – ${textIn(resources[kind].many, locale)}`
    const context = showContextOf(request)
    return {
      type: 'application/rss+xml; charset=utf-8',
      headers: { 'X-Robots-Tag': 'noindex', 'Content-Language': language },
      body: `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${element('title', title)}${element('link', links.url('events'))}${element('description', xmlText(title))}${element('language', language)}<atom:link${attribute('href', links.publicUrl + url.path)} rel="self" type="application/rss+xml"/>
${views.map(view => itemOf(viewIn(kind, view, context), nameIn, locale)).join('')}</channel>
</rss>
`,
    }
  }

/** Its name stays the same when its slug changes. Readers take the description for HTML. */
const itemOf = (of: AnyView, nameIn: (id: number) => string, locale: Locale) => {
  const { id, name, url, published, description, image } = of
  const lines = fieldLines(of, locale).map(xmlText).join('<br>')
  const head = lines && `<p>${lines}</p>\n`
  return `<item>
${element('title', name.text)}${element('link', url)}${element('guid', nameIn(id), ' isPermaLink="false"')}${published > 0 ? element('pubDate', mailDate(published)) : ''}${element('description', head + paragraphs(description.text))}${
  image
    ? `<enclosure${attribute('url', image.url)} length="${image.size}"${attribute('type', image.type)}/>\n`
    : ''
}</item>
`
}
