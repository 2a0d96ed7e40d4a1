import { derived } from '../../define/base/objects.ts'
import type { FieldType, FormInput, Sentence } from '../../define/field-type.ts'
import type { Cell } from '../../define/record.ts'
import type { TextView } from '../../define/record-texts.ts'
import { type Field, livesIn, type Resource } from '../../define/resource.ts'
import { formatMessage, type Locale, languageIn } from '../../define/text/language.ts'

/** A plain field of a record, as pages and feeds show it by its definition alone. */
export type FieldView = {
  name: string
  label: Sentence
  input: FormInput
  /** As the API shows it. */
  value: unknown
  /** As people read it; empty where there is nothing to show. HTML where the input is `html`. */
  text: TextView
  /** A field of several, each shown for itself; `text` has them all. */
  parts?: FieldView[]
}

export type PlainField = { name: string; field: Field; input: FormInput }
/** Where a field appears: where its definition says so, or on the default page, which has all. */
export type Placement = 'onPage' | 'inFeeds' | 'default'

const plain: ReadonlySet<FormInput | undefined> = new Set([
  ...(['line', 'lines', 'html', 'number', 'email', 'tel', 'url', 'flag', 'choice'] as const),
  ...(['choices', 'audience', 'custom'] as const),
])

/** The plain fields of a resource that appear in a place, in the order of their definition. */
export const plainFields = (resource: Resource, at: Placement): PlainField[] =>
  fieldsByPlace(resource)[at]

const fieldsByPlace = derived((resource: Resource): Record<Placement, PlainField[]> => {
  const all = Object.entries(resource.fields).flatMap(([name, field]): PlainField[] => {
    const { input } = field.type
    const isPlain = input !== undefined && plain.has(input) && livesIn(field) !== 'never'
    if (isPlain) return [{ name, field, input }]
    if (field.onPage || field.inFeeds) throw new Error(`No page shows a field such as ${name}.`)
    return []
  })
  const { presented, titled } = resource
  return {
    onPage: all.filter(({ field }) => field.onPage),
    inFeeds: all.filter(({ field }) => field.inFeeds),
    // the title is above; author, dates and status, which are always there, are for editors
    default: all.filter(
      ({ name, field }) => name !== titled && !field.always && Object.hasOwn(presented, name),
    ),
  }
})

const yes: Sentence = { en: 'Yes', fr: 'Oui' }
const formats: Partial<Record<Locale, Intl.NumberFormat>> = {}

export function numberWords(value: number, locale: Locale): string {
  formats[locale] ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 10 })
  return formats[locale].format(value)
}

/**
 * A fact as people read it. A flag that is off is as one that was never set: nothing. A text is as it is stored: `value`, as the API
 * shows it, is escaped.
 */
export function wordsOf(
  { choices, words }: FieldType,
  stored: Cell,
  value: unknown,
  locale: Locale,
): string {
  if (words) return words(stored, languageIn(locale))
  if (stored === null || value === null || value === undefined || value === false) return ''
  if (value === true) return formatMessage(yes, locale)
  if (typeof value === 'number') return numberWords(value, locale)
  const word = choices?.[String(value)]
  return word ? formatMessage(word, locale) : String(typeof value === 'string' ? stored : value)
}
