import type { JsonSchema, Sentence } from '../../define/field-type.ts'
import { type Described, type SchemaOf, text } from '../../define/schema.ts'
import { inEachLanguage } from '../../define/text/language.ts'

export const flag = (description: Sentence): SchemaOf<boolean> => ({ type: 'boolean', description })
export const time = (description: Sentence) => text(description, { format: 'date-time' })

/** The same, or null where there is none. */
export const orNull = <S extends JsonSchema>(of: S): SchemaOf<Described<S> | null> => ({
  ...of,
  type: [of.type, 'null'],
})
export const timeOrNull = (description: Sentence) => orNull(time(description))
export const textOrNull = (description: Sentence) => orNull(text(description))
/** Any whole number, or null. */
export const numberOrNull = (description: Sentence) => orNull(integer(description))
const integer = (description: Sentence): SchemaOf<number> => ({ type: 'integer', description })

/** One of these words. */
export const word = <const W extends string>(
  words: readonly W[],
  description: Sentence,
): SchemaOf<W> => ({ type: 'string', description, enum: words })

/** The same for each language. */
export const perLanguage = <S extends JsonSchema>(of: S) => inEachLanguage(() => of)
