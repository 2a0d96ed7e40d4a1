import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { existing } from '../../define/base/objects.ts'
import type { Connection } from '../contract/connection.ts'
import { DatabaseError } from '../contract/database-error.ts'
import { moveNote, refuseUnfinishedMove } from '../contract/incomplete-move.ts'
import type { Shape } from '../contract/shape.ts'
import type { JournalEntry, Store } from '../contract/store.ts'
import type { Derived } from '../sql/derived-rows.ts'
import { openLeftOut } from '../sql/notes.ts'
import { reader } from '../sql/reader.ts'
import { beginRebuilds, isSmall, openRebuilds, readRebuilds } from '../sql/rebuild.ts'
import type { Source } from '../sql/records.ts'
import { isSameLine } from '../sql/redirects.ts'
import { openWriter, type Writer } from '../sql/writer.ts'
import { type Announcements, openAnnouncements } from './announcements.ts'
import { openWriting, reading, type Writing } from './connections.ts'
import { openGroupCommit } from './group-commit.ts'
import { channel, isAnswer, type Link, openLink } from './link.ts'
import { openPool, type Pool, type PoolLimits, usual } from './pool.ts'
import { openSearch } from './search.ts'
import { bringUpToDate, createNote, dialect } from './tables.ts'

/** Group commits that tell this process and all others how far the journal has grown. */
function openCommits(committing: Committing) {
  const { writing, writer, announcements, isMoreComing, derived } = committing
  let result: CommitResult = { position: 0, lines: [] }

  /** Lines of a group that was partly undone are not all at hand. */
  async function readResult(): Promise<CommitResult> {
    const lines = writer.takeLines()
    const last = lines.at(-1)
    return { position: last?.seq ?? (await journalEnd(writing.connection)), lines }
  }

  // A standby that took over may lack writes that were announced before.
  const isNews = ({ position, lines }: CommitResult) =>
    lines.length > 0 || position !== announcements.last

  return openGroupCommit<CommitResult>({
    writing,
    written: () => writing.written + writer.added,
    flush: writer.flush,
    forget() {
      writer.forget()
      announcements.ended()
    },
    readRebuilds: () => readRebuilds(derived),
    async announce() {
      result = await readResult()
      if (!isNews(result)) return
      announcements.begins(result.position)
      // Where this fails, so does the commit, which is sent at once.
      const notify = `SELECT pg_notify(${channel}, ?)`
      writing.connection.run(notify, [String(result.position)]).catch(() => {})
    },
    committed: () => result,
    async isThere() {
      const last = result.lines.at(-1)
      if (!last) return undefined
      const [there] = await derived.records.journal(last.seq - 1, 1)
      return there !== undefined && isSameLine(there, last)
    },
    durable(result) {
      if (!isNews(result)) return
      announcements.last = result.position
      announcements.ended()
      const lines = result.lines.length > 0 ? result.lines : undefined
      for (const watcher of announcements.watchers)
        Promise.resolve(watcher(result.position, lines)).catch(announcements.missed)
    },
    isMoreComing,
  })
}

async function journalEnd(connection: Connection): Promise<number> {
  const sql = 'SELECT coalesce(max(seq), 0) AS seq FROM journal'
  return (await connection.get<{ seq: number }>(sql))?.seq ?? 0
}

/**
 * Refuses a server on which the order of the change log would be lost without an error: one whose locks do not lock, that passes no
 * notices on, or that does not know what became of a transaction. Other engines speak as PostgreSQL does and lack some of this, and a
 * pooler may give each transaction another connection. `other`: a connection of the same kind; a second one is opened and closed here.
 * `noticeWithin`: milliseconds until a notice counts as lost.
 */
export async function refuseUnfit(url: string, other: Link, noticeWithin = 10_000) {
  await refuseEncoding(other)
  const name = `almanac ${randomUUID()}`
  let notify = () => {}
  const notified = new Promise<boolean>(resolve => {
    notify = () => resolve(true)
  })
  const link = openLink(url, { notified: notify })
  try {
    if (!(await supports(() => hasLocks(link, other, name))))
      throw new DatabaseError('DATABASE_WITHOUT_LOCKS')
    const hears = async () => {
      await link.query({ text: `LISTEN "${name}"` })
      await other.query({ text: 'SELECT pg_notify($1, $2)', values: [name, ''] })
      return Promise.race([notified, sleep(noticeWithin, false, { ref: false })])
    }
    if (!(await supports(hears))) throw new DatabaseError('DATABASE_WITHOUT_NOTIFY')
    if (!(await supports(() => knowsTransactions(link))))
      throw new DatabaseError('DATABASE_WITHOUT_STATUS')
  } finally {
    await link.close()
  }
}

/** Encodings that store every letter: the second stores bytes as they come. */
const encodings = ['UTF8', 'SQL_ASCII']

/** A database that cannot store every letter would refuse some writes and searches one by one. */
async function refuseEncoding(link: Link) {
  const text = "SELECT current_setting('server_encoding') AS encoding"
  const { encoding = '' } = (await link.query<{ encoding: string }>({ text })).rows[0] ?? {}
  if (!encodings.includes(encoding)) throw new DatabaseError('DATABASE_ENCODING', { encoding })
}

/** A server that refuses the question cannot do it; one that cannot be reached says nothing. */
async function supports(question: () => Promise<boolean>): Promise<boolean> {
  try {
    return await question()
  } catch (error) {
    if (isAnswer(error)) return false
    throw error
  }
}

