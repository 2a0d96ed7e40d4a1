import { Worker } from 'node:worker_threads'
import { Problem } from '../../problem/index.ts'
import type { Connection } from '../contract/connection.ts'
import { moveNote, refuseUnfinishedMove } from '../contract/incomplete-move.ts'
import type { Shape } from '../contract/shape.ts'
import type { Informed, JournalEntry, Store, Watcher } from '../contract/store.ts'
import type { TextSearch } from '../contract/text-search.ts'
import { openFind, type Texts } from '../search/find.ts'
import type { Derived } from '../sql/derived-rows.ts'
import { openLeftOut } from '../sql/notes.ts'
import { reader } from '../sql/reader.ts'
import { beginRebuilds, isSmall, openRebuilds } from '../sql/rebuild.ts'
import type { Source } from '../sql/records.ts'
import { openWriter } from '../sql/writer.ts'
import { connectionOf, type Database, dialect, openDatabase, statementsOf } from './driver.ts'
import { openGroupCommit } from './group-commit.ts'
import { openThread, type Thread, type ThreadEvents } from './search/thread.ts'
import { update } from './update.ts'

/** A log of more pages than this is moved into the database: 16 MiB. */
const maxPages = 4096
/** It is measured after so many commits. */
const everyCommits = 16

/**
 * Checkpoints outside the event loop: after enough commits the log is measured, and a thread, started when it is first
 * needed, moves it into the database. A commit itself never waits for that.
 *
 * Under a steady stream of writes the thread would never reach the end of a log that goes on growing. So when it has moved
 * the bulk, the next group waits (`turn`) while it moves the little that has come since, and the log begins again.
 */
