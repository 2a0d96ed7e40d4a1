import type { View } from '../../define/view.ts'
import type { EventView } from '../../resources/view.ts'
import type { Reading } from '../reading.ts'
import type { PageRequest } from '../shell/page.ts'
import { eventIn } from './items.ts'

const mostDates = 200

/** All dates of an event. What is in no list, as it is hidden there, has the one that its record says. */
export async function datesOf(
  asked: PageRequest,
  reading: Reading,
  view: View,
): Promise<EventView[]> {
  const sent = { include: view.record.id, per_page: mostDates }
  const { views, occurrences } = await reading.list('event', sent, mostDates)
  const dates = views.map((each, at) => eventIn(asked, each, occurrences?.[at]))
  return dates.length > 0 ? dates : [eventIn(asked, view)]
}

/** The date of an event that begins on the day that an address says. */
export const dateOn = (dates: readonly EventView[], day: string): EventView | undefined =>
  dates.find(date => date.day === day)
