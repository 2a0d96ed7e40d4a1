import type { JsonSchema, Language, Sentence } from './field-type.ts'

export type Properties = Record<string, JsonSchema>

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export const text = (description: Sentence, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
})
export const address = (description: Sentence): JsonSchema => text(description, { format: 'uri' })
export const whole = (description: Sentence, minimum = 0): JsonSchema => ({
  type: 'integer',
  description,
  minimum,
})
export const listOf = (items: JsonSchema, description: Sentence, more: JsonSchema = {}) => ({
  type: 'array',
  description,
  items,
  ...more,
})

/** `YYYY-MM-DD HH:MM:SS`. */
export const dateTime = (description: Sentence): JsonSchema =>
  text(description, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' })

/** An object whose every key we know; all of them are always there but the optional ones. */
export const exact = (
  description: Sentence,
  properties: Properties,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  additionalProperties: false,
})

/** What is written in both languages in one: every sentence in it becomes that of the language. Examples are what is sent, and stay. */
export const localized = (of: JsonSchema, language: Language): JsonSchema =>
  Object.fromEntries(
    Object.entries(of).map(([name, inner]) => [
      name,
      name === 'examples' ? inner : within(inner, language),
    ]),
  )

function within(inner: unknown, language: Language): unknown {
  if (Array.isArray(inner)) return inner.map(each => within(each, language))
  if (typeof inner !== 'object' || inner === null) return inner
  return isSentence(inner) ? inner[language] : localized({ ...inner }, language)
}

const isSentence = (of: object): of is Sentence =>
  'en' in of && 'fr' in of && typeof of.en === 'string'
