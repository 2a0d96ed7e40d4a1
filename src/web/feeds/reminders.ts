import { isNameIn, namesIn } from '../../define/base/objects.ts'
import type { EventView } from '../../resources/index.ts'

/** The reminders in the file of an event before its start (RFC 5545, TRIGGER); for events of entire days at nine the day before. */
const triggers = {
  hour: { timed: '-PT1H', allDay: undefined },
  day: { timed: '-P1D', allDay: '-PT15H' },
} as const
export type Reminder = keyof typeof triggers

type Of = Pick<EventView, 'isAllDay'>

export const triggerOf = (reminder: Reminder, { isAllDay }: Of): string | undefined =>
  triggers[reminder][isAllDay ? 'allDay' : 'timed']

/** The reminders that are possible for an event. */
export const remindersOf = (event: Of): Reminder[] =>
  namesIn(triggers).filter(reminder => triggerOf(reminder, event) !== undefined)

/** The reminder that the URL of a file requests: `?remind=day`. */
export function reminderIn(query: URLSearchParams): Reminder | undefined {
  const reminder = query.get('remind') ?? ''
  return isNameIn(triggers, reminder) ? reminder : undefined
}
