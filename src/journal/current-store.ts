import { openCache } from '../common/cache.ts'
import { sizeOf } from '../store/listing/compared.ts'
import type { ListIndex } from '../store/listing/list-index.ts'
import type { JournalEntry, Store } from '../store/store.ts'
import { detailOf } from './entry.ts'
import { type Changes, followJournal } from './follower.ts'
import { openIndexCache, type Progress } from './index-cache.ts'
import { openIndexCheck } from './index-check.ts'
import { cacheLookups } from './lookup-cache.ts'
import { cacheRecords } from './record-cache.ts'

type Failed = (error: unknown) => void
type LogFn = (message: string, fields: Record<string, unknown>) => void
const nothing = async () => {}

/**
 * The database with the in-memory state of this process. Lists come from the list index, otherwise from SQL; linked records come from a
 * cache. When a write is answered, the list index and every cache include it. `readSettings` reads the stored settings before their
 * listeners are notified.
 */
export async function openCurrentStore(
  engine: Store,
  failed: Failed,
  readSettings = nothing,
  log: LogFn = () => {},
) {
  const indexCache = openIndexCache(engine, failed)
  const settings = openFollowedSettings(readSettings, failed)

  // A write that is durable is answered as such, whatever cannot follow it.
  const changes = followJournal(engine, {
    async follow(entries) {
      await indexCache.follow(entries)
      return settings.follow(entries)
    },
    async restart() {
      await settings.restart()
      await indexCache.renew()
    },
  })
  await changes.begin()

  /** Writes that commit together share one reading of the journal. */
  let followed = Promise.resolve()
  const unwatch = engine.watch((_, lines) => {
    followed = changes.pull(lines)
    followed.catch(failed)
    return followed
  })
  engine.listen?.({ lost: changes.disconnected, regained: changes.reconnected })
  // Reads what was written between opening the database and watching it.
  await changes.pull()
  const memory = fromMemory(engine, changes)
  const store: Store = {
    ...engine,
    ...memory.reads,
    ...listsOf(engine, () => (changes.isDeaf ? undefined : indexCache.index)),
    ...writesOf(engine, () => followed),
  }

  return {
    store,
    changes,
    get index() {
      return indexCache.index
    },
    get wasBuilt() {
      return indexCache.wasBuilt
    },
    /** Figures of the cache of linked records. */
    figures: memory.figures,
    /** Compares the list index with the database, and puts it right. */
    repairs: openRepairs(() => indexCache.index, changes, log),
    /** Rebuilds tables, and builds the list index and the search index, in the background; until they are ready, the database answers. */
    buildIndexes: (progress: Progress): Promise<void> => indexCache.build(changes, progress),
    async close() {
      unwatch()
      await indexCache.stop()
      await store.close()
    },
  }
}

/** Limit of the cache of linked records and of term lookups. */
const memoryBytes = 6 * 1024 * 1024

function fromMemory(engine: Store, changes: Changes) {
  const cache = openCache({ bytes: memoryBytes, journal: changes })
  const linked = cacheRecords(engine, changes, cache)
  const reads = { ...linked, ...cacheLookups({ ...engine, ...linked }, changes, cache) }
  return { reads, figures: cache.figures }
}

/**
 * A write waits until the indexes and caches have followed it. If that fails, the write is still durable and reported as such: the engine
 * has already disabled the caches of this process.
 */
const writesOf = (engine: Store, followed: () => Promise<void>): Pick<Store, 'write'> => ({
  async write(work, isCreation) {
    const result = await engine.write(work, isCreation)
    await followed().catch(error => {
      if (!engine.listen) throw error
    })
    return result
  },
})

/** Compares the list index with the database and corrects it. */
function openRepairs(index: () => ListIndex | undefined, changes: Changes, log: LogFn) {
  let count = 0
  const { doubt, look } = openIndexCheck({
    index,
    changes,
    repaired(ids) {
      count += sizeOf(ids)
      log('the list index differed from the database and was put right', { ...ids })
    },
  })
  return {
    doubt,
    look,
    /** Number of index entries that differed from the database. */
    get count() {
      return count
    },
  }
}

/** A durable change is reported as such even if the settings cannot be read again; they are read with the next lines. */
function openFollowedSettings(read: () => Promise<void>, failed: Failed) {
  let isDue = false
  async function restart() {
    isDue = true
    await read().then(() => {
      isDue = false
    }, failed)
    return !isDue
  }
  return {
    restart,
    /** True once the settings have been read. */
    follow: async (entries: readonly JournalEntry[]) =>
      (isDue || entries.some(entry => detailOf(entry).settings)) && restart(),
  }
}

/** Lists come from the index, or from the database while the index cannot answer. */
const listsOf = (
  engine: Store,
  index: () => ListIndex | undefined,
): Pick<Store, 'listEvents' | 'listDays' | 'listPosts'> => ({
  listEvents: async (query, requester) =>
    (await index()?.listEvents(query, requester)) ?? engine.listEvents(query),
  listDays: async (query, span, requester) =>
    (await index()?.listDays(query, span, requester)) ?? engine.listDays(query, span),
  listPosts: async query => (await index()?.listPosts(query)) ?? engine.listPosts(query),
})
