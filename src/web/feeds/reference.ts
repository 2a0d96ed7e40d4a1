import type { Values } from '../../define/param.ts'
import { isLink, type LinkKind, type TermLinkKind } from '../../define/record.ts'
import { type Day, formatWall } from '../../define/time/clock.ts'
import { Problem } from '../../problem/problem.ts'
import { linkFilters } from '../../resources/event/filters.ts'
import { viewIn } from '../../resources/view.ts'
import { type AddressName, isEventPage } from '../addresses.ts'
import { filterValue, within } from '../listing/filters.ts'
import { redirectedRecord } from '../redirects.ts'
import { dayOf, daySeconds, monthOf, nextMonth, startOfWeek } from '../shell/dates.ts'
import type { Content, Handler, PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import type { FeedExtension } from './extensions.ts'
import { eventFile, feedOf, readerOf } from './feeds.ts'

const between = (from: Day | undefined, until: (from: Day) => Day): Values => {
  if (from === undefined) throw new Problem('rest_no_route')
  return within(from, until(from), formatWall)
}

function fromDay({ params }: PageRequest): Values {
  const day = dayOf(params.day ?? '')
  if (day === undefined) throw new Problem('rest_no_route')
  return { ends_after: formatWall(day - 1), strict_dates: true }
}

type Ask = (request: PageRequest) => Values | Promise<Values>

/** The list parameters of a page with events, besides its query. */
const asks = {
  events: () => ({}),
  list: () => ({}),
  map: () => ({}),
  listFrom: fromDay,
  mapFrom: fromDay,
  month: ({ params }: PageRequest) => between(monthOf(params.month ?? ''), nextMonth),
  week: ({ language, params, world }: PageRequest) => {
    const day = dayOf(params.day ?? '')
    const first = day === undefined ? undefined : startOfWeek(day, world.site.weekStarts[language])
    return between(first, from => from + 7 * daySeconds)
  },
  day: ({ params }: PageRequest) => between(dayOf(params.day ?? ''), from => from + daySeconds),
} satisfies Partial<Record<AddressName, Ask>>
const asksOf: Partial<Record<AddressName, Ask>> = asks

/** The Events Calendar gives any page with events as iCalendar too, when its URL says so. */
export function asCalendar(request: PageRequest): Content | Promise<Content> | undefined {
  const { query, name } = request
  if (!query.has('ical') && !query.has('outlook-ical')) return undefined
  if (isEventPage(name)) return eventFile(request)
  if (isLink(name)) return feedOfRecord(request, 'ics', name)
  const ask = asksOf[name]
  return ask && feedOfPage(request, ask)
}

/** The feeds of a term, where The Events Calendar has them too. */
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
  const implied = { [linkFilters[page]]: filterValue(page, view) }
  return redirectedRecord(request, view) ?? feedOf(request, extension, { page, implied })
}

const feedOfPage = async (request: PageRequest, ask: Ask) =>
  feedOf(request, 'ics', { page: request.name, implied: await ask(request) })
