import type { Form, FormField } from '../../forms/model.ts'

const callOff = new Set(['event_status', 'event_status_reason'])
/** What is changed as often as a title. */
const often = new Set(['venue', 'categories', 'all_day', 'availability', ...callOff])

/** The fields of a quick edit: what the record is called, its status, its dates, and of events what is changed as often. */
export function quickFields({ fields, titled }: Pick<Form, 'titled' | 'fields'>): FormField[] {
  const isQuick = ({ name, as, isRequired }: FormField) =>
    name !== titled && ((isRequired && as === 'moment') || name === 'status' || often.has(name))
  return [...fields.filter(({ name }) => name === titled), ...fields.filter(isQuick)]
}

/** The fields that say that an event does not take place as announced, and why. */
export const callOffFields = (form: Pick<Form, 'fields'>): FormField[] =>
  form.fields.filter(({ name }) => callOff.has(name))

/** The statuses that need no date, and are not left by a date. */
export const offered = ['publish', 'draft', 'pending', 'private']

/** The statuses that the user can choose, and the current one. */
export const quickStatuses = (
  { choices = [] }: Pick<FormField, 'choices'>,
  now: string,
  isPublisher: boolean,
) =>
  choices.filter(
    ([word]) =>
      word === now ||
      (offered.includes(word) && (isPublisher || word === 'draft' || word === 'pending')),
  )
