import { isNameIn, namesIn } from '../../define/objects.ts'
import type { EventView } from '../../resources/view.ts'

/** How long before its start the file of an event reminds of it (RFC 5545, TRIGGER); of whole days at nine the day before. */
const triggers = {
  hour: { timed: '-PT1H', allDay: undefined },
  day: { timed: '-P1D', allDay: '-PT15H' },
} as const
export type Reminder = keyof typeof triggers

type Of = Pick<EventView, 'isAllDay'>

export const triggerOf = (reminder: Reminder, { isAllDay }: Of): string | undefined =>
  triggers[reminder][isAllDay ? 'allDay' : 'timed']

/** What an event can be reminded of by. */
export const remindersOf = (event: Of): Reminder[] =>
  namesIn(triggers).filter(reminder => triggerOf(reminder, event) !== undefined)

/** What the URL of a file asks for: `?remind=day`. */
export function reminderIn(query: URLSearchParams): Reminder | undefined {
  const reminder = query.get('remind') ?? ''
  return isNameIn(triggers, reminder) ? reminder : undefined
}
