import type { JsonSchema, Language, Sentence } from './field-type.ts'

/** A sentence in both languages becomes that of the document: `localized`. */
type Description = string | Sentence

export type Properties = Record<string, JsonSchema>

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export const text = (description: Description, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
})
export const address = (description: Description): JsonSchema =>
  text(description, { format: 'uri' })
export const whole = (description: Description, minimum = 0): JsonSchema => ({
  type: 'integer',
  description,
  minimum,
})
export const listOf = (items: JsonSchema, description: Description, more: JsonSchema = {}) => ({
  type: 'array',
  description,
  items,
  ...more,
})

/** `YYYY-MM-DD HH:MM:SS`. */
export const dateTime = (description: Description): JsonSchema =>
  text(description, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' })

/** An object whose every key we know; all of them are always there but the optional ones. */
export const exact = (
  description: Description,
  properties: Properties,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  additionalProperties: false,
})

/** A schema in one language: every description in both becomes that of the language. */
export function localized(schema: JsonSchema, language: Language): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => [name, within(name, inner, language)]),
  )
}

function within(name: string, inner: unknown, language: Language): unknown {
  if (Array.isArray(inner)) return inner.map(each => within('', each, language))
  if (typeof inner !== 'object' || inner === null) return inner
  return name === 'description' && isSentence(inner)
    ? inner[language]
    : localized(inner as JsonSchema, language)
}

const isSentence = (of: object): of is Sentence =>
  'en' in of && 'fr' in of && typeof of.en === 'string'
