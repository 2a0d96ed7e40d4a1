import type { Values } from '../define/param.ts'
import { formatWall } from '../define/time/format.ts'
import { type Item, itemOf } from './items.ts'
import type { Asked } from './page.ts'

/** Of so many events that start at the same time the neighbours are found. */
const together = 10

/** The events before and after one in the order of the calendar. */
export async function neighbours(
  asked: Asked,
  { id, starts }: Pick<Item, 'id' | 'starts'>,
): Promise<{ previous: Item | undefined; next: Item | undefined }> {
  const strict = { strict_dates: true, per_page: together }
  const after = await listed(asked, { ...strict, starts_after: formatWall(starts - 1) })
  const at = after.findIndex(item => item.id === id)
  const [next] = at < 0 ? after.filter(item => item.starts > starts) : after.slice(at + 1)
  const before = { ...strict, starts_before: formatWall(starts + 1) }
  const { total } = await asked.reading.ids('event', { ...before, per_page: 1 })
  const last = Math.max(1, Math.ceil(total / together))
  const items = await listed(asked, { ...before, page: last })
  const own = items.findIndex(item => item.id === id)
  const earlier = own < 0 ? items.filter(item => item.starts < starts) : items.slice(0, own)
  const previous =
    earlier.at(-1) ??
    (last > 1 ? (await listed(asked, { ...before, page: last - 1 })).at(-1) : undefined)
  return { previous, next }
}

const listed = async (asked: Asked, sent: Values) =>
  (await asked.reading.list('event', sent)).views.map(view => itemOf(asked, view))
