import type { FullSeries } from '../../calendar/index.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { eventView } from '../../resources/index.ts'
import type { FeedSeries } from './format.ts'

/** A series as a file has it; undefined where it is none any more. */
export function feedSeries(
  { view, dates, hidden, last }: FullSeries,
  context: ShowContext,
): FeedSeries | undefined {
  const event = eventView(view, context)
  const { repeats: recurrence } = event
  if (!recurrence) return undefined
  return { event, recurrence, dates: dates.map(date => eventView(date, context)), hidden, last }
}
