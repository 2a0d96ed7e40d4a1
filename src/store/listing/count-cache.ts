import { onNothing, openCache } from '../../common/cache.ts'
import type { Listed, Page } from '../store.ts'
import type { Chunk } from './chunk.ts'
import type { SplitQuery } from './condition.ts'
import { type Counts, count, pageOf } from './event-lists.ts'
import { compareEvents, type ListCalendar } from './event-order.ts'
import type { Question } from './event-values.ts'
import { pageOfBoth, type Sequence } from './merged-pages.ts'

const memory = 8 * 1024 * 1024
/**
 * At most so many lists: those of a small calendar take few bytes and are counted again at once, but thousands of them outlive the young
 * generation, and the garbage collector then costs more than the counts (2.9 → 9 µs a list at 10,000 events).
 */
const maxLists = 500

/** Lists in list order: the pages of a list share its counts, of which a change ends that of one chunk. */
export function openCounted(calendar: ListCalendar) {
  const cache = openCache({ bytes: memory }).table<string, { version: number; counts: Counts }>({
    sizeOf: ({ counts: { stamps, before } }, key) =>
      Math.max(memory / maxLists, key.length + 8 * (stamps.length + before.length)),
    // counts have the version that they were made at, and of the next one most are taken over
    dependsOn: onNothing,
  })

  function countsOf(chunks: readonly Chunk[], name: string, question: Question): Counts {
    const earlier = cache.get(name)
    if (earlier?.version === calendar.version) return earlier.counts
    const counts = count(chunks, question, earlier?.counts)
    cache.set(name, { version: calendar.version, counts })
    return counts
  }

  function sequence(chunks: readonly Chunk[], name: string, question: Question): Sequence {
    const counts = countsOf(chunks, name + JSON.stringify(question), question)
    return { total: counts.total, page: page => pageOf(chunks, question, counts, page) }
  }

  const isBefore = (a: number, b: number) => compareEvents(calendar, a, b) < 0

  function counted({ listed, apart }: SplitQuery, page: Page): Listed {
    const one = listed && sequence(calendar.chunks, 'listed ', listed)
    const other = apart && sequence(calendar.apart, 'apart ', apart)
    if (one && other)
      return { ids: pageOfBoth(one, other, isBefore, page), total: one.total + other.total }
    const only = one ?? other
    return only ? { ids: only.page(page), total: only.total } : { ids: [], total: 0 }
  }

  return (query: SplitQuery, page: Page, descending = false): Listed =>
    descending ? fromEnd(part => counted(query, part), page) : counted(query, page)
}

/** A page counted from the end of a list: its position follows from the total, and its order is reversed. */
function fromEnd(list: (page: Page) => Listed, { limit, offset }: Page): Listed {
  const { total } = list({ limit: 0, offset: 0 })
  const end = Math.max(0, total - offset)
  const first = Math.max(0, end - limit)
  return { ids: list({ limit: end - first, offset: first }).ids.reverse(), total }
}
