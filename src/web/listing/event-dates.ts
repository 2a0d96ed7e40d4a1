import type { View } from '../../define/view.ts'
import type { Reading } from '../reading.ts'
import { dayName } from '../shell/dates.ts'

/** An event as it is on one of its dates, and which of them that is: 0 is the first. */
export type DatedView = { view: View; occurrence: number }

const mostDates = 200

/** All dates of an event. What is in no list, as it is hidden there, has the one that its record says. */
export async function datesOf(reading: Reading, view: View): Promise<DatedView[]> {
  const sent = { include: view.record.id, per_page: mostDates }
  const { views, occurrences } = await reading.list('event', sent, mostDates)
  const dates = views.map((each, at) => ({ view: each, occurrence: occurrences?.[at] ?? 0 }))
  return dates.length > 0 ? dates : [{ view, occurrence: 0 }]
}

/** The date of an event that begins on the day that an address says. */
export const dateOn = (dates: readonly DatedView[], day: string): DatedView | undefined =>
  dates.find(({ view }) => dayName(Number(view.record.facts.starts)) === day)
