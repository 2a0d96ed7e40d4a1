import type { JournalEntry, Store } from '../store/store.ts'
import { detailOf } from './entry.ts'
import type { ListDependency } from './list-dependency.ts'
import { bound, hasTouched, type RecentChanges, remember } from './recent-changes.ts'
import { isPruned } from './retention.ts'
import { openValidities } from './validity.ts'

const batch = 1000

/** Must be up to date before a writer is answered, and before any cache that leads to it is outdated: the list index alone. */
export type FollowedFirst = {
  follow(entries: readonly JournalEntry[]): Promise<void>
  /** Lines are gone that it has not read: it begins again from the database. */
  restart(): Promise<void>
}

/**
 * Follows the journal for all caches of this process: ends the validity of records that changed, and remembers the last
 * changes, so that a cached list can be asked whether any of them touches it. A writer waits for this and for the list index, and for
 * nothing else: all others read the journal themselves (`reader.ts`), and are only told that there is something new.
 */
export function followJournal(
  store: Pick<Store, 'journal' | 'lastSeq' | 'note' | 'look'>,
  index: FollowedFirst,
) {
  const validities = openValidities()
  /** Of terms whose count has changed while we follow: what it is now. */
  const counts = new Map<number, number>()
  const recent: RecentChanges = { list: [], since: 0 }
  let seq = 0
  let instant = 0
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  /** Lines that the next reading needs not read; undefined: they are not all. */
  let handed: readonly JournalEntry[] | undefined = []
  const readers = new Set<() => void>()

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

  async function takeAll(entries: readonly JournalEntry[]) {
    await index.follow(entries)
    for (const entry of entries) take(entry)
    bound(recent)
  }

  async function read(lines: readonly JournalEntry[] | undefined) {
    if (lines?.every(line => line.seq <= seq)) return
    if (lines && doContinue(lines, seq)) {
      await takeAll(lines)
      for (const wake of readers) wake()
      return
    }
    for (;;) {
      const entries = await store.journal(seq, batch)
      if (entries.length === 0) break
      if (await isPruned(store, seq)) await startAgain()
      else await takeAll(entries)
      for (const wake of readers) wake()
      if (entries.length < batch) break
    }
  }

  /** From the present, with nothing that was made before: lines went unread for longer than they are kept. */
  async function startAgain() {
    const present = await store.lastSeq()
    await index.restart()
    await begin(present)
  }

  async function begin(present: number) {
    const [last] = await store.journal(Math.max(0, present - 1), 1)
    instant = Math.max(instant, last?.instant ?? 0)
    seq = present
    recent.list = []
    recent.since = present
    counts.clear()
    validities.endAll()
  }

  /** Reads what is new; one reading at a time, and all who ask during one share the next. `lines`: these are all that is new. */
  function pull(lines?: readonly JournalEntry[]): Promise<void> {
    handed = handed && lines && (handed.length === 0 ? lines : [...handed, ...lines])
    queued ??= running
      .catch(() => {})
      .then(() => {
        queued = undefined
        const given = handed
        handed = []
        running = read(given)
        return running
      })
    return queued
  }

  return {
    /** Begins at the present; what came before is in the database that everything is read from. */
    begin: async () => begin(await store.lastSeq()),
    pull,
    /** `wake` is called when there is something new, and must not throw; nobody waits for what it begins. */
    subscribe(wake: () => void) {
      readers.add(wake)
      return () => readers.delete(wake)
    },
    /** Reads what another process has written, if anything; undefined: nothing. */
    refresh: (): Promise<void> | undefined => (store.look() ? pull() : undefined),
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

/** Are these all the lines from a position on, without a gap? */
const doContinue = (lines: readonly JournalEntry[], position: number) =>
  lines.every((line, at) => line.seq === position + 1 + at)

export type Changes = ReturnType<typeof followJournal>
