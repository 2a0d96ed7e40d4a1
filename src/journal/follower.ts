import type { JournalEntry, Store } from '../store/store.ts'
import { isSameLine } from '../store/write/same-line.ts'
import { detailOf } from './entry.ts'
import type { ListDependency } from './list-dependency.ts'
import { bound, hasTouched, type RecentChanges, remember } from './recent-changes.ts'
import { openValidities, type Validity } from './validity.ts'

const batch = 1000

/** Must be up to date before a writer is answered, and before any cache that leads to it is outdated: the list index, and the settings. */
type FollowedFirst = {
  /** Says whether everything that was made before may look otherwise now. */
  follow(entries: readonly JournalEntry[]): Promise<boolean>
  /** Lines are gone that it has not read: it begins again from the database. */
  restart(): Promise<void>
}

type FollowedStore = Pick<Store, 'journal' | 'lastSeq' | 'look'>

/** What is known of the journal up to a position. */
type Position = {
  store: FollowedStore
  index: FollowedFirst
  validities: ReturnType<typeof openValidities>
  /** Of terms whose count has changed while we follow: what it is now. */
  counts: Map<number, number>
  recent: RecentChanges
  seq: number
  /** How often all cached values were dropped since the last line. */
  renewals: number
  /** The line at `seq`, where there is one. */
  line: JournalEntry | undefined
  /** Counts how often all that was made before was given up. */
  generation: number
  instant: number
  readers: Set<() => void>
  /** The connection is lost: every cached value counts as stale. */
  isDeaf: boolean
}

function take(at: Position, entry: JournalEntry) {
  at.validities.end(entry.kind, entry.id)
  for (const [term, count] of detailOf(entry).counted ?? []) {
    at.counts.set(term, count)
    at.validities.end('count', term)
  }
  remember(at.recent, entry)
  at.instant = Math.max(at.instant, entry.instant)
  at.seq = entry.seq
  at.renewals = 0
  at.line = entry
}

/** The reported position: each line adds one, each renewal between two lines a fraction. */
const positionOf = ({ seq, renewals }: Position) => seq + renewals / 1024

/** Treats every value that was cached up to a position as stale. */
function forget(at: Position, seq: number) {
  at.generation++
  at.recent.list = []
  at.recent.since = seq
  at.validities.endAll()
}

async function takeAll(at: Position, entries: readonly JournalEntry[]) {
  const isAllOther = await at.index.follow(entries)
  for (const entry of entries) take(at, entry)
  if (isAllOther) forget(at, at.seq)
  bound(at.recent)
}

/** `lines`: these are all that is new; else what is new is read. */
async function read(at: Position, lines: readonly JournalEntry[] | undefined) {
  const wakeAll = () => {
    for (const wake of at.readers) wake()
  }
  if (lines?.length === 0) return
  if (lines && doContinue(lines, at.seq)) {
    await takeAll(at, lines)
    wakeAll()
    return
  }
  for (;;) {
    const entries = await readOn(at)
    if (entries === undefined) await startAgain(at)
    else if (entries.length > 0) await takeAll(at, entries)
    if (entries?.length !== 0) wakeAll()
    if (entries !== undefined && entries.length < batch) break
  }
}

/**
 * The next lines. Undefined: the line up to which everything was read is gone, or is another. Then lines went unread for longer than they
 * are kept, or the database has less than it had: it was put back, or another has taken over.
 */
async function readOn({ store, seq, line }: Position): Promise<JournalEntry[] | undefined> {
  if (!line) return store.journal(seq, batch)
  const [last, ...entries] = await store.journal(seq - 1, batch + 1)
  return last && isSameLine(last, line) ? entries : undefined
}

/** From the present, with nothing that was made before. */
async function startAgain(at: Position) {
  const present = await at.store.lastSeq()
  await at.index.restart()
  await begin(at, present)
}

