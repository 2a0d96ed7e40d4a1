import type { Values } from '../../define/param.ts'
import { firstWall, formatWall, lastWall } from '../../define/time/clock.ts'
import type { EventView } from '../../resources/index.ts'
import type { PageRequest } from '../shell/page.ts'
import { itemsOf } from './upcoming.ts'

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
