import type { Sentence } from '../../define/text/language.ts'
import {
  accessibilityField,
  accessibilityNames,
  attendanceNames,
  audienceField,
  audienceNames,
  availabilityNames,
  eventStatusNames,
} from '../../resources/index.ts'
import { messages } from '../shell/messages.ts'

/** Filters that take some of a few words: the names of these, and the label of the filter in the form, if it has one. */
export type WordFilter = { names: Readonly<Record<string, Sentence>>; label?: Sentence }

export const wordFilters = {
  attendance: { names: attendanceNames, label: messages.howHeld },
  audience: { names: audienceNames, label: audienceField.label },
  accessibility: { names: accessibilityNames, label: accessibilityField.label },
  event_status: { names: eventStatusNames },
  availability: { names: availabilityNames, label: messages.availability },
} as const satisfies Record<string, WordFilter>

/** Those that the form has. */
export const inForm = ['attendance', 'availability', 'audience', 'accessibility'] as const
