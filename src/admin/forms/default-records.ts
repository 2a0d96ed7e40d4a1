import { isNameIn } from '../../define/base/objects.ts'
import { isDated } from '../../define/record.ts'
import type { Form, FormField } from './model.ts'
import type { Row } from './records.ts'
import { imageValueOf, linkedOf, type Value } from './values.ts'

/** A field of a new event, and the record that the settings put into it. */
type Default = { field: FormField; form: Form; id: number }

/** The records with which a new record of a form begins: each for the field that links to its resource, or is called after it. */
export function defaultsOf(
  form: Form,
  newEvents: object,
  forms: Readonly<Record<string, Form>>,
): Default[] {
  if (!isDated(form.name)) return []
  return form.fields.flatMap(field => {
    const of = field.of ?? field.name
    const id = isNameIn(newEvents, of) ? Number(newEvents[of]) : 0
    const form = forms[of]
    return form && id > 0 ? [{ field, form, id }] : []
  })
}

/** Their values by field. One that is gone, or that the user may not read, is left out. */
export async function readDefaults(
  wanted: readonly Default[],
  read: (of: Default) => Promise<Row>,
): Promise<Record<string, Value>> {
  const values = await Promise.all(
    wanted.map(async of => {
      const record = await read(of).catch(() => undefined)
      if (!record || record.status === 'trash') return []
      return [[of.field.name, of.form.isFile ? imageValueOf(record) : linkedOf(record)]]
    }),
  )
  return Object.fromEntries(values.flat())
}
