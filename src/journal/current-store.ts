import { openCache } from '../common/index.ts'
import {
  type Compared,
  type JournalEntry,
  type ListIndex,
  noneCompared,
  type Store,
  sizeOf,
} from '../store/index.ts'
import { detailOf } from './entry.ts'
import { type Changes, followJournal } from './follower.ts'
import { cacheLookups, cacheRecords } from './record-cache.ts'

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
    ...listsOf(engine, () => (changes.isDisconnected ? undefined : indexCache.index)),
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
): Pick<Store, 'listEvents' | 'listDays' | 'listFacets' | 'listPosts' | 'venuesNear'> => ({
  listEvents: async (query, requester) =>
    (await index()?.listEvents(query, requester)) ?? engine.listEvents(query),
  listDays: async (query, span, requester) =>
    (await index()?.listDays(query, span, requester)) ?? engine.listDays(query, span),
  listFacets: async (query, facets, requester) =>
    (await index()?.listFacets(query, facets, requester)) ?? engine.listFacets(query, facets),
  venuesNear: async near => index()?.venuesNear(near) ?? engine.venuesNear(near),
  listPosts: async query => (await index()?.listPosts(query)) ?? engine.listPosts(query),
})

/** The progress in preparing an index; complete when nothing is left of the total. */
type Progress = (work: 'tables' | 'lists' | 'search', done: number, total: number) => void

/** Loaded when it is first built: the first responses come without it. */
const listIndex = () => import('../store/listing/list-index.ts')

/** Milliseconds until an index that could not be built is begun again. */
const buildAgainAfter = 10_000

/**
 * The list index of this process. An index that fails to follow or to build is dropped: the database answers until the next build, which
 * starts at once or after a pause.
 */
function openIndexCache(engine: Store, failed: (error: unknown) => void) {
  /** Undefined until the first build, which reads everything written so far. */
  let index: ListIndex | undefined
  /** Builds the index again; set at the first build. */
  let build: (() => Promise<void>) | undefined
  let later: NodeJS.Timeout | undefined
  let isStopped = false
  let wasBuilt = false

  async function renew() {
    clearTimeout(later)
    await index?.stop()
    index = undefined
    void build?.().catch(failed)
  }

  function renewLater() {
    clearTimeout(later)
    if (build) later = setTimeout(() => void renew(), buildAgainAfter).unref()
  }

  return {
    get index() {
      return index
    },
    /** True if it has been built since the start, or at least been tried. */
    get wasBuilt() {
      return wasBuilt
    },
    renew,
    async follow(entries: readonly JournalEntry[]) {
      try {
        await index?.follow(entries)
      } catch (error) {
        failed(error)
        await renew()
      }
    },
    async build(changes: Changes, progress: Progress): Promise<void> {
      const { openListIndex } = await listIndex()
      if (isStopped) return
      build = () => {
        index ??= openListIndex(engine)
        return buildAll({ engine, changes, index }, progress, failed).catch(error => {
          renewLater()
          throw error
        })
      }
      return build().finally(() => {
        wasBuilt = true
      })
    },
    async stop() {
      isStopped = true
      build = undefined
      clearTimeout(later)
      await index?.stop()
    },
  }
}

/** Rebuilds derived tables whose form has changed, then builds the list index, then the search index. */
async function buildAll(
  { engine, changes, index }: { engine: Store; changes: Changes; index: ListIndex },
  progress: Progress,
  failed: (error: unknown) => void,
) {
  await engine.rebuild((done, total) => progress('tables', done, total))
  await changes.pull()
  const events = await engine.count('event')
  const lists = (done: number) => events > 0 && progress('lists', done, events)
  lists(0)
  await index.build(done => lists(Math.min(done, events - 1)))
  if (!index.isReady) return
  lists(events)
  engine.search.begin(index.size, {
    progress: (done, total) => progress('search', done, total),
    failed,
  })
}

/** Maximum number of doubtful records that are noted until the next check. */
const maxDoubted = 1000
/** A difference counts after this many checks, each with the journal read to its end in between. */
const looks = 3

type Checked = {
  /** The index of this process, once it is built. */
  index(): ListIndex | undefined
  changes: Pick<Changes, 'pull' | 'renew' | 'isDisconnected'>
  /** Receives the records whose index entries differed from the database and were corrected. */
  repaired(ids: Compared): void
}

/**
 * Compares the list index with the database in batches: first the doubtful records, then those that changed recently, then all others in
 * turn. A record that differs is indexed again, and every cached list is dropped.
 */
export function openIndexCheck({ index: indexNow, changes, repaired }: Checked) {
  let doubted = noneCompared()
  let running: Promise<void> | undefined

  async function look() {
    const index = indexNow()
    if (!index?.isReady || changes.isDisconnected) return
    let wrong = joined(doubted, await index.nextCompared())
    doubted = noneCompared()
    for (let n = 0; n < looks && sizeOf(wrong) > 0; n++) {
      if (n > 0) await changes.pull()
      wrong = await index.differing(wrong)
    }
    if (sizeOf(wrong) === 0 || !index.isReady) return
    await index.takeAgain(wrong)
    changes.renew()
    repaired(wrong)
  }

  return {
    /** Notes a record that a list named although it may not show it; the next check compares it first. */
    doubt(kind: string, id: number) {
      const ids = isCompared(kind) ? doubted[kind] : undefined
      if (ids && ids.length < maxDoubted && !ids.includes(id)) ids.push(id)
    },
    /** Compares one batch of records. */
    look(): Promise<void> {
      running ??= look().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

const isCompared = (kind: string): kind is keyof Compared => kind in noneCompared()

const joined = (some: Compared, others: Compared): Compared => ({
  event: [...new Set([...some.event, ...others.event])],
  venue: [...new Set([...some.venue, ...others.venue])],
  organizer: [...new Set([...some.organizer, ...others.organizer])],
})
