import { passes } from './chunk.ts'
import { fits, type SplitQuery } from './condition.ts'
import { compareEvents, type ListCalendar, maxDates, placesWith } from './event-order.ts'

/** As long as it takes to look at one occurrence, so many chunks are walked. */
const chunksWorth = 4

/** True if the events are so few that checking each costs less than walking all chunks. */
export function isLess(
  calendar: Pick<ListCalendar, 'chunks' | 'apart' | 'datesOf'>,
  events: ReadonlySet<number>,
): boolean {
  let left = (calendar.chunks.length + calendar.apart.length) / chunksWorth
  if (events.size > left) return false
  for (const event of events) left -= maxDates(calendar, event)
  return left >= 0
}

/** The occurrences of a few events that meet a question, in list order. An ID may be that of one date. */
export function among(
  calendar: ListCalendar,
  ids: Iterable<number>,
  { listed, apart }: SplitQuery,
): number[] {
  const unique = [...new Set(ids)]
    .flatMap(id => placesWith(calendar, id))
    .filter(({ chunk, slot }) => {
      const question = chunk.isListed ? listed : apart
      return question && fits(chunk, question, slot) && passes(chunk, slot, question.window)
    })
  return [...new Set(unique.map(({ id }) => id))].sort((a, b) => compareEvents(calendar, a, b))
}
