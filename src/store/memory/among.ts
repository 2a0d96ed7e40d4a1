import type { ListCalendar } from './calendar.ts'
import type { Chunk } from './chunk.ts'
import { has } from './postings.ts'
import type { Question } from './values.ts'

/** A few events by id, in list order. */
export function among(calendar: ListCalendar, ids: readonly number[], asked: Question): number[] {
  const wanted = new Set(ids)
  const found: { chunk: Chunk; position: number; id: number }[] = []
  for (const id of wanted) {
    const chunk = calendar.chunkOf[id]
    if (!chunk) continue
    const slot = calendar.slotOf[id] as number
    const any = (group: readonly number[]) =>
      group.some(key => {
        const posting = chunk.postings.get(key)
        return posting !== undefined && has(posting, slot)
      })
    if (asked.groups.every(any) && !any(asked.without)) found.push({ chunk, position: slot, id })
  }
  const at = ({ chunk, position }: { chunk: Chunk; position: number }) =>
    [chunk.starts[position] as number, chunk.published[position] as number] as const
  return found
    .sort((a, b) => at(a)[0] - at(b)[0] || at(a)[1] - at(b)[1] || a.id - b.id)
    .map(({ id }) => id)
}
