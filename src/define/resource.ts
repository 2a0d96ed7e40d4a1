import { existing, namesIn, tableOf } from './base/objects.ts'
import type { Derived } from './derived.ts'
import type {
  CheckContext,
  Checked,
  FieldType,
  JsonSchema,
  Language,
  Sentence,
} from './field-type.ts'
import type { Param, Params } from './param.ts'
import type { DatedKind } from './record.ts'
import { isLongText } from './text/translation.ts'

/**
 * One field of a record: its type, its sentence, and where it lives. `fact` is stored once, `text` once per language
 * (M1), `link` beside the record, `never` is for fields that only steer a write.
 */
export type Field<T extends FieldType = FieldType> = {
  type: T
  /** The name for people: in forms, tables and lists. */
  label: Sentence
  en: string
  fr: string
  /** The description in responses, where it differs. */
  read?: Sentence
  lives?: 'fact' | 'text' | 'link' | 'never'
  /** Must be sent on create, and can never be cleared. */
  required?: true
  /** Default as the namespace index shows it. */
  default?: null | false | true
  /** There is always a value, sent or not. */
  always?: true
  /** Words of it are found by search. */
  searched?: true
  /** Shown even where a password hides the record. */
  open?: true
  /** Not in The Events Calendar. */
  addition?: true
  /** It has a row of its own on the page of its record: a text, number, URL, choice or flag. */
  onPage?: true
  /** The feeds of its resource have it too: those of events, or the feed of the latest records. */
  inFeeds?: true
  /** Records are looked up by its value. */
  indexed?: true
  /** Only users who may publish set it: it decides what is shown first, or nowhere. */
  byPublishers?: true
  inForm?: InForm
}

/** The relation of an input to others of its form; the API requires none of it. */
export type InForm = {
  /** It is there only while another field has one of these values. */
  visibleWhen?: { field: string; is: readonly (string | boolean)[] }
  /** A date without its time while this flag is set. */
  dayWhen?: string
  /** A hint on how to type its text. */
  typed?: Sentence
  /** Suggestions of its input. */
  offers?: 'countries'
  /** A date that moves with this one, and stays as long after it. */
  follows?: string
}

export type Fields = Record<string, Field>

type Family = 'post' | 'term'

/** The presented fields of a record, in order: a field of this name as its type shows it (`true`), or a derived value. */
export type PresentedItems = Readonly<Record<string, true | Derived>>

export type Resource = Described & (OnlyDated | { [N in Exclude<keyof OnlyDated, 'name'>]?: never })

/** Parts for lists, feeds and the codes of The Events Calendar that only a dated resource has. */
type OnlyDated = {
  name: DatedKind
  /** A password may hide a record: fields that are not `open` are masked then. */
  hasPassword?: true
  /** An unknown ID, a blank name and a record in the trash have codes of their own; an unknown ID is 404 (U4). */
  hasOwnCodes?: true
}

type Described = {
  /** Singular: event, venue … also the name of its table. */
  name: string
  /** Last segment of its URL: events, venues … */
  path: string
  /** Last segments of its public pages. */
  page?: Sentence
  /** Last segments of the feed of its latest records, where it has one besides a page. */
  feed?: Sentence
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
  fields: Fields
  /** A response in its order. */
  presented: PresentedItems
  /** The form of a record inside another, where it differs, and the name of its schema. */
  embedded?: { as: string; sentence: Sentence; presented: PresentedItems }
  /** The name and sentence of its schema, where they do not follow. */
  schema?: { name: string; sentence: Sentence }
  /** Fields without a value are left out of responses. */
  leavesOutEmpty?: true
  /** A record is made of a file that is sent, not of fields; it has no versions. */
  isFile?: true
  /** It is about the site, and not of its calendar: editors write it. */
  isOfSite?: true
  /** It has no page, and is addressed by its ID alone. */
  hasNoSlug?: true
  /** Schemas that `presented` refers to. */
  schemas?: Record<string, JsonSchema>
  /** Parameters of its list. */
  filters: Params
}

export const resource = <const R extends Resource>(of: R): R => of

type InputOf<F extends Field> = Exclude<F['type']['in'], undefined>
type RequiredName<F extends Fields> = {
  [N in keyof F]: F[N]['required'] extends true ? N : never
}[keyof F]

/** The values that create a record. */
export type Draft<R extends Resource, F extends Fields = R['fields']> = {
  [N in RequiredName<F>]: InputOf<F[N]>
} & { [N in Exclude<keyof F, RequiredName<F>>]?: InputOf<F[N]> }
/** The values of a change, which may name any of the fields (U1). */
export type Patch<R extends Resource> = { [N in keyof R['fields']]?: InputOf<R['fields'][N]> }

