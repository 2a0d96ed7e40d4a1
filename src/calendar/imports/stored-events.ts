import type { StoredRecord } from '../../define/record.ts'
import { allStored, isSeries } from '../../resources/index.ts'
import type { Context } from '../base/context.ts'
import { idsOfSource } from '../read/of-source.ts'
import { importedIn } from '../write/imported.ts'
import { removed } from './marks.ts'
import { type Features, storedFeatures } from './source-digests.ts'

/** An event of a source that is stored. `ends`: the instant of its end, that of its last date for a series. */
export type StoredEvent = {
  source_id: string
  ends: number
  features: Features
  /** An earlier import has taken it away, or a user. */
  isGone: boolean
}

const atOnce = 500

/** The instants at which events end; a series with dates beyond the horizon never does. */
export async function endsOf(
  { store }: Pick<Context, 'store'>,
  events: readonly StoredRecord[],
): Promise<Map<number, number>> {
  const series = events.filter(isSeries)
  const last = series.length > 0 ? await store.lastEnds(series.map(({ id }) => id)) : new Map()
  return new Map(
    events.map(event => {
      const { recurrence_until, utc_ends } = event.facts
      const own = Number(utc_ends)
      const end = isSeries(event) ? Math.max(own, last.get(event.id) ?? own) : own
      const isEndless = isSeries(event) && recurrence_until !== allStored
      return [event.id, isEndless ? Number.POSITIVE_INFINITY : end]
    }),
  )
}

/** The stored events of a source, by their ID there. */
export async function storedEvents(
  context: Pick<Context, 'store'>,
  source: string,
): Promise<Map<string, StoredEvent>> {
  const { store } = context
  const ids = (await idsOfSource(store, 'event', { source })) ?? []
  const stored = new Map<string, StoredEvent>()
  for (let at = 0; at < ids.length; at += atOnce) {
    const records = await store.getMany('event', ids.slice(at, at + atOnce))
    const ends = await endsOf(context, records)
    for (const record of records) {
      const { facts } = record
      const source_id = String(facts.source_id)
      stored.set(source_id, {
        source_id,
        ends: ends.get(record.id) ?? 0,
        features: storedFeatures(record),
        isGone: facts.status === 'trash' || importedIn(facts)?.mark === removed,
      })
    }
  }
  return stored
}
