import type { JsonSchema, Language, Sentence } from './field-type.ts'
import { languages, textIn } from './text/language.ts'

export type Properties = Record<string, JsonSchema>

declare const described: unique symbol

/** A schema that knows what it describes, in types alone. */
export type SchemaOf<T> = JsonSchema & { readonly [described]?: T }
/** The type that a schema describes. */
export type Described<S> = S extends { readonly [described]?: infer T } ? T : unknown

export const ref = <T = unknown>(name: string): SchemaOf<T> => ({
  $ref: `#/components/schemas/${name}`,
})

export const text = (description: Sentence, more: JsonSchema = {}): SchemaOf<string> => ({
  type: 'string',
  description,
  ...more,
})
export const address = (description: Sentence): SchemaOf<string> =>
  text(description, { format: 'uri' })
export const integer = (description: Sentence, minimum = 0): SchemaOf<number> => ({
  type: 'integer',
  description,
  minimum,
})
export const listOf = <S extends JsonSchema>(
  items: S,
  description: Sentence,
  more: JsonSchema = {},
): SchemaOf<Described<S>[]> => ({
  type: 'array',
  description,
  items,
  ...more,
})

/** `YYYY-MM-DD HH:MM:SS`. */
export const dateTime = (description: Sentence): SchemaOf<string> =>
  text(description, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' })

type DescribedAll<P extends Properties, O extends string> = {
  [N in Exclude<keyof P, O>]: Described<P[N]>
} & { [N in Extract<keyof P, O>]?: Described<P[N]> }

/** An object whose every key we know; all of them are always there but the optional ones. */
export const exact = <P extends Properties, const O extends string = never>(
  description: Sentence,
  properties: P,
  optional: readonly O[] = [],
): SchemaOf<DescribedAll<P, O>> => {
  const required = Object.keys(properties).filter(name => !optional.some(one => one === name))
  return {
    type: 'object',
    description,
    properties,
    // the JSON Schema of OpenAPI 3.0 allows no empty list
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** The same under each language that a record has. */
export const byLanguage = (
  description: Sentence,
  of: JsonSchema,
  more: JsonSchema = {},
): JsonSchema => ({
  type: 'object',
  description,
  properties: Object.fromEntries(languages.map(language => [language, of])),
  ...more,
  additionalProperties: false,
})

/** A schema in one language: every sentence in it becomes that of the language. Examples are values of requests, and stay. */
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
  return isSentence(inner) ? textIn(inner, language) : localized({ ...inner }, language)
}

const isSentence = (of: object): of is Sentence =>
  'en' in of && 'fr' in of && typeof of.en === 'string'
