import { type Day, daySeconds } from '../../define/time/clock.ts'
import { dayName, nextMonth } from '../shell/dates.ts'
import type { MessageName } from '../shell/messages.ts'
import { eveningFilters, type Filters, rangeFilters } from './filters.ts'

/** `days`: as the form names them. */
type QuickDate = {
  label: MessageName & ('today' | 'thisEvening' | 'tomorrow' | 'thisWeekend' | 'thisMonth')
  days: string
  filters: Filters
}

/** Ranges that visitors ask for most, from a day on. */
export function quickDates(today: Day): QuickDate[] {
  const weekday = (Math.floor(today / daySeconds) + 4) % 7
  // on a Sunday it is this one
  const saturday = weekday === 0 ? today - daySeconds : today + (6 - weekday) * daySeconds
  const tomorrow = today + daySeconds
  const range = (label: QuickDate['label'], from: Day, to: Day): QuickDate => ({
    label,
    days: `${dayName(from)}/${dayName(to)}`,
    filters: rangeFilters(from, to),
  })
  return [
    range('today', today, today),
    { label: 'thisEvening', days: `${dayName(today)}/evening`, filters: eveningFilters(today) },
    range('tomorrow', tomorrow, tomorrow),
    range('thisWeekend', Math.max(today, saturday), saturday + daySeconds),
    range('thisMonth', today, nextMonth(today) - daySeconds),
  ]
}
