import { plainText } from '../../../sdk/client.ts'
import type { Row } from '../../client/records.ts'
import type { Form, FormField } from '../../forms/model.ts'

/** What can be changed in the table: the name, what else is required, and the status. */
export const isQuick = (form: Pick<Form, 'titled'>, { name, as, isRequired }: FormField) =>
  name === form.titled || (isRequired && as === 'moment') || (name === 'status' && as === 'choice')

/** What an input shows for a value; a date as browsers write it. */
export const typedOf = ({ name, as }: Pick<FormField, 'name' | 'as'>, row: Row): string => {
  const value = String(row[name] ?? '')
  return as === 'moment' ? value.slice(0, 16).replace(' ', 'T') : plainText(value)
}

/** What was typed otherwise than it was. */
export function patchOf(
  form: Pick<Form, 'titled' | 'fields'>,
  row: Row,
  typed: Record<string, string>,
): Record<string, string> {
  const patch: Record<string, string> = {}
  for (const field of form.fields) {
    const value = typed[field.name]
    if (value === undefined || !isQuick(form, field) || value === typedOf(field, row)) continue
    patch[field.name] = field.as === 'moment' ? value.replace('T', ' ') : value
  }
  return patch
}

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
