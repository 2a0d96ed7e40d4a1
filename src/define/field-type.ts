import type { CustomField } from './custom-fields.ts'
import type { Cell, TermLinkKind } from './record.ts'
import type { ShowContext } from './show-context.ts'
import type { Allowance } from './text/html.ts'
import type { Language, Sentence } from './text/language.ts'

export type { Language, Sentence }

/** The error of one parameter: a sentence with what is expected (E6). `define/field-errors.ts` holds most of them. */
export type FieldError = {
  /** Code in `data.details`; without one the error has no entry there. */
  code?: string
  sentence: Sentence
  params?: Record<string, string | number>
  /** For objects: the errors inside, by path. */
  within?: [path: string, fieldError: FieldError][]
}

/** The resource that a parameter refers to, or `user`. */
export type Reference = string

/** The context of a check besides the value: the clock and the zone of the site. */
export type CheckContext = {
  /** Unix seconds. */
  now: number
  /** Zone of the site. */
  zone: string
  /** The caller may not write: it is checked, for errors come before permission, but not cleaned, for it is not stored. */
  isRefused?: boolean
  /** Language of the request. */
  language?: Language
  /** The fields of events that the site has defined. Undefined: those that are sent are passed over. */
  customFields?: readonly CustomField[] | undefined
  /** The number of tags that may still be sanitised: one allowance for all texts of a request. */
  tags?: Allowance
}

export type Checked<T> = { value: T } | { fieldError: FieldError }

/** The inputs of forms. `record` picks one record, `records` several, which may be made on the spot; `choices` several words. */
export type FormInput =
  | ('line' | 'lines' | 'html' | 'slug' | 'secret' | 'url' | 'email' | 'tel')
  | ('flag' | 'choice' | 'number' | 'moment' | 'zone')
  | ('record' | 'records' | 'terms' | 'image' | 'recurrence')
  | ('choices' | 'audience' | 'custom')

export type JsonSchema = Record<string, unknown> & {
  maxLength?: number
  minimum?: number
  maximum?: number
}

/**
 * A type of field or parameter in both directions: how a value is checked and coerced from JSON, forms and queries, stored in a column and returned,
 * which of its words are searched, and how the namespace index and the documentation describe it. `In` is the type that a caller may send, `Value`
 * the result of the check, `Out` the type in responses.
 */
export type FieldType<In = unknown, Out = unknown, Value = unknown> = {
  /** The schema in the namespace index, as in The Events Calendar. */
  index: { type?: string; items?: { type: string }; enum?: readonly unknown[]; format?: string }
  /**
   * JSON Schema of requests, the specification's form first. More is taken: numbers and flags as text,
   * lists with commas.
   */
  accepts: JsonSchema
  /** JSON Schema of responses. */
  returns: JsonSchema
  /** The input of forms; a field type without one is in no form. */
  input?: FormInput
  /** The check of a form when the user leaves the text; `check` decides. A note is said only: the API takes the text as it is. */
  pattern?: { is: RegExp; wrong: FieldError; isNote?: true }
  /** For choices: the label of each value. */
  choices?: Readonly<Record<string, Sentence>>
  /** The values that clear an optional field of this type (U3): an empty string, an empty list, null. `0` too for links. */
  clears: readonly unknown[]
  /** True if a query or form may send the list as several parameters of one name (P10). */
  takesMany?: true
  check(input: unknown, context: CheckContext): Checked<Value>
  /** The records that a value names; the calendar asks whether they exist: one ID, several, drafts among IDs, words of terms, an image. */
  refers?: Reference
  /** Records that the caller may not read are refused as if they did not exist. */
  isOfReadable?: true
  refersAll?: Reference
  refersLinked?: Reference
  termsOf?: TermLinkKind
  isImage?: true
  /** The records that a form offers, where none of these states it. */
  offers?: Reference
  /** Names inside a value that mean nothing there. */
  unknown?(input: unknown): Unknown[]
  /** The column that holds it; types without one are stored elsewhere (links) or nowhere. */
  column?: 'text' | 'integer' | 'real'
  /** A checked value as the column holds it; without this, as it is. */
  store?(checked: Value): Cell
  /** The value for null in the column, which means never sent or cleared. */
  blank?: Cell
  /** The presented value of a stored one; without this, as it is stored. */
  show?(stored: Cell, context: ShowContext): Out
  /** The presented value where a password hides the stored one. */
  masked?: Out | null
  /** The words of a stored value for people; without this, the presented value, or the text as it is stored. */
  words?(stored: Cell, language: Language): string
  /** The words that a search finds in a stored text; without this, the text as it is. */
  searchText?(stored: string): string
  /** The text of a stored fact that is searched, where the languages show others; without this, the fact. */
  searchedIn?(stored: Cell, language: Language): string
  sample: unknown
  /** Only for types. */
  readonly in?: In
  readonly out?: Out
}

export const value = <T>(of: T): Checked<T> => ({ value: of })
export const fieldError = (of: FieldError): { fieldError: FieldError } => ({ fieldError: of })

export const isEmptyList = (input: unknown) => Array.isArray(input) && input.length === 0

/** A name that was sent and means nothing where it stands: `venue.locaton`, and the names that are known there. */
export type Unknown = { path: string; names: readonly string[] }