type ValueOf<T> = T extends { check(input: unknown, context: CheckContext): Checked<infer V> }
  ? V
  : never
/** The checked values of a write, field by field; null clears. */
export type WriteValues<R extends Resource> = {
  [N in keyof R['fields']]?: ValueOf<R['fields'][N]['type']> | null
}

type Out<F extends Field> = Exclude<F['type']['out'], undefined>
/** A flag is null where a password hides it. */
type PresentedField<HasPassword, F extends Field> =
  | Out<F>
  | (HasPassword extends true
      ? F['open'] extends true
        ? never
        : Out<F> extends boolean
          ? null
          : never
      : never)
/** Its own texts in each language, null where there is none, with its URLs. */
type TextsOf<F extends Fields> = Record<
  Language,
  {
    [N in keyof F as F[N]['lives'] extends 'text' ? N : never]: Out<F[N]> | null
  } & { url: string; rest_url: string }
>

type PresentedValue<R extends Resource, N, Item> = N extends 'texts'
  ? TextsOf<R['fields']>
  : Item extends Derived<infer T>
    ? Exclude<T, undefined>
    : N extends keyof R['fields']
      ? PresentedField<R['hasPassword'], R['fields'][N]>
      : never
type MayLack<R extends Resource, N, Item> = Item extends Derived
  ? Item extends { optional: true }
    ? true
    : false
  : R['leavesOutEmpty'] extends true
    ? N extends keyof R['fields']
      ? R['fields'][N] extends { required: true } | { always: true }
        ? false
        : Out<R['fields'][N]> extends boolean
          ? false
          : true
      : false
    : false
type LackingIn<R extends Resource, S> = {
  [N in keyof S]: MayLack<R, N, S[N]> extends true ? N : never
}[keyof S]

/** A record as it comes back; the form it has inside of another, where its items are given. */
export type Presented<R extends Resource, S = R['presented']> = {
  [N in Exclude<keyof S, LackingIn<R, S>>]: PresentedValue<R, N, S[N]>
} & { [N in LackingIn<R, S>]?: PresentedValue<R, N, S[N]> }

/** A record as it comes inside of another. */
export type PresentedEmbedded<R extends Resource> = R['embedded'] extends { presented: infer S }
  ? Presented<R, S>
  : Presented<R>

/** Texts of other languages in a write; null deletes a translation (M3, M9). */
export type TextDraft = Partial<Record<Language, TextValues | null>>
/** Texts of one language by field; null clears. */
export type TextValues = Record<string, string | null>

export const livesIn = (field: Field) => field.lives ?? 'fact'

/** Names of the fields that are written once per language. */
export const textNames = ({ fields }: Resource) =>
  Object.entries(fields).flatMap(([name, field]) => (livesIn(field) === 'text' ? [name] : []))

/** The texts of a record in sentences. */
export const longTextNames = ({ fields }: Resource) =>
  Object.entries(fields).flatMap(([name, field]) =>
    livesIn(field) === 'text' && isLongText(name, field.type.input) ? [name] : [],
  )

/** Columns of a resource by where they live, from its definition. */
export function columnsOf({ fields }: Resource, where: 'fact' | 'text') {
  return Object.entries(fields).flatMap(([name, field]) =>
    livesIn(field) === where && field.type.column ? [[name, field.type.column] as const] : [],
  )
}

/** Facts by which records are looked up. */
export const indexedNames = ({ fields }: Resource) =>
  Object.entries(fields).flatMap(([name, field]) => (field.indexed ? [name] : []))

/** The parameters of a write. On change nothing is required, and what is required on create cannot be cleared. */
export const writeParams = <R extends Resource>({ fields }: R, verb: WriteVerb) =>
  // each parameter has the type of its own field
  tableOf<keyof R['fields'] & string, Param>(namesIn(fields), name =>
    paramOf(existing<Field>(fields[name]), verb),
  ) as { [N in keyof R['fields'] & string]: Param & Pick<R['fields'][N], 'type'> }

type WriteVerb = 'create' | 'change'

const paramOf = (field: Field, verb: WriteVerb): Param => ({
  type: field.type,
  en: field.en,
  fr: field.fr,
  clearable: !field.required,
  ...(field.required && verb === 'create' && { required: true }),
  ...(field.default !== undefined && { default: field.default }),
  ...(field.addition && { addition: true }),
})

/**
 * True for names that responses show, in the record itself or where another embeds it. A record may be sent back as it was read: a
 * write passes over those of them that are no parameters, without naming them in `X-Almanac-Ignored`.
 */
export const showsName = ({ presented, embedded }: Resource, name: string) =>
  Object.hasOwn(presented, name) ||
  (embedded !== undefined && Object.hasOwn(embedded.presented, name))
