import { isDated } from '../../define/record.ts'
import { detailOf, isDecidable, matcher } from '../../journal/index.ts'
import type { Dates, EventQuery, JournalEntry, ListedEvent, Store } from '../../store/index.ts'
import type { Actor } from '../access/access.ts'
import { visibleChange } from '../access/visible-change.ts'

/** An event that was published and is in the trash or deleted now: when it was to be, and nothing else of it. */
export type RemovedEvent = {
  id: number
  version: number
  /** When it went, in Unix seconds. */
  at: number
  dates: readonly {
    occurrence: number
    starts: number
    ends: number
    utcStarts: number
    utcEnds: number
  }[]
}

const batch = 500
/** Lines of the journal that are read at first use, and the number of events that are remembered. */
const furthest = 20_000
const max = 1000

/**
 * Removed events, from the journal, so that feeds can cancel them for their subscribers. Read on request: a calendar without feeds pays
 * nothing for it.
 */
export function openRemovedEvents(store: Pick<Store, 'journal' | 'lastSeq'>) {
  const removed = new Map<number, JournalEntry & { was: ListedEvent }>()
  let place: number | undefined
  let running: Promise<void> | undefined

  function take(entry: JournalEntry) {
    if (!isDated(entry.kind)) return
    const { left, was = left, is } = detailOf(entry)
    // a line that does not say what the event is now may have brought it back
    if (is ? is.facts.status !== 'trash' : !was) removed.delete(entry.id)
    else if (was && was.facts.status === 'publish' && was.facts.hidden === 0) {
      removed.set(entry.id, { ...entry, was })
      const [oldest] = removed.keys()
      if (removed.size > max && oldest !== undefined) removed.delete(oldest)
    }
  }

  async function readOn() {
    place ??= Math.max(0, (await store.lastSeq()) - furthest)
    for (;;) {
      const entries = await store.journal(place, batch)
      for (const entry of entries) {
        take(entry)
        place = entry.seq
      }
      if (entries.length < batch) return
      await new Promise(setImmediate)
    }
  }

  /** Those that an actor has seen go from a list. */
  return async function goneFrom(actor: Actor, query: EventQuery): Promise<RemovedEvent[]> {
    running ??= readOn().finally(() => {
      running = undefined
    })
    await running
    // in lists by text or place nobody knows any more whether one was there: none is cancelled
    if (!isDecidable(query)) return []
    const matches = matcher(query)
    return [...removed.values()]
      .filter(entry => visibleChange(actor, entry) === 'remove' && matches(entry.was))
      .map(({ id, version, instant, was }) => ({
        id,
        version,
        at: instant,
        dates: datesOf(was).map(({ id: of, starts, ends, utc_starts, utc_ends }) => ({
          occurrence: of,
          starts,
          ends,
          utcStarts: utc_starts,
          utcEnds: utc_ends,
        })),
      }))
  }
}

/** A removed series is listed once, with its own ID and its first date. */
const datesOf = ({ facts, dates, span }: ListedEvent): readonly Omit<Dates, 'original'>[] =>
  span ? [{ id: facts.event, ...span.least }] : dates
