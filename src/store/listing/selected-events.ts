import type { Asked } from './condition.ts'
import { compareEvents, hasValue, type ListCalendar } from './event-order.ts'
import { excludedBy } from './event-values.ts'
import { has } from './postings.ts'

/** A few events by id, in list order; no window is looked at. */
export const among = (calendar: ListCalendar, ids: readonly number[], asked: Asked): number[] =>
  [...new Set(ids)]
    .filter(id => isAsked(calendar, id, asked))
    .sort((a, b) => compareEvents(calendar, a, b))

function isAsked(calendar: ListCalendar, id: number, { listed, apart }: Asked): boolean {
  const chunk = calendar.chunkOf[id]
  const question = chunk?.isListed ? listed : apart
  if (!chunk || !question) return false
  return (
    question.groups.every(group => group.some(key => hasValue(calendar, id, key))) &&
    !question.without.some(each => {
      const excluded = excludedBy(chunk, each)
      return excluded !== undefined && has(excluded, calendar.slotOf[id] as number)
    })
  )
}
