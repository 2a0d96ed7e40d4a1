import type { FieldType, JsonSchema } from '../../define/field-type.ts'

const numeric = ['minimum', 'maximum', 'exclusiveMinimum']
const textual = ['minLength', 'maxLength', 'pattern', 'format', 'enum']
const listed = ['items', 'minItems', 'maxItems']
const belonging: Record<string, readonly string[]> = {
  integer: numeric,
  number: [...numeric, 'format'],
  string: textual,
  array: listed,
  object: ['properties', 'required', 'additionalProperties'],
  boolean: ['const'],
}

const only = (schema: JsonSchema, names: readonly string[] = []): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => names.includes(name)))

/**
 * The forms that a field type takes, each with the limits that belong to it, without null. The specification's form is the first;
 * numbers and flags as text, which are taken too, are not among them.
 */
export function formsOf({ accepts, returns, clears }: FieldType): JsonSchema[] {
  const { anyOf, type = 'string' } = accepts
  const forms = isChoice(anyOf) ? anyOf : [type].flat().map(each => ({ ...accepts, type: each }))
  return forms
    .filter(form => form.type !== 'null')
    .map((form: JsonSchema) => {
      const isNumber = form.type === 'integer' || form.type === 'number'
      const isBounded = numeric.some(bound => bound in form)
      const limits = isNumber && !isBounded ? { ...only(returns, numeric), ...form } : form
      return {
        type: form.type,
        ...only(limits, belonging[String(form.type)]),
        ...(limits.minimum === 0 && !clears.includes(0) && !anyOf && { minimum: 1 }),
      }
    })
}

const isChoice = (anyOf: unknown): anyOf is JsonSchema[] => Array.isArray(anyOf)

/** One of several forms, or the only one. */
export function oneOf(forms: readonly JsonSchema[]): JsonSchema {
  const [only] = forms
  return only && forms.length === 1 ? only : { anyOf: forms }
}

/** The schema, or null: in the list of types if it has one type, else as a schema of `anyOf`, which every generator reads. */
export function orNull({ description, ...schema }: JsonSchema): JsonSchema {
  const described = description === undefined ? {} : { description }
  const isSimple = typeof schema.type === 'string' && !('enum' in schema)
  if (isSimple) return { ...schema, type: [schema.type, 'null'], ...described }
  const forms = isChoice(schema.anyOf) ? schema.anyOf : [schema]
  return { anyOf: [...forms, { type: 'null' }], ...described }
}
