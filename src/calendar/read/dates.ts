import { derive, type When } from '../../resources/event/when.ts'
import { numberOf } from '../../store/form/occurrence.ts'
import type { ListItem, StoredRecord } from '../../store/store.ts'
import type { Context } from '../context.ts'

/** Ids of a list, and where that is not what the record says, when each is, and which of its dates that is. */
export type Dated = {
  ids: readonly number[]
  dates?: readonly (When | undefined)[]
  occurrences?: readonly number[]
}

/** When the entries of a list are that are further dates of their events; nothing where each is the only one. */
export async function datesOf(
  { store }: Pick<Context, 'store'>,
  items: readonly ListItem[],
): Promise<Pick<Dated, 'dates' | 'occurrences'>> {
  const further = items.filter(({ occurrence, event }) => occurrence !== event)
  if (further.length === 0) return {}
  const events = [...new Set(further.map(({ event }) => event))]
  const records = new Map((await store.getMany('event', events)).map(event => [event.id, event]))
  const when = new Map<number, When>()
  for (const { at } of await store.listEntriesOf(events)) {
    const record = records.get(at.event)
    if (record) when.set(at.id, whenOf(record, at))
  }
  return {
    dates: items.map(({ occurrence, event }) =>
      occurrence === event ? undefined : when.get(occurrence),
    ),
    occurrences: items.map(({ occurrence }) => numberOf(occurrence)),
  }
}

/** Another date of an event, on the clock of the event. */
const whenOf = ({ facts }: StoredRecord, { starts, ends }: { starts: number; ends: number }) =>
  derive({ timezone: String(facts.timezone), all_day: Number(facts.all_day), starts, ends })

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
    return record ? [onDate(record, dates[at])] : []
  })
}

/** An event as it is on one of its dates. Whatever this changes is `dated` in the response. */
export const onDate = (record: StoredRecord, date: When | undefined): StoredRecord =>
  date ? { ...record, facts: { ...record.facts, ...date } } : record
