import type { JournalEntry, Store } from '../store/store.ts'
import { detailOf } from './entry.ts'
import type { ListDependency } from './list-dependency.ts'
import { bound, hasTouched, type RecentChanges, remember } from './recent-changes.ts'
import { openValidities } from './validity.ts'

const batch = 1000

/**
 * Follows the journal for all caches of this process: ends the validity of records that changed, and remembers the last
 * changes, so that a cached list can be asked whether any of them touches it. `index` is told of every line before the caches
 * are: whoever finds a list outdated must find the list index up to date.
 */
export function followJournal(
  store: Pick<Store, 'journal' | 'lastSeq' | 'version'>,
  index: (entries: readonly JournalEntry[]) => Promise<void> = async () => {},
) {
  const validities = openValidities()
  /** Of terms whose count has changed while we follow: what it is now. */
  const counts = new Map<number, number>()
  const recent: RecentChanges = { list: [], since: 0 }
  let seq = 0
  let instant = 0
  /** The version of the store when the journal was last read. */
  let seen = -1
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  function take(entry: JournalEntry) {
    validities.end(entry.kind, entry.id)
    for (const [term, count] of detailOf(entry).counted ?? []) {
      counts.set(term, count)
      validities.end('count', term)
    }
    remember(recent, entry)
    instant = Math.max(instant, entry.instant)
    seq = entry.seq
  }

  async function read() {
    const version = store.version()
    for (;;) {
      const entries = await store.journal(seq, batch)
      if (entries.length > 0) await index(entries)
      for (const entry of entries) take(entry)
      bound(recent)
      if (entries.length < batch) break
    }
    seen = version
  }

  /** Reads what is new; one reading at a time, and all who ask during one share the next. */
  function pull(): Promise<void> {
    queued ??= running
      .catch(() => {})
      .then(() => {
        queued = undefined
        running = read()
        return running
      })
    return queued
  }

  return {
    /** Begins at the present; what came before is in the database that everything is read from. */
    async begin() {
      seq = await store.lastSeq()
      recent.since = seq
      const [last] = await store.journal(Math.max(0, seq - 1), 1)
      instant = last?.instant ?? 0
    },
    pull,
    /** Reads what is new if another process has written; to ask costs no reading. This one reads after each of its writes. */
    refresh: (): Promise<void> | undefined => (store.version() === seen ? undefined : pull()),
    validity: validities.of,
    /** How many events have a term, when that has changed; it has a validity of its own, of the kind `count`. */
    countOf: (term: number): number | undefined => counts.get(term),
    get seq() {
      return seq
    },
    /** When the calendar last changed, in Unix seconds. */
    get instant() {
      return instant
    },
    /** Has anything since `since` touched a list that depends on this? */
    hasTouched: (dependency: ListDependency, since: number): boolean =>
      since !== seq && hasTouched(recent, dependency, since),
  }
}

export type Changes = ReturnType<typeof followJournal>
