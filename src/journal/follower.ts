import { openValidities, type Validity } from '../common/index.ts'
import { isDated, isTermLink } from '../define/record.ts'
import { isSameLine, type JournalEntry, type Store } from '../store/index.ts'
import { detailOf } from './entry.ts'
import { type Change, isTouched, type ListDependency } from './list-dependency.ts'

const batch = 1000

/** Must be up to date before a writer is answered, and before any cache that leads to it is outdated: the list index, and the settings. */
type FollowedFirst = {
  /** Says whether everything that was made before may look otherwise now. */
  follow(entries: readonly JournalEntry[]): Promise<boolean>
  /** Lines are gone that it has not read: it begins again from the database. */
  restart(): Promise<void>
}

type FollowedStore = Pick<Store, 'journal' | 'lastSeq' | 'look'>

/** The position of the reader in the journal. */
type Position = {
  store: FollowedStore
  index: FollowedFirst
  validities: ReturnType<typeof openValidities>
  /** Current counts of terms whose count has changed since the start. */
  counts: Map<number, number>
  recent: RecentChanges
  seq: number
  /** The number of times that all cached values were dropped since the last line. */
  renewals: number
  /** The line at `seq`, where there is one. */
  line: JournalEntry | undefined
  /** Counts how often all cached values were dropped. */
  generation: number
  instant: number
  readers: Set<() => void>
  /** The connection is lost: every cached value counts as stale. */
  isDisconnected: boolean
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

/** `lines`: all new lines, if the caller has them; otherwise they are read. */
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
 * Reads the next lines. Undefined if the last line that was read is gone or differs: lines were pruned before they were read, or the
 * database was restored or another server took over.
 */
async function readOn({ store, seq, line }: Position): Promise<JournalEntry[] | undefined> {
  if (!line) return store.journal(seq, batch)
  const [last, ...entries] = await store.journal(seq - 1, batch + 1)
  return last && isSameLine(last, line) ? entries : undefined
}

/** Restarts at the current position and drops every cached value. */
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

/** Runs one reading at a time; calls during a reading share the next one. */
function openPull(at: Position) {
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  /** The last reading, until it has ended. */
  let latest: Promise<void> | undefined
  /** Lines that the next reading has already; undefined if they are incomplete. */
  let handed: readonly JournalEntry[] | undefined = []

  function queue(): Promise<void> {
    const reading = running
      .catch(() => {})
      .then(() => {
        queued = undefined
        const given = handed
        handed = []
        running = read(at, given)
        return running
      })
    const ended = () => {
      if (latest === reading) latest = undefined
    }
    reading.then(ended, ended)
    latest = reading
    return reading
  }

  return {
    /** `lines`: all new lines, if the caller has them. */
    pull(lines?: readonly JournalEntry[]): Promise<void> {
      handed = handed && lines && (handed.length === 0 ? lines : [...handed, ...lines])
      queued ??= queue()
      return queued
    },
    get latest() {
      return latest
    },
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
  isDisconnected: false,
})

/**
 * Follows the journal for all caches of this process: invalidates changed records, and remembers recent changes so that a cached list can
 * check whether one of them touches it. A writer waits for this and for the list index only; the search index follows the journal at its
 * own pace.
 */
export function followJournal(store: FollowedStore, index: FollowedFirst) {
  const at = newPosition(store, index)
  const readings = openPull(at)
  const { pull } = readings
  return {
    /** Starts at the current position: earlier changes are already in the database. */
    begin: async () => begin(at, await store.lastSeq()),
    /** Reads new lines. */
    pull,
    /** Calls `wake` when there are new lines. It must not throw, and its work is not awaited. */
    subscribe(wake: () => void) {
      at.readers.add(wake)
      return () => at.readers.delete(wake)
    },
    /**
     * Reads what another process has written; undefined if there is nothing new. A reading that has begun is awaited: the store reports a
     * write once, and the timer of the store may have been first.
     */
    refresh: (): Promise<void> | undefined => (store.look() ? pull() : readings.latest),
    validity: (kind: string, id: number) =>
      at.isDisconnected ? expired : at.validities.of(kind, id),
    /** The number of events of a term, once it has changed; it has a validity of its own, of the kind `count`. */
    countOf: (term: number): number | undefined =>
      at.isDisconnected ? undefined : at.counts.get(term),
    /** The position up to which the journal has been read. NaN, which equals nothing, while other processes may write without notice. */
    get seq() {
      return at.isDisconnected ? Number.NaN : positionOf(at)
    },
    /** Connection lost: cached values are not used until `reconnected`. */
    disconnected() {
      at.isDisconnected = true
      at.validities.endAll()
    },
    /** Uses caches again after it has read what was written meanwhile. */
    async reconnected() {
      await pull()
      at.isDisconnected = false
    },
    /** Drops every cached value: something that any of them may depend on was wrong. */
    renew() {
      at.renewals++
      forget(at, positionOf(at))
    },
    get isDisconnected() {
      return at.isDisconnected
    },
    /** Changes whenever all cached values are dropped, also at an equal position (a restored database). */
    get generation() {
      return at.generation
    },
    /** When the calendar last changed, in Unix seconds. */
    get instant() {
      return at.instant
    },
    /** True if a change since `since` touches a list with this dependency. */
    hasTouched: (dependency: ListDependency, since: number): boolean =>
      at.isDisconnected || (since !== positionOf(at) && hasTouched(at.recent, dependency, since)),
  }
}

/** The validity of records that may change without notice. */
const expired: Validity = { isStale: true }

/** True if these lines follow a position without a gap. */
const doContinue = (lines: readonly JournalEntry[], position: number) =>
  lines.every((line, at) => line.seq === position + 1 + at)

export type Changes = ReturnType<typeof followJournal>

const max = 8192

/** Recent changes, to check whether one of them touches a cached list. */
type RecentChanges = {
  list: Change[]
  /** The position after which every change is here. */
  since: number
}

function remember(recent: RecentChanges, entry: JournalEntry) {
  const { was, is, counted = [] } = detailOf(entry)
  const { seq, kind, verb } = entry
  const hasDetail = !isDated(kind) || was !== undefined || is !== undefined
  // the events of a removed term have no line of their own
  const removesTerm = verb === 'remove' && isTermLink(kind)
  recent.list.push({
    seq,
    kind,
    was,
    is,
    isOpen: !hasDetail || removesTerm,
    counts: counted.length > 0,
  })
}

/** Drops the older half when there are too many. */
function bound(recent: RecentChanges) {
  if (recent.list.length <= max) return
  recent.since = recent.list[recent.list.length - max / 2 - 1]?.seq ?? recent.since
  recent.list = recent.list.slice(-max / 2)
}

/** True if a change since a position may touch a list with this dependency, or if the position is too old to tell. */
function hasTouched(recent: RecentChanges, dependency: ListDependency, since: number): boolean {
  // NaN compares as older than everything
  if (!(since >= recent.since)) return true
  for (let index = recent.list.length - 1; index >= 0; index--) {
    const change = recent.list[index]
    if (!change || change.seq <= since) return false
    if (isTouched(dependency, change)) return true
  }
  return false
}

/** Lines per transaction; other writers get their turn in between. */
const slice = 500
/** The last removed line. The search index, which follows the journal by itself, reads it. */
const prunedKey = 'journal-pruned'

/**
 * Removes lines older than an instant (Unix seconds) in batches and returns their number. The last line stays: it holds the position of the
 * journal and the time of the last change.
 */
export async function pruneJournal(
  store: Pick<Store, 'journal' | 'write'>,
  before: number,
  isStopped = () => false,
): Promise<number> {
  let pruned = 0
  while (!isStopped()) {
    const entries = await store.journal(0, slice + 1)
    const younger = entries.findIndex(({ instant }) => instant >= before)
    const count = younger < 0 ? entries.length - 1 : Math.min(younger, entries.length - 1)
    const last = entries[count - 1]
    if (!last) return pruned
    await store.write(async tx => {
      await tx.dropJournal(last.seq)
      await tx.setNote(prunedKey, String(last.seq))
    })
    pruned += count
    await new Promise(setImmediate)
  }
  return pruned
}
