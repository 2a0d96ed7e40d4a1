import { capital } from '../../define/text/capital.ts'
import { formatWall } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import type { EventView, VenueView } from '../../resources/index.ts'
import { layout } from '../layout/layout.ts'
import { type Filters, filtersOf, isSearch, queryOf, rangeOf } from '../listing/filters.ts'
import { eventHref, hrefOf } from '../listing/items.ts'
import { todayOf } from '../listing/now.ts'
import {
  countUpcoming,
  isBeyondLast,
  type ListedItems,
  pageOf,
  pastItems,
  upcomingItems,
} from '../listing/upcoming.ts'
import { type Maps, mapContent, mapPart, mapsOf, maxPlaces, placePart } from '../map/map-part.ts'
import { mapMessagesIn } from '../map/messages.ts'
import { type Place, placeOf } from '../map/places.ts'
import { countedPart, moreDates } from '../parts/counted.ts'
import { cards } from '../parts/event-list.ts'
import { statusMark } from '../parts/event-parts.ts'
import { filterBar } from '../parts/filters.ts'
import { inline, langOf } from '../parts/text.ts'
import { inputsOf, stepper, viewSwitch } from '../parts/views.ts'
import { inList } from '../parts/when.ts'
import { dayName, dayOf, formatDay } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'

/** Events on a map. */
const perPage = 60
/** Events per venue; its page has the rest. */
const maxOfVenue = 5

type AtVenue = { venue: VenueView; place: Place; events: EventView[] }

/** Upcoming events on a map, from now or from a day on, with a list of their venues. */
export async function mapPage(request: PageRequest): Promise<Content> {
  const { locale, params } = request
  const day = params.day === undefined ? undefined : dayOf(params.day)
  if (params.day !== undefined && day === undefined) throw new Problem('rest_no_route')
  const t = messagesIn(locale)
  const filters = filtersOf(request)
  const page = pageOf(request.query)
  const today = todayOf(request)
  const from = day === undefined ? undefined : formatWall(day - 1)
  const wanted = await upcomingItems(request, filters, page, perPage, from)
  if (isBeyondLast(wanted, page)) return redirect(mapPath(request, day) + queryOf(filters), 302)
  const isNone = wanted.total === 0
  const listed = isNone ? await pastItems(request, filters, 1, perPage) : wanted
  const isComplete = page === 1 && !listed.hasMore
  const countAt =
    isComplete || isSearch(filters)
      ? undefined
      : (venue: number) =>
          countUpcoming(request, { ...filters, occurrences: 'series', venue: String(venue) }, from)
  const { onMap, elsewhere } = await byVenue(request, listed.items, { isComplete, countAt })
  const maps = await mapsOf(request)
  const title =
    day === undefined
      ? mapMessagesIn(locale)('title')
      : mapMessagesIn(locale)('from', { day: formatDay(day, 'date', locale) })
  const here = mapPath(request, day)
  const none = html`<p class="none">${t(Object.keys(filters).length > 0 ? 'noneFound' : 'noEvents')}</p>`
  const main = html`<div class="top"><h1>${title}</h1>${viewSwitch(request, 'map', day ?? rangeOf(filters).from ?? today, filters)}</div>
<div class="tools">${await filterBar(request, filters, here, { hasCounts: true })}
${stepper(request, { today: mapPath(request) + queryOf(filters), at: day ?? today, view: 'map', inputs: inputsOf(filters) })}</div>
${isNone ? none : await countedPart(request, wanted, { path: here, filters })}
${isNone && listed.items.length > 0 ? html`<h2 class="section">${t('latest')}</h2>` : ''}
${onMap.length > 0 ? mapAndList(request, maps, onMap) : ''}
${elsewherePart(request, elsewhere)}
${isNone ? '' : pager(request, here, { filters, page, listed })}`
  const dated = day === undefined ? {} : { day: dayName(day) }
  return {
    ...(onMap.length > 0 && mapContent(maps)),
    body: layout(request, {
      title: capital(title),
      main,
      at: { name: request.name, params: { en: dated, fr: dated } },
      query: queryOf({ ...filters, page: page > 1 ? page : undefined }),
      isUnlisted: isSearch(filters) || isNone || day !== undefined,
      feeds: queryOf(filters),
    }),
  }
}

const mapPath = ({ links }: PageRequest, day?: number) =>
  day === undefined ? links.path('map') : links.path('mapFrom', { day: dayName(day) })

