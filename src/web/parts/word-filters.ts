import type { Sentence } from '../../define/text/language.ts'
import { accessibilityField, accessibilityNames } from '../../resources/event/accessibility.ts'
import { audienceField, audienceNames } from '../../resources/event/audience.ts'
import {
  attendanceNames,
  availabilityNames,
  eventStatusNames,
} from '../../resources/event/event-status.ts'
import { messages } from '../shell/messages.ts'

/** Filters that take some of a few words: the names of these, and the label of the filter in the form, if it has one. */
type WordFilter = { names: Readonly<Record<string, Sentence>>; label?: Sentence }

export const wordFilters = {
  attendance: { names: attendanceNames, label: messages.howHeld },
  audience: { names: audienceNames, label: audienceField.label },
  accessibility: { names: accessibilityNames, label: accessibilityField.label },
  event_status: { names: eventStatusNames },
  availability: { names: availabilityNames },
} as const satisfies Record<string, WordFilter>

/** Those that the form has. */
export const inForm = ['attendance', 'audience', 'accessibility'] as const
