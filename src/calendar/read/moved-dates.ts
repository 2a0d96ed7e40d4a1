import type { StoredRecord } from '../../define/record.ts'
import type { DateWindow } from '../../resources/index.ts'
import { detached, removed, type Store } from '../../store/index.ts'
import { dateIn } from './dates.ts'

/** Maximum number of parts of a split series that are searched for a date. */
const maxParts = 50

type Reading = { store: Pick<Store, 'get' | 'seriesDates' | 'goneDate' | 'datePatches'> }

/**
 * Where a date is that a series had and has no more: an event of its own since it was detached, or a date of a part that was split off;
 * that part itself where the date was removed from it. Parts that have moved since have their dates as much later.
 */
export async function movedDate(
  { store }: Reading,
  series: StoredRecord,
  window: DateWindow,
): Promise<StoredRecord | undefined> {
  const own = await removedDate({ store }, series.id, window, detached)
  if (own) return store.get('event', own.id)
  let [part, { from, before }] = [series, window]
  let named: StoredRecord | undefined
  for (let parts = 0; parts < maxParts; parts++) {
    const { continued_by } = part.facts
    const next = continued_by ? await store.get('event', Number(continued_by)) : undefined
    if (!next) break
    const step = Number(next.facts.starts) - Number(next.facts.split_at)
    from += step
    before += step
    const date = await dateIn({ store }, next, { from, before })
    if (date) return date
    const single = await store.goneDate(next.id, { from, before }, detached)
    if (single) return store.get('event', single.id)
    if (await store.goneDate(next.id, { from, before }, removed)) return next
    named ??= await namedIn({ store }, next, window)
    part = next
  }
  return named
}

/** The same of a date that was gone before the split, and whose series had moved in between: its URL is that of its start then. */
async function namedIn({ store }: Reading, part: StoredRecord, window: DateWindow) {
  const own = await removedDate({ store }, part.id, window, detached)
  if (own) return store.get('event', own.id)
  return (await removedDate({ store }, part.id, window, removed)) && part
}

/** A date that is gone, by the original start that it had then. */
async function removedDate(
  { store }: Reading,
  series: number,
  { from, before }: DateWindow,
  state: number,
) {
  const [date] = await store.seriesDates(series, { from, limit: 1, gone: state })
  return date && date.original < before ? date : undefined
}
