import type { Derived } from '../derived-rows.ts'
import { moveNote, refuseHalfMoved } from '../half-moved.ts'
import { reader } from '../reader.ts'
import { beginRebuilds, isSmall, openRebuilds } from '../rebuild.ts'
import type { Source } from '../records.ts'
import type { Shape } from '../shape.ts'
import type { Store } from '../store.ts'
import { openWriter } from '../writer.ts'
import { openAnnouncements } from './announcements.ts'
import { channel, openCommits } from './commits.ts'
import { openWriting, reading, type Writing } from './connections.ts'
import { dialect } from './dialect.ts'
import { openLink } from './link.ts'
import { openPool, type Pool, type PoolLimits, usual } from './pool.ts'
import { openSearch } from './search.ts'
import { bringUpToDate, createNote } from './tables.ts'

/** Milliseconds that one statement of a write may take, waiting for its turn included. */
const longestWriting = 20_000

export type Options = { limits?: Partial<PoolLimits> }

/**
 * PostgreSQL 15 or newer. Writes of all processes come one after another, each process's in group commits; reads go through
 * connections of their own and see only what is committed. `isMoreComing`: will another write come in a moment?
 */
export function postgres(url: string, isMoreComing = () => false, { limits }: Options = {}): Store {
  const shapes = new Map<string, Shape>()
  const writing = openWriting(url, longestWriting, () => announcements.doubt())
  const pool = openPool(url, { ...usual, ...limits })
  const source: Source = { connection: writing.connection, dialect, shapes }
  const derived: Derived = { ...source, records: reader(source), targets: undefined, unknown: [] }
  const writer = openWriter(derived)
  const connection = reading(pool)
  const read = reader({
    connection,
    dialect,
    shapes,
    get unknown() {
      return derived.unknown
    },
  })
  const announcements = listenOn(url, { pool, writing, lastSeq: read.lastSeq })
  const { records } = derived
  const commit = openCommits({ writing, writer, announcements, isMoreComing, records })
  // A rebuild reads records: those of its group must be there.
  const rebuilds = openRebuilds(derived, work => commit.run(() => writer.flush().then(work)))
  const search = openSearch(url, connection, read)

  return {
    ...read,
    search,
    async prepare(list) {
      for (const shape of list) shapes.set(shape.kind, shape)
      await createNote(writing.link)
      refuseHalfMoved(await read.note(moveNote))
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
    isFirst: announcements.isFirst,
    whispers: announcements.whispers,
    async close() {
      await announcements.stop()
      await rebuilds.stop()
      await commit.drained()
      await Promise.all([pool.close(), writing.link.close()])
    },
  }
}

type Asked = {
  pool: Pool
  writing: Pick<Writing, 'link'>
  lastSeq(): Promise<number>
}

/** Hears what other processes write, and says whom nobody need ask at the moment. */
function listenOn(url: string, { pool, writing, lastSeq }: Asked) {
  /** Of the server that is written: a standby that takes over begins another. */
  let history: string | undefined
  return openAnnouncements({
    url,
    channel,
    async begun(server) {
      const isOther = history !== undefined && history !== server.history
      history = server.history
      // connections to the server that was written before show what it has, and no more
      if (isOther) for (const each of [pool, writing.link]) each.drop()
      return lastSeq()
    },
    ping: pool.ping,
    away(why) {
      for (const each of [pool, writing.link]) each.shut(why)
    },
    back() {
      for (const each of [pool, writing.link]) each.reopen()
    },
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
