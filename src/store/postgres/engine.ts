import type { Connection } from '../connection.ts'
import type { Derived } from '../derived-rows.ts'
import { reader } from '../reader.ts'
import { beginRebuilds, isSmall, openRebuilds } from '../rebuild.ts'
import type { Source } from '../records.ts'
import type { Shape } from '../shape.ts'
import type { JournalEntry, Store } from '../store.ts'
import { openWriter, type Writer } from '../writer.ts'
import { openAnnouncements } from './announcements.ts'
import { openReading, openWriting } from './connections.ts'
import { dialect } from './dialect.ts'
import { openGroupCommit } from './group-commit.ts'
import { openLink } from './link.ts'
import { openSearch } from './search.ts'
import { bringUpToDate, createNote } from './tables.ts'

/** Milliseconds that one statement of a write may take, waiting for its turn included. */
const longestWriting = 20_000

type Told = { position: number; lines: readonly JournalEntry[] }

/** Where processes of one database tell each other of commits. */
const channel = 'almanac'

/**
 * PostgreSQL 15 or newer. Writes of all processes come one after another, each process's in group commits; reads go through
 * connections of their own and see only what is committed. `isMoreComing`: will another write come in a moment?
 */
export function postgres(url: string, isMoreComing = () => false): Store {
  const shapes = new Map<string, Shape>()
  const writing = openWriting(url, longestWriting)
  const reading = openReading(url)
  const source: Source = { connection: writing.connection, dialect, shapes }
  const derived: Derived = { ...source, records: reader(source), targets: undefined, unknown: [] }
  const writer = openWriter(derived)
  const read = reader({
    connection: reading.connection,
    dialect,
    shapes,
    get unknown() {
      return derived.unknown
    },
  })
  const announcements = openAnnouncements(url, channel, read.lastSeq)
  const commit = openCommits({ writing, writer, announcements, isMoreComing })
  // A rebuild reads records: those of its group must be there.
  const rebuilds = openRebuilds(derived, work => commit.run(() => writer.flush().then(work)))
  const search = openSearch(url, reading.connection, read)

  return {
    ...read,
    search,
    async prepare(list) {
      for (const shape of list) shapes.set(shape.kind, shape)
      await createNote(writing.link)
      await commit.run(() => bringUpToDate(writing.connection, list))
      await commit.run(() => beginRebuilds(derived))
      if (await isSmall(derived)) await rebuilds.run()
    },
    rebuild: rebuilds.run,
    write: work => commit.run(() => work(writer.tx)),
    watch(watcher) {
      if (announcements.watchers.size === 0) void announcements.begin()
      announcements.watchers.add(watcher)
      return () => void announcements.watchers.delete(watcher)
    },
    listen: hearing => void announcements.hearings.add(hearing),
    // Nothing can be asked without waiting: other processes tell of their commits themselves.
    look: () => false,
    async close() {
      await announcements.stop()
      await rebuilds.stop()
      await commit.drained()
      await Promise.all([reading.close(), writing.link.close()])
    },
  }
}

type Committing = {
  writing: ReturnType<typeof openWriting>
  writer: Writer
  announcements: ReturnType<typeof openAnnouncements>
  isMoreComing(): boolean
}

/** Group commits that tell this process and all others how far the journal has grown. */
function openCommits({ writing, writer, announcements, isMoreComing }: Committing) {
  let told: Told = { position: 0, lines: [] }

  /** Lines of a group that was partly undone are not all at hand. */
  async function tell(): Promise<Told> {
    const lines = writer.takeLines()
    const last = lines.at(-1)
    return { position: last?.seq ?? (await journalEnd(writing.connection)), lines }
  }

  return openGroupCommit<Told>({
    link: writing.link,
    written: () => writing.written + writer.added,
    flush: writer.flush,
    forget: writer.forget,
    async announce() {
      told = await tell()
      if (told.position > announcements.last)
        await writing.connection.run('SELECT pg_notify(?, ?)', [channel, String(told.position)])
    },
    committed: () => told,
    durable({ position, lines }) {
      if (position <= announcements.last) return
      announcements.last = position
      for (const watcher of announcements.watchers)
        watcher(position, lines.length > 0 ? lines : undefined)
    },
    isMoreComing,
  })
}

/** Are there tables of a calendar? Nothing is created. */
export async function hasTables(url: string): Promise<boolean> {
  const link = openLink(url)
  try {
    const { rows } = await link.query({ text: "SELECT to_regclass('journal') IS NOT NULL AS has" })
    return (rows[0] as { has: boolean }).has
  } finally {
    await link.close()
  }
}

async function journalEnd(connection: Connection): Promise<number> {
  const sql = 'SELECT coalesce(max(seq), 0) AS seq FROM journal'
  return (await connection.get<{ seq: number }>(sql))?.seq ?? 0
}
