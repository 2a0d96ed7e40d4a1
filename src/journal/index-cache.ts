import type { ListIndex } from '../store/listing/list-index.ts'
import type { JournalEntry, Store } from '../store/store.ts'
import type { Changes } from './follower.ts'

/** The progress in preparing an index; complete when nothing is left of the total. */
export type Progress = (work: 'tables' | 'lists' | 'search', done: number, total: number) => void

/** Loaded when it is first built: the first responses come without it. */
const listIndex = () => import('../store/listing/list-index.ts')

/** Milliseconds until an index that could not be built is begun again. */
const buildAgainAfter = 10_000

/**
 * The list index of this process. An index that fails to follow or to build is dropped: the database answers until the next build, which
 * starts at once or after a pause.
 */
export function openIndexCache(engine: Store, failed: (error: unknown) => void) {
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
