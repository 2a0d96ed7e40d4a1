import { nested, notALanguage, notTexts, notTextsOfOne } from './field-errors.ts'
import {
  type CheckContext,
  type Checked,
  type FieldError,
  type FieldType,
  fieldError,
  type Language,
  type Sentence,
  value,
} from './field-type.ts'
import { slug } from './field-types.ts'
import { check, type Param, type Params, type Values } from './param.ts'
import { unknownIn } from './unknown-names.ts'

/**
 * One field of a record: its kind, its sentence, and where it lives. `fact` is kept once, `text` once per language
 * (M1), `link` beside the record, `never` is for fields that only steer a write.
 */
export type Field<K extends FieldType = FieldType> = {
  type: K
  en: string
  fr: string
  lives?: 'fact' | 'text' | 'link' | 'never'
  /** Must be sent on create, and can never be cleared. */
  required?: true
  /** Default as the namespace index shows it. */
  shown?: null | false | true
  /** Words of it are found by search. */
  searched?: true
  /** Not in the reference. */
  addition?: true
}

export type Fields = Record<string, Field>

export type Family = 'post' | 'term'

export type Resource<F extends Fields = Fields> = {
  /** Singular: event, venue … also the name of its table. */
  name: string
  /** Last segment of its address: events, venues … */
  path: string
  /** Posts share one series of ids and have a status; terms share another. */
  family: Family
  /** The field that names a record to people: title, venue, organizer, name. */
  titled: string
  /** Words for the documentation. */
  one: Sentence
  /** With its article: an event, un évènement; of the event, de l’évènement. */
  a: Sentence
  of: Sentence
  many: Sentence
  about: Sentence
  fields: F
  /** Names of a response that are no fields: whoever sends a record back may leave them in. */
  shows?: readonly string[]
  /** Parameters of its list. */
  filters: Params
}

export const resource = <const F extends Fields>(of: Resource<F>): Resource<F> => of

type Sent<K> = K extends FieldType<infer In, unknown> ? In : never
type Shown<K> =
  K extends FieldType<never, infer Out>
    ? Out
    : K extends FieldType<infer _, infer Out>
      ? Out
      : never
type RequiredName<F extends Fields> = {
  [N in keyof F]: F[N]['required'] extends true ? N : never
}[keyof F]

/** What a caller sends to create a record. */
export type Draft<R extends Resource> =
  R extends Resource<infer F>
    ? { [N in RequiredName<F>]: Sent<F[N]['type']> } & {
        [N in Exclude<keyof F, RequiredName<F>>]?: Sent<F[N]['type']>
      }
    : never
/** What a caller sends to change one: any part of it (U1). */
export type Patch<R extends Resource> =
  R extends Resource<infer F> ? { [N in keyof F]?: Sent<F[N]['type']> } : never
type ValueOf<K> = K extends { check(input: unknown, context: CheckContext): Checked<infer V> }
  ? V
  : never
/** What is left of a write once it is checked, field by field; null clears. */
export type WriteValues<R extends Resource> =
  R extends Resource<infer F> ? { [N in keyof F]?: ValueOf<F[N]['type']> | null } : never
/** The fields of a record as they come back. */
export type FieldsShown<R extends Resource> =
  R extends Resource<infer F>
    ? { [N in keyof F as F[N]['lives'] extends 'never' ? never : N]: Shown<F[N]['type']> }
    : never

export const livesIn = (field: Field) => field.lives ?? 'fact'

/** Names of the fields that are written once per language. */
export const textNames = ({ fields }: Resource) =>
  Object.keys(fields).filter(name => livesIn(fields[name] as Field) === 'text')

/** Columns of a resource by where they live, from its definition. */
export function columnsOf({ fields }: Resource, where: 'fact' | 'text') {
  return Object.entries(fields).flatMap(([name, field]) =>
    livesIn(field) === where && field.type.column ? [[name, field.type.column] as const] : [],
  )
}

/** The parameters of a write. On change nothing is required, and what is required on create cannot be cleared. */
export function writeParams(of: Resource, verb: 'create' | 'change'): Params {
  return Object.fromEntries(
    Object.entries(of.fields).map(([name, field]): [string, Param] => [
      name,
      {
        type: field.type,
        sentence: { en: field.en, fr: field.fr },
        clearable: !field.required,
        ...(field.required && verb === 'create' && { required: true }),
        ...(field.shown !== undefined && { default: field.shown }),
        ...(field.addition && { addition: true }),
      },
    ]),
  )
}

/** Texts of one language by field; null clears. */
export type TextValues = Record<string, string | null>
export type TextDraft = Partial<Record<Language, TextValues | null>>

/**
 * `translations: { fr: { title: … }, en: null }` in a write: the texts of other languages, or null to delete one (M3, M9).
 * Takes the resource by a function because an owner and its translations name each other.
 */
export function translations(
  owner: () => Resource,
): FieldType<Partial<Record<Language, object | null>> | null, object, TextDraft> {
  let known: Params | undefined
  const params = (): Params => {
    if (known) return known
    const of = owner()
    const texts = textNames(of).filter(name => name !== 'slug')
    const own = texts.map((name): [string, Param] => {
      const field = of.fields[name] as Field
      return [name, { type: field.type, sentence: field, clearable: !field.required }]
    })
    known = {
      ...Object.fromEntries(own),
      slug: { type: slug(), sentence: slugSentence, clearable: true },
    }
    return known
  }
  return {
    index: { type: 'object' },
    accepts: { type: ['object', 'null'], additionalProperties: { type: ['object', 'null'] } },
    returns: { type: 'object' },
    clears: [null, '', 'list'],
    unknown(input) {
      if (typeof input !== 'object' || input === null) return []
      return Object.entries(input).flatMap(([language, sent]) =>
        isLanguage(language) && typeof sent === 'object' && sent !== null
          ? unknownIn(params(), sent as Values, isUrlShown).map(({ path, known }) => ({
              path: `${language}.${path}`,
              known,
            }))
          : [],
      )
    },
    check(input, context) {
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        return fieldError(notTexts)
      const texts: TextDraft = {}
      const wrong: [path: string, fieldError: FieldError][] = []
      for (const [language, sent] of Object.entries(input)) {
        if (!isLanguage(language)) wrong.push([language, notALanguage])
        else if (sent === null) texts[language] = null
        else if (typeof sent !== 'object' || Array.isArray(sent))
          wrong.push([language, notTextsOfOne])
        else {
          const { values, fieldErrors } = check(params(), sent as Values, context)
          for (const [name, fieldError] of Object.entries(fieldErrors))
            wrong.push([`${language}.${name}`, fieldError])
          // the checks of texts let nothing else pass
          texts[language] = values as TextValues
        }
      }
      return wrong.length ? fieldError(nested(wrong)) : value(texts)
    },
    sample: {},
  }
}

const isLanguage = (text: string): text is Language => text === 'en' || text === 'fr'
const isUrlShown = (name: string) => name === 'url' || name === 'rest_url'

const slugSentence = { en: 'The slug in this language.', fr: 'Le slug dans cette langue.' }