/** True if advisory locks work across connections, in a transaction and beyond it. */
async function hasLocks(link: Link, other: Link, name: string): Promise<boolean> {
  const is = async (text: string) =>
    (await other.query<{ is: boolean }>({ text, values: [name] })).rows[0]?.is === true
  const key = 'hashtextextended($1, 0)'
  await link.query({ text: 'BEGIN' })
  await link.query({ text: `SELECT pg_advisory_xact_lock(${key})`, values: [name] })
  const isHeld = !(await is(`SELECT pg_try_advisory_xact_lock(${key}) AS is`))
  await link.query({ text: 'COMMIT' })
  await link.query({ text: `SELECT pg_advisory_lock(${key})`, values: [name] })
  const isHeldOn = !(await is(`SELECT pg_try_advisory_lock(${key}) AS is`))
  if (!isHeldOn) await is(`SELECT pg_advisory_unlock(${key}) AS is`)
  return isHeld && isHeldOn
}

async function knowsTransactions(link: Link): Promise<boolean> {
  await link.query({ text: 'BEGIN' })
  const { rows } = await link.query<{ id: string }>({
    text: 'SELECT pg_current_xact_id()::text AS id',
  })
  await link.query({ text: 'COMMIT' })
  const query = { text: 'SELECT pg_xact_status($1::xid8) AS status', values: [rows[0]?.id] }
  return (await link.query<{ status: string }>(query)).rows[0]?.status === 'committed'
}

type Options = {
  limits?: Partial<PoolLimits>
  log?(message: string, fields: Record<string, unknown>): void
}

/**
 * PostgreSQL 15 or newer. The writes of all processes are serialised, each process’s in group commits; reads use connections of their own
 * and see only committed data. `isMoreComing`: returns true if another write is about to arrive.
 */
export function postgres(url: string, isMoreComing = () => false, options: Options = {}): Store {
  const shapes = new Map<string, Shape>()
  const limits = { ...usual, ...options.limits }
  const writing = openWriting(url, limits, () => announcements.doubt())
  const pool = openPool(url, limits)
  const connection = reading(pool)
  const leftOut = openLeftOut(options.log ?? (() => {}))
  const source: Source = { connection: writing.connection, dialect, shapes, leftOut }
  const derived: Derived = { ...source, records: reader(source), targets: undefined, unknown: [] }
  const writer = openWriter(derived)
  const read = reader({
    connection,
    dialect,
    shapes,
    leftOut,
    get unknown() {
      return derived.unknown
    },
  })
  const announcements = listenOn(url, { pool, writing, read })
  const commit = openCommits({ writing, writer, announcements, isMoreComing, derived })
  const tx = { ...writer.tx, attempt: commit.attempt }
  // A rebuild reads records: those of its group must be there.
  const rebuilds = openRebuilds(derived, work => commit.run(() => writer.flush().then(work)))
  const search = openSearch(url, connection, read)

  return {
    ...read,
    search,
    async prepare(list, informed = () => {}) {
      for (const shape of list) shapes.set(shape.kind, shape)
      await refuseUnfit(url, writing.link)
      await createNote(writing.link)
      refuseUnfinishedMove(await read.note(moveNote))
      const began = performance.now()
      const migrated = await commit.run(() => bringUpToDate(writing.connection, list))
      const seconds = Math.round(performance.now() - began) / 1000
      if (migrated) informed('the database has been migrated', { ...migrated, seconds })
      await commit.run(() => beginRebuilds(derived))
      if (await isSmall(derived)) await rebuilds.run()
    },
    rebuild: rebuilds.run,
    write: (work, isCreation) =>
      commit.run(() => work(tx), isCreation ? () => work(writer.rehearsal) : undefined),
    writeFigures: commit.figures,
    watch(watcher) {
      if (announcements.watchers.size === 0) void announcements.begin()
      announcements.watchers.add(watcher)
      return () => void announcements.watchers.delete(watcher)
    },
    listen: listener => void announcements.connectionListeners.add(listener),
    // A query would have to wait, and other processes announce their commits themselves.
    look: () => false,
    isLeader: announcements.isLeader,
    broadcast: announcements.broadcast,
    async close() {
      await announcements.stop()
      await rebuilds.stop()
      await commit.drained()
      await search.close()
      await Promise.all([pool.close(), writing.link.close()])
    },
  }
}

type Listening = {
  pool: Pool
  writing: Pick<Writing, 'link'>
  read: Pick<Store, 'lastSeq'>
}

/** Listens for writes of other processes, and closes the connections while the server is unreachable. */
function listenOn(url: string, { pool, writing, read }: Listening) {
  let before: string | undefined
  return openAnnouncements({
    url,
    async started({ history }) {
      // connections to the server that was written before show what it has, and no more
      if (before !== undefined && before !== history)
        for (const each of [pool, writing.link]) each.drop()
      const seq = await read.lastSeq()
      before = history
      return seq
    },
    ping: pool.ping,
    unreachable(why) {
      for (const each of [pool, writing.link]) each.shut(why)
    },
    reachable() {
      for (const each of [pool, writing.link]) each.reopen()
    },
  })
}

/** True if the tables of a calendar exist. Nothing is created. */
export async function hasTables(url: string): Promise<boolean> {
  const link = openLink(url)
  try {
    const text = "SELECT to_regclass('journal') IS NOT NULL AS has"
    return existing((await link.query<{ has: boolean }>({ text })).rows[0]).has
  } finally {
    await link.close()
  }
}

type CommitResult = { position: number; lines: readonly JournalEntry[] }

type Committing = {
  writing: Writing
  writer: Writer
  announcements: Announcements
  isMoreComing(): boolean
  /** Read and written on the connection that writes. */
  derived: Derived
}
