import type { Form, FormField } from '../../forms/model.ts'

const callOff = new Set(['event_status', 'event_status_reason'])
/** What is changed as often as a title. */
const often = new Set(['venue', 'categories', 'all_day', ...callOff])

/** The fields that can be changed in the table: the name, other required ones, the status, and of events what is changed as often. */
const isQuick = (
  form: Pick<Form, 'titled'>,
  { name, as, isRequired }: Pick<FormField, 'name' | 'as' | 'isRequired'>,
) =>
  name === form.titled ||
  (isRequired && as === 'moment') ||
  (name === 'status' && as === 'choice') ||
  often.has(name)

/** The fields of a quick edit: first what the record is called. */
export function quickFields(form: Pick<Form, 'titled' | 'fields'>): FormField[] {
  const fields = form.fields.filter(field => isQuick(form, field))
  const isTitle = ({ name }: FormField) => name === form.titled
  return [...fields.filter(isTitle), ...fields.filter(field => !isTitle(field))]
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
