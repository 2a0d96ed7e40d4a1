import { type DaySpan, type ListedDays, noDays, spread } from '../spread.ts'
import {
  type Chunk,
  chunkAt,
  compare,
  daySeconds,
  placeIn,
  positionAt,
  slotAt,
  timeAt,
} from './chunk.ts'
import { span as chunksIn } from './event-lists.ts'
import { contains, find, type Question } from './event-values.ts'
import { flags } from './posting-keys.ts'
import { has } from './postings.ts'
import { openBounds, passes, planOf } from './window-plan.ts'

/**
 * What goes on in a span of days, which the question has in its window. Of what began more than a day before it only events that last longer than that can reach
 * into it, and of these each chunk has a list.
 */
export function listDays(chunks: readonly Chunk[], question: Question, days: DaySpan): ListedDays {
  const listed = noDays(days)
  const plan = planOf(question.window)
  const [first, last] = chunksIn(chunks, plan)
  const near = Math.max(plan.from, days.from - daySeconds)
  for (let index = first; index < last; index++) {
    const chunk = chunkAt(chunks, index)
    const open = openBounds(chunk, plan.rest)
    if (!open) continue
    const from = positionAt(chunk, near)
    const to = positionAt(chunk, plan.to + 1)
    const early = chunk.long.filter(slot => {
      const starts = timeAt(chunk.starts, slot)
      return starts < near && starts >= plan.from && passes(chunk, slot, open)
    })
    if (early.length === 0 && from >= to) continue
    const found = find(chunk, question)
    if (!found.all && found.size === 0) continue
    const leading = chunk.postings.get(flags.firstInDay)
    const take = (slot: number) => {
      if (!contains(found, slot) || !passes(chunk, slot, open)) return
      const [id, starts, ends] = [chunk.id, chunk.starts, chunk.ends]
      const leads = leading !== undefined && has(leading, slot)
      spread(listed, days, timeAt(id, slot), timeAt(starts, slot), timeAt(ends, slot), leads)
    }
    early.sort((a, b) => compare(chunk, a, placeIn(chunk, b)))
    for (const slot of early) take(slot)
    for (let position = from; position < to; position++) take(slotAt(chunk, position))
  }
  return listed
}
