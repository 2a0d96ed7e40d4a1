import { Problem } from '../../../problem/index.ts'
import type { TextSearch } from '../../contract/text-search.ts'
import { openFind, type Texts } from '../../search/find.ts'
import { openThread, type Thread, type ThreadEvents } from './thread.ts'

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
