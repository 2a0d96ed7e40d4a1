import type { StoredRecord } from '../../define/record.ts'
import type { DateWindow } from '../../resources/event/date-name.ts'
import { detached } from '../../store/form/series-date.ts'
import type { Store } from '../../store/store.ts'
import { dateIn, hadDate } from './dates.ts'

/** So many parts of a split series are looked through for a date. */
const maxParts = 50

type Reading = { store: Pick<Store, 'get' | 'seriesDates' | 'datePatches'> }

/**
 * Where a date is that a series had and has no more: an event of its own since it was detached, or a date of a part that was split off;
 * that part itself where the date was removed from it. Parts that have moved since have their dates as much later.
 */
export async function movedDate(
  { store }: Reading,
  series: StoredRecord,
  window: DateWindow,
): Promise<StoredRecord | undefined> {
  let [part, { from, before }] = [series, window]
  for (let parts = 0; parts < maxParts; parts++) {
    const own = await detachedIn({ store }, part.id, { from, before })
    if (own) return own
    const { continued_by } = part.facts
    const next = continued_by ? await store.get('event', Number(continued_by)) : undefined
    if (!next) return undefined
    const step = Number(next.facts.starts) - Number(next.facts.split_at)
    from += step
    before += step
    const date = await dateIn({ store }, next, { from, before })
    if (date) return date
    if (await hadDate({ store }, next.id, { from, before })) return next
    part = next
  }
  return undefined
}

/** The event that a date has become. */
async function detachedIn({ store }: Reading, series: number, { from, before }: DateWindow) {
  const [date] = await store.seriesDates(series, { from, limit: 1, gone: detached })
  return date && date.original < before ? store.get('event', date.id) : undefined
}
