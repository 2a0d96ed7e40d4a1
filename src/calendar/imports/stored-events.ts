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

const atOnce = 50

/** The instants at which events end; a series with dates beyond the horizon never does. */
async function endsOf(
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

/** A stored event, and the instant at which it ends. */
export type Ending = { record: StoredRecord; ends: number }

/** The stored events of a source, in pieces between which others have their turn: reading waits for nothing. */
export async function* eventsOf(
  context: Pick<Context, 'store'>,
  source: string,
): AsyncGenerator<Ending> {
  const { store } = context
  const ids = (await idsOfSource(store, 'event', { source })) ?? []
  for (let at = 0; at < ids.length; at += atOnce) {
    await new Promise(setImmediate)
    const records = await store.getMany('event', ids.slice(at, at + atOnce))
    const ends = await endsOf(context, records)
    for (const record of records) yield { record, ends: ends.get(record.id) ?? 0 }
  }
}

/** The stored events of a source, by their ID there. */
export async function storedEvents(
  context: Pick<Context, 'store'>,
  source: string,
): Promise<Map<string, StoredEvent>> {
  const stored = new Map<string, StoredEvent>()
  for await (const { record, ends } of eventsOf(context, source)) {
    const { facts } = record
    const source_id = String(facts.source_id)
    const isGone = facts.status === 'trash' || importedIn(facts)?.mark === removed
    stored.set(source_id, { source_id, ends, features: storedFeatures(record), isGone })
  }
  return stored
}

/** Some at a time, between which others have their turn. */
const inTurn = 20

export async function* inTurns<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0
  for await (const each of items) {
    if (++count % inTurn === 0) await new Promise(setImmediate)
    yield each
  }
}