async function begin(at: Position, present: number) {
  const [last] = await at.store.journal(Math.max(0, present - 1), 1)
  at.instant = Math.max(at.instant, last?.instant ?? 0)
  at.seq = present
  at.renewals = 0
  at.line = last?.seq === present ? last : undefined
  at.counts.clear()
  forget(at, present)
}

/** One reading at a time, and all who ask during one share the next. `lines`: these are all that is new. */
function openPull(at: Position) {
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  /** Lines that the next reading needs not read; undefined: they are not all. */
  let handed: readonly JournalEntry[] | undefined = []
  return (lines?: readonly JournalEntry[]): Promise<void> => {
    handed = handed && lines && (handed.length === 0 ? lines : [...handed, ...lines])
    queued ??= running
      .catch(() => {})
      .then(() => {
        queued = undefined
        const given = handed
        handed = []
        running = read(at, given)
        return running
      })
    return queued
  }
}

const newPosition = (store: FollowedStore, index: FollowedFirst): Position => ({
  store,
  index,
  validities: openValidities(),
  counts: new Map(),
  recent: { list: [], since: 0 },
  seq: 0,
  renewals: 0,
  line: undefined,
  generation: 0,
  instant: 0,
  readers: new Set(),
  isDeaf: false,
})

/**
 * Follows the journal for all caches of this process: ends the validity of records that changed, and remembers the last
 * changes, so that a cached list can check whether any of them touches it. A writer waits for this and for the list index, and
 * for nothing else: the index of searches reads the journal itself, at its own pace.
 */
export function followJournal(store: FollowedStore, index: FollowedFirst) {
  const at = newPosition(store, index)
  const pull = openPull(at)
  return {
    /** Begins at the present; what came before is in the database that everything is read from. */
    begin: async () => begin(at, await store.lastSeq()),
    /** Reads what is new. */
    pull,
    /** `wake` is called when there is something new, and must not throw; nobody waits for what it begins. */
    subscribe(wake: () => void) {
      at.readers.add(wake)
      return () => at.readers.delete(wake)
    },
    /** Reads what another process has written, if anything; undefined: nothing. */
    refresh: (): Promise<void> | undefined => (store.look() ? pull() : undefined),
    validity: (kind: string, id: number) => (at.isDeaf ? expired : at.validities.of(kind, id)),
    /** How many events have a term, when that has changed; it has a validity of its own, of the kind `count`. */
    countOf: (term: number): number | undefined => (at.isDeaf ? undefined : at.counts.get(term)),
    /** How far the journal has been read; NaN, which equals nothing, while others may write without notice. */
    get seq() {
      return at.isDeaf ? Number.NaN : positionOf(at)
    },
    /** Connection lost: cached values are not used until `hear`. */
    disconnected() {
      at.isDeaf = true
      at.validities.endAll()
    },
    /** Others are heard again, once what they have written meanwhile is read. */
    async reconnected() {
      await pull()
      at.isDeaf = false
    },
    /** Something that all may be made of was wrong: nothing that was made before is used. */
    renew() {
      at.renewals++
      forget(at, positionOf(at))
    },
    get isDeaf() {
      return at.isDeaf
    },
    /** Another number: nothing that was cached before is right, not at the same position either (a database that was put back). */
    get generation() {
      return at.generation
    },
    /** When the calendar last changed, in Unix seconds. */
    get instant() {
      return at.instant
    },
    /** Has anything since `since` touched a list that depends on this? */
    hasTouched: (dependency: ListDependency, since: number): boolean =>
      at.isDeaf || (since !== positionOf(at) && hasTouched(at.recent, dependency, since)),
  }
}

/** For records that may change without notice. */
const expired: Validity = { isStale: true }

/** Are these all the lines from a position on, without a gap? */
const doContinue = (lines: readonly JournalEntry[], position: number) =>
  lines.every((line, at) => line.seq === position + 1 + at)

export type Changes = ReturnType<typeof followJournal>
