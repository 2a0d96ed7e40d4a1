import { type ListIndex, openListIndex } from '../store/listing/list-index.ts'
import type { JournalEntry, Store } from '../store/store.ts'
import { detailOf } from './entry.ts'
import { type Changes, followJournal } from './follower.ts'
import { keepLookups } from './kept-lookups.ts'
import { cacheRecords } from './record-cache.ts'

type Failed = (error: unknown) => void
const nothing = async () => {}

/** How far the preparation of an index is; done when nothing is left of the total. */
type Progress = (work: 'tables' | 'lists' | 'search', done: number, total: number) => void

/**
 * The database with all that this process keeps in memory of it: lists come from the list index, else from SQL; linked records
 * from their cache. Whoever is answered after a write finds all of it up to date, the list index and every cache. `readSettings` reads those
 * that are stored, before anyone hears that they have changed.
 */
export async function openCurrentStore(engine: Store, failed: Failed, readSettings = nothing) {
  let index: ListIndex = openListIndex(engine)
  const settings = openFollowedSettings(readSettings, failed)
  /** How the index is built, once somebody has asked for it. */
  let build: (() => Promise<void>) | undefined

  // A write that is durable is answered as such: an index that cannot follow is given up, and the database answers instead.
  const changes = followJournal(engine, {
    async follow(entries) {
      await index.follow(entries).catch(error => index.stop().finally(() => failed(error)))
      return settings.follow(entries)
    },
    async restart() {
      await settings.restart()
      await index.stop()
      index = openListIndex(engine)
      void build?.().catch(failed)
    },
  })
  await changes.begin()

  /** Writes that became durable together share one reading of the journal. */
  let followed = Promise.resolve()
  const unwatch = engine.watch((_, lines) => {
    followed = changes.pull(lines)
    followed.catch(failed)
  })
  engine.listen?.({ lost: changes.deafen, found: () => void changes.hear().catch(failed) })
  // What was written between the beginning and the watching.
  await changes.pull()
  const store: Store = {
    ...engine,
    ...fromMemory(engine, changes),
    ...listsOf(engine, () => (changes.isDeaf ? undefined : index)),
    ...writesOf(engine, () => followed),
  }

  return {
    store,
    changes,
    get index() {
      return index
    },
    /** Rebuilds tables, and builds the list index and the search index, in the background; until they are ready, the database answers. */
    buildIndexes(told: Progress): Promise<void> {
      build = () => buildAll({ engine, changes, index }, told, failed)
      return build()
    },
    async close() {
      build = undefined
      unwatch()
      await index.stop()
      await store.close()
    },
  }
}

function fromMemory(engine: Store, changes: Changes) {
  const linked = cacheRecords(engine, changes)
  return { ...linked, ...keepLookups({ ...engine, ...linked }, changes) }
}

/** Whoever has written waits until all of it has been followed. */
const writesOf = (engine: Store, followed: () => Promise<void>): Pick<Store, 'write'> => ({
  async write(work) {
    const result = await engine.write(work)
    await followed()
    return result
  },
})

/** A change that is durable is answered as such: settings that cannot be read are read with the next lines. */
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
    /** Have they been read? */
    follow: async (entries: readonly JournalEntry[]) =>
      (isDue || entries.some(entry => detailOf(entry).settings)) && restart(),
  }
}

/** What follows from the records is rebuilt where its form changed; then the list index is built, then that of texts. */
async function buildAll(
  { engine, changes, index }: { engine: Store; changes: Changes; index: ListIndex },
  told: Progress,
  failed: (error: unknown) => void,
) {
  await engine.rebuild((done, total) => told('tables', done, total))
  await changes.pull()
  const events = await engine.count('event')
  const lists = (done: number) => events > 0 && told('lists', done, events)
  lists(0)
  await index.build(done => lists(Math.min(done, events - 1)))
  if (!index.isReady) return
  lists(events)
  engine.search.begin(index.size, {
    progress: (done, total) => told('search', done, total),
    failed,
  })
}

/** Lists come from the index; what it cannot say yet, the database says. */
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