export function openCheckpoints(db: Database, file: string) {
  const measure = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  let commits = 0
  let state: 'idle' | 'bulk' | 'rest-due' | 'rest' | 'broken' = 'idle'
  let worker: Worker | undefined
  let resume = () => {}

  function done() {
    // Without commits since, the bulk was all.
    state = state === 'bulk' && commits > 0 ? 'rest-due' : 'idle'
    resume()
  }

  function open() {
    const worker = new Worker(new URL('./checkpoint.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    })
    worker.unref()
    worker.on('message', done)
    // Without it the log grows until the next start; nothing is lost.
    worker.on('error', () => {
      state = 'broken'
      resume()
    })
    return worker
  }

  return {
    committed() {
      commits++
      if (state !== 'idle' || commits < everyCommits) return
      commits = 0
      if ((measure.get<{ log: number }>()?.log ?? 0) < maxPages) return
      state = 'bulk'
      worker ??= open()
      worker.postMessage('bulk')
    },
    /** Resolves when the next group may write; undefined: at once. */
    turn(): Promise<void> | undefined {
      if (state !== 'rest-due') return undefined
      state = 'rest'
      commits = 0
      worker?.postMessage('rest')
      return new Promise(resolve => {
        resume = resolve
      })
    },
    async close() {
      if (!worker || state === 'broken') return
      const ended = new Promise<void>(resolve => worker?.once('exit', () => resolve()))
      worker.ref()
      worker.postMessage('end')
      await ended
    },
  }
}

/**
 * SQLite in one file. Two connections: writes go through one, in group commits; reads go through the other and see only what is committed. Never run
 * ANALYZE here: plans would change with the data (`test/stores/plans.test.ts` holds them). `isMoreComing`: true if a group commit should wait for
 * another write. `readsOnce`: nothing is read twice, as in an export. `log` receives messages for the operator.
 */
export function sqlite(
  file: string,
  isMoreComing = () => false,
  { readsOnce = false, log = () => {} }: { readsOnce?: boolean; log?: Informed } = {},
): Store {
  const [writing, reading] = [openWriting(file), openReading(file, readsOnce)]
  const [statements, readings] = [statementsOf(writing), statementsOf(reading)]
  const shapes = new Map<string, Shape>()
  const checkpoints = openCheckpoints(writing, file)
  const written = connectionOf(statements).connection
  const source: Source = { connection: written, dialect, shapes, leftOut: openLeftOut(log) }
  const derived: Derived = { ...source, records: reader(source), targets: undefined, unknown: [] }
  const writer = openWriter(derived)
  const { connection, isReading } = connectionOf(readings)
  const lastSeq = () =>
    readings.row<{ seq: number | null }>('SELECT max(seq) AS seq FROM journal')?.seq ?? 0
  const watchers = openWatchers(writing, lastSeq)
  const commit = openGroupCommit({
    db: writing,
    log: `${file}-wal`,
    written: () => statements.written + writer.added,
    flush: writer.flush,
    forget: writer.forget,
    isReading,
    committed() {
      checkpoints.committed()
      return writer.takeLines()
    },
    durable: watchers.call,
    turn: checkpoints.turn,
    isMoreComing,
  })
  const tx = { ...writer.tx, attempt: commit.attempt }
  const read = reader(asOf(derived, connection))
  const search = openSearch(file, read)
  // A rebuild reads records: those of its group must be there.
  const rebuilds = openRebuilds(derived, work => commit.run(() => writer.flush().then(work)))

  return {
    ...read,
    search,
    async prepare(list, informed = () => {}) {
      for (const shape of list) shapes.set(shape.kind, shape)
      refuseUnfinishedMove(noteOf(writing, moveNote))
      update(writing, file, list, informed)
      await commit.run(() => beginRebuilds(derived))
      if (await isSmall(derived)) await rebuilds.run()
    },
    rebuild: rebuilds.run,
    write: work => commit.run(() => work(tx)),
    writeFigures: commit.figures,
    watch: watchers.add,
    look: watchers.look,
    // one process serves a file
    isLeader: async () => true,
    async close() {
      watchers.stop()
      await rebuilds.stop()
      await commit.drained()
      await search.close()
      await checkpoints.close()
      reading.close()
      writing.close()
    },
  }
}

/** Reads a note of a file that may have no tables yet. */
const noteOf = (db: Database, key: string) =>
  db.value("SELECT 1 FROM sqlite_schema WHERE name = 'note'") === undefined
    ? undefined
    : db.value('SELECT value FROM note WHERE key = ?', key)

/** The source that a connection reads, with the columns that a rebuild has left unknown at that moment. */
const asOf = (derived: Derived, connection: Connection): Source => ({
  connection,
  dialect,
  shapes: derived.shapes,
  leftOut: derived.leftOut,
  get unknown() {
    return derived.unknown
  },
})

/** Milliseconds after which a write of a command is noticed; callers with credentials notice it at once (`look`). */
const everyMs = 100

/** Notifies watchers that the journal has grown. */
function openWatchers(db: Database, lastSeq: () => number) {
  const watchers = new Set<Watcher>()
  const version = db.prepare('PRAGMA data_version')
  let seen: unknown
  let timer: NodeJS.Timeout | undefined

  /** True if they were called in this round of the event loop, or had nothing to do. */
  let looked: boolean | undefined

  function call(lines: readonly JournalEntry[] = []) {
    if (watchers.size === 0) return
    const last = lines.at(-1)
    if (last) for (const watcher of watchers) watcher(last.seq, lines)
    else {
      const position = lastSeq()
      for (const watcher of watchers) watcher(position)
    }
  }

  function look() {
    const [current] = version.values()
    if (current === seen) return false
    call()
    seen = current
    return true
  }

  function lookSometimes() {
    try {
      look()
    } catch {
      // as when the disk fails: readers and writers get that error too, and this tries again
    }
  }

  return {
    call,
    /** Asked by every caller with credentials: those who come in one round of the event loop share the asking. */
    look(): boolean {
      if (looked !== undefined) return looked
      looked = look()
      setImmediate(() => {
        looked = undefined
      })
      return looked
    },
    add(watcher: Watcher) {
      watchers.add(watcher)
      seen ??= version.values()[0]
      timer ??= setInterval(lookSometimes, everyMs).unref()
      return () => void watchers.delete(watcher)
    },
    stop() {
      clearInterval(timer)
      watchers.clear()
    },
  }
}

function open(file: string) {
  const db = openDatabase(file, { timeout: 10_000 })
  // The group commit syncs the log itself, off this thread, before anyone is answered.
  db.exec(`PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA temp_store = MEMORY`)
  return db
}

function openReading(file: string, readsOnce: boolean) {
  const db = open(file)
  // An export of 100,000 events as CSV is 11 MB larger with 16 MB of pages than with 2, and no faster.
  db.exec(`PRAGMA cache_size = ${readsOnce ? -2000 : -16_000}`)
  return db
}

function openWriting(file: string) {
  const db = open(file)
  // A group of writes dirties many pages; a reader finds what it needs with the system as soon as here.
  db.exec('PRAGMA cache_size = -4000')
  // Series dirty thousands of pages: written to the log one by one before the commit, they cost more than all else. 32 MB, given back after it.
  db.exec('PRAGMA cache_spill = 8000')
  // SQLite overwrites deleted rows; it costs no measurable time.
  db.exec('PRAGMA secure_delete = ON')
  return db
}

/** Up to so many events, reading all texts through costs less than a thread that keeps an index of them. */
const maxHere = 20_000
/** A thread that ended by itself is not replaced at once. */
const again = 60_000

/** The search index is derived: its file stands next to the database, and may be deleted. */
const indexOf = (file: string) => `${file.replace(/\.db$/, '')}.search.db`

/** Finds letters in the texts of events: here in a small calendar, on a thread of its own in a large one. */
export function openSearch(
  file: string,
  texts: Texts,
  fewest = maxHere,
): TextSearch & { close(): Promise<void> } {
  let thread: Thread | undefined
  let threadEvents: ThreadEvents = {}
  let started = -again
  let isClosed = false
  const findHere = openFind(texts, { slice: 4000, share: 1 / 4 })

  function begin(events: number) {
    if (thread || isClosed || events <= fewest || performance.now() - started < again) return
    started = performance.now()
    thread = openThread({ file, index: indexOf(file) }, threadEvents, () => (thread = undefined))
  }

  async function find(...query: Parameters<TextSearch['find']>) {
    begin(await texts.lastId('event'))
    if (!thread) return findHere(...query)
    try {
      return await thread.find(...query)
    } catch (error) {
      const [, , , stop] = query
      if (error instanceof Problem || isClosed || stop?.aborted) throw error
      return findHere(...query)
    }
  }

  return {
    find,
    begin(events, tellings = {}) {
      threadEvents = tellings
      begin(events)
    },
    async close() {
      isClosed = true
      await thread?.close()
    },
  }
}
