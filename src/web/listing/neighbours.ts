import type { Values } from '../../define/param.ts'
import { formatWall } from '../../define/time/clock.ts'
import type { EventView } from '../../resources/view.ts'
import type { PageRequest } from '../shell/page.ts'
import { itemsOf } from './upcoming.ts'

/** Maximum number of simultaneous events among which neighbours are found. */
const together = 10

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
  const strict = { strict_dates: true, per_page: together, status: 'publish' }
  const look = async (sent: Values) => itemsOf(request, await reading.look('event', sent))

  const after = await look({ ...strict, starts_after: formatWall(starts - 1) })
  const at = after.findIndex(isOwn)
  const [next] = at < 0 ? after.filter(item => item.starts > starts) : after.slice(at + 1)

  const before = { ...strict, starts_before: formatWall(starts + 1) }
  const first = await reading.look('event', { ...before, per_page: 1 })
  const last = Math.max(1, Math.ceil(first.total / together))
  const items = await look({ ...before, page: last })
  const own = items.findIndex(isOwn)
  const earlier = own < 0 ? items.filter(item => item.starts < starts) : items.slice(0, own)
  const previous =
    earlier.at(-1) ?? (last > 1 ? (await look({ ...before, page: last - 1 })).at(-1) : undefined)

  reading.dependOnStarts(first, previous?.starts, next?.starts)
  return { previous, next }
}
