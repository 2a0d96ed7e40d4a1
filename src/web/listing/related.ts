import type { Values } from '../../define/param.ts'
import type { LinkKind } from '../../define/record.ts'
import { firstWall, formatWall, lastWall } from '../../define/time/clock.ts'
import { type AnyView, type EventView, linkFilters } from '../../resources/index.ts'
import type { PageRequest } from '../shell/page.ts'
import { filterValue } from './filters.ts'
import { todayOf } from './now.ts'
import { itemsOf, upcomingItems } from './upcoming.ts'

/** Events that have something in common with one: its venue, its organizer, or its category. */
export type RelatedEvents = { kind: LinkKind; to: AnyView; items: EventView[] }

/** Maximum number in each group. */
const max = 3

/**
 * Events from today on at the same venue, by the same organizer, and in the same category: each event once. At most three short lists are
 * read, however large the calendar is.
 */
export async function relatedTo(request: PageRequest, event: EventView): Promise<RelatedEvents[]> {
  const { venues, organizers, categories } = event
  const wanted: [LinkKind, AnyView | undefined][] = [
    ['venue', venues[0]],
    ['organizer', organizers[0]],
    ['category', categories[0]],
  ]
  const after = formatWall(todayOf(request) - 1)
  const listed = new Set([event.id])
  const related: RelatedEvents[] = []
  for (const [kind, to] of wanted) {
    if (!to) continue
    const filters = { [linkFilters[kind]]: filterValue(kind, to), status: 'publish' }
    const { items } = await upcomingItems(request, filters, 1, max + listed.size, after)
    const others = items.filter(({ id }) => !listed.has(id)).slice(0, max)
    for (const { id } of others) listed.add(id)
    if (others.length > 0) related.push({ kind, to, items: others })
  }
  return related
}

/** Maximum number of simultaneous events among which neighbours are found. */
const together = 50

type Place = Pick<EventView, 'id' | 'occurrence' | 'isDate' | 'starts'>

/**
 * Returns a check whether an entry of a list is the displayed one. Two dates of a series can start together; a series itself is shown on the first of
 * them.
 */
export const isEntryOf = (of: Place) => (item: Place) =>
  item.id === of.id &&
  item.starts === of.starts &&
  (!of.isDate || item.occurrence === of.occurrence)

/**
 * The events before and after one in the order of the calendar. The page depends on what starts from the one to the other: an event
 * elsewhere in the calendar changes neither.
 */
export async function neighbours(
  request: PageRequest,
  of: Place,
): Promise<{ previous: EventView | undefined; next: EventView | undefined }> {
  const { starts } = of
  const { reading } = request
  const isOwn = isEntryOf(of)
  // in a preview too: unpublished events are on no page
  const strict = { strict_dates: true, status: 'publish' }
  const look = (sent: Values) => reading.look('event', { ...strict, ...sent })

  const same = itemsOf(
    request,
    await look({
      // nothing is before the first second that can be written, or after the last
      ...(starts > firstWall && { starts_after: formatWall(starts - 1) }),
      ...(starts < lastWall && { starts_before: formatWall(starts + 1) }),
      per_page: together,
    }),
  )
  const at = same.findIndex(isOwn)
  const earlier = await look({
    starts_before: formatWall(starts),
    sort: '-start_date',
    per_page: 1,
  })
  const later = await look({ starts_after: formatWall(starts), per_page: 1 })
  const [before, after] = at < 0 ? [] : [same[at - 1], same[at + 1]]
  const previous = before ?? itemsOf(request, earlier)[0]
  const next = after ?? itemsOf(request, later)[0]

  reading.dependOnStarts(earlier, previous?.starts, next?.starts)
  return { previous, next }
}
