import type { Asked } from './condition.ts'
import { compareEvents, hasSlot, type ListCalendar, placesOf } from './event-order.ts'
import { excludedBy } from './event-values.ts'
import { has } from './postings.ts'

/** The occurrences of a few events by id, in list order; no window is looked at. */
export const among = (
  calendar: ListCalendar,
  events: readonly number[],
  { listed, apart }: Asked,
): number[] =>
  [...new Set(events)]
    .flatMap(event => placesOf(calendar, event))
    .filter(({ chunk, slot }) => {
      const question = chunk.isListed ? listed : apart
      return (
        question?.groups.every(group => group.some(key => hasSlot(chunk, key, slot))) &&
        !question.without.some(each => {
          const excluded = excludedBy(chunk, each)
          return excluded !== undefined && has(excluded, slot)
        })
      )
    })
    .map(({ id }) => id)
    .sort((a, b) => compareEvents(calendar, a, b))
