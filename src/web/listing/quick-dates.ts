import { type Day, daySeconds } from '../../define/time/clock.ts'
import { nextMonth } from '../shell/dates.ts'
import type { MessageName } from '../shell/messages.ts'

type QuickDate = {
  label: MessageName & ('today' | 'tomorrow' | 'thisWeekend' | 'thisMonth')
  from: Day
  to: Day
}

/** Ranges that visitors ask for most, from a day on. */
export function quickDates(today: Day): QuickDate[] {
  const weekday = (Math.floor(today / daySeconds) + 4) % 7
  // on a Sunday it is this one
  const saturday = weekday === 0 ? today - daySeconds : today + (6 - weekday) * daySeconds
  const tomorrow = today + daySeconds
  return [
    { label: 'today', from: today, to: today },
    { label: 'tomorrow', from: tomorrow, to: tomorrow },
    { label: 'thisWeekend', from: Math.max(today, saturday), to: saturday + daySeconds },
    { label: 'thisMonth', from: today, to: nextMonth(today) - daySeconds },
  ]
}