/** `isComplete`: all events are on this page. Otherwise the list index counts those of a venue; for a text search, nothing does. */
type Counting = { isComplete: boolean; countAt: ((venue: number) => Promise<number>) | undefined }

/** Events at the venues that maps show, in the order of their first; and all others. */
async function byVenue(
  request: PageRequest,
  items: readonly EventView[],
  { isComplete, countAt }: Counting,
): Promise<{ onMap: AtVenue[]; elsewhere: EventView[] }> {
  const venues = new Map<number, { venue: VenueView; items: EventView[] }>()
  const elsewhere: EventView[] = []
  for (const item of items) {
    const placed = item.venues.filter(venue => placeOf(venue) !== undefined)
    const onMap = placed.filter(({ id }) => venues.has(id) || venues.size < maxPlaces)
    if (onMap.length === 0) elsewhere.push(item)
    for (const venue of onMap) {
      const at = venues.get(venue.id) ?? { venue, items: [] }
      venues.set(venue.id, at)
      at.items.push(item)
    }
  }
  const onMap: AtVenue[] = []
  for (const { venue, items } of venues.values()) {
    const ids = new Set(items.map(({ id }) => id))
    const count = isComplete ? ids.size : await countAt?.(venue.id)
    const { text: name } = venue.name
    const label =
      count === undefined ? name : mapMessagesIn(request.locale)('goTo', { name, count })
    const place = placeOf(venue, { href: `#venue-${venue.id}`, label })
    if (place) onMap.push({ venue, place, events: items })
  }
  return { onMap, elsewhere }
}

function mapAndList(request: PageRequest, maps: Maps, onMap: readonly AtVenue[]): Html {
  const t = mapMessagesIn(request.locale)
  const places = onMap.map(({ place }) => place)
  const name = t('places', { count: places.length })
  const hasMap = typeof maps !== 'string'
  return html`<div class="map-page${hasMap ? '' : ' is-list'}">
${mapPart(request, maps, places, { kind: 'list', name })}
<section class="venues" aria-label="${t('venues')}"><ol>${onMap.map(at => venueItem(request, at, hasMap ? '' : placePart(request, at.place)))}</ol></section>
</div>`
}

function venueItem(request: PageRequest, { venue, place, events }: AtVenue, link: Html | string) {
  const href = hrefOf(request, 'venue', venue)
  const { id, name } = place
  const t = mapMessagesIn(request.locale)
  const more = events.length - maxOfVenue
  return html`<li id="venue-${id}" class="venue" tabindex="-1">
<h2><a href="${href}"${langOf(name)}>${name.text}</a></h2>
<p class="venue-where">${venue.addressLines.slice(0, 2).join(', ')}</p>${link}
<ul>${events.slice(0, maxOfVenue).map(item => eventLine(request, item))}</ul>
${more > 0 ? html`<p><a class="more" href="${href}">${t('moreEvents', { count: more })}</a></p>` : ''}
</li>`
}

const eventLine = (request: PageRequest, item: EventView): Html =>
  html`<li${item.isFeatured ? html` class="featured"` : ''}>${statusMark(item, request)}<a href="${eventHref(request, item)}">${inline(item.title)}</a> <span class="venue-when">${inList(item, request.locale)}${moreDates(request, item)}</span></li>`

function elsewherePart(request: PageRequest, items: readonly EventView[]): Html | string {
  if (items.length === 0) return ''
  return html`<section class="elsewhere"><h2 class="section">${mapMessagesIn(request.locale)('elsewhere')}</h2>${cards(request, items, { level: 3 })}</section>`
}

function pager(
  { locale }: PageRequest,
  here: string,
  { filters, page, listed }: { filters: Filters; page: number; listed: ListedItems },
): Html | string {
  if (page === 1 && !listed.hasMore) return ''
  const t = messagesIn(locale)
  const to = (number: number) =>
    here + queryOf({ ...filters, page: number > 1 ? number : undefined })
  return html`<nav class="pager" aria-label="${t('map')}">
${page > 1 ? html`<a href="${to(page - 1)}" rel="prev"><span aria-hidden="true">‹ </span>${t('earlier')}</a>` : html`<span></span>`}
${listed.hasMore ? html`<a href="${to(page + 1)}" rel="next">${t('later')}<span aria-hidden="true"> ›</span></a>` : ''}
</nav>`
}
