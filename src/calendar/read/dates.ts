import { type OnDate, onDate } from '../../resources/event/on-date.ts'
import type { DatesQuery, ListItem, StoredRecord } from '../../store/store.ts'
import type { Context } from '../context.ts'

/** Ids of a list, and where some are of series, on which of its dates each of these is. */
export type Dated = {
  ids: readonly number[]
  dates?: readonly (OnDate | undefined)[]
}

/** The dates of series in a list; nothing where each entry is the only date of its event. */
export const datesOf = (items: readonly ListItem[]): Pick<Dated, 'dates'> =>
  items.some(isOfSeries) ? { dates: items.map(item => (isOfSeries(item) ? item : undefined)) } : {}

const isOfSeries = ({ occurrence, event }: ListItem) => occurrence !== event

/** The records of a list in its order, events as they are on the date listed. */
export async function recordsOf(
  { store }: Pick<Context, 'store'>,
  kind: string,
  { ids, dates }: Dated,
): Promise<StoredRecord[]> {
  const records = await store.getMany(kind, ids)
  if (!dates) return records
  const found = new Map(records.map(record => [record.id, record]))
  return ids.flatMap((id, at) => {
    const record = found.get(id)
    if (!record) return []
    const date = dates[at]
    return [date ? onDate(record, date) : record]
  })
}

/** An event on some of its dates, in their order, and how many there are. */
export async function onDates(
  { store }: Pick<Context, 'store'>,
  event: StoredRecord,
  query: DatesQuery,
): Promise<{ records: StoredRecord[]; total: number }> {
  const { items, total } = await store.occurrencesOf(event.id, query)
  return { records: items.map(item => onDate(event, item)), total }
}
