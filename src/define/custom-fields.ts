import { isObject } from './base/objects.ts'
import { fold } from './text/fold.ts'
import type { Sentence } from './text/language.ts'

export const customTypes = ['text', 'number', 'link', 'choice'] as const

/** A field of events that the site has defined. */
export type CustomField = {
  name: string
  type: (typeof customTypes)[number]
  /** True if each language has a value of its own. */
  isTranslated: boolean
  label: Sentence
  /** Of a choice: its values, each with its label. */
  choices: { word: string; label: Sentence }[]
}

export const [maxFields, maxChoices] = [20, 50]

const line =
  /^([a-z][a-z0-9_]{0,39})[ \t]+(?:(common|translated)[ \t]+)?(text|number|link|choice)[ \t]+([^:]+?)\s*(?::(.+))?$/

/** A label in both languages: `Dress code | Tenue`, or one for both. */
function labelOf(written: string): Sentence | undefined {
  const [en = '', fr = en, ...others] = written.split('|').map(part => part.trim())
  const isLabel = [en, fr].every(text => /^[^<>\p{Cc}]{1,60}$/u.test(text))
  return isLabel && others.length === 0 ? { en, fr } : undefined
}

/** The word by which a choice is stored: its English label in small letters. */
const wordOf = (label: Sentence) =>
  fold(label.en)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

function choicesOf(written: string): CustomField['choices'] | undefined {
  const labels = written.split(',').map(labelOf)
  if (labels.length > maxChoices) return undefined
  const choices = labels.flatMap(label => (label ? [{ word: wordOf(label), label }] : []))
  const words = new Set(choices.map(({ word }) => word))
  return words.size === labels.length && !words.has('') ? choices : undefined
}

function fieldOf(written: string): CustomField | undefined {
  const [, name = '', own, kind, label = '', listed] = line.exec(written) ?? []
  const type = customTypes.find(each => each === kind)
  const labels = labelOf(label)
  if (!type || !labels || (type === 'choice') !== (listed !== undefined)) return undefined
  // only words differ by language
  if (own === 'translated' && type !== 'text' && type !== 'link') return undefined
  const choices = listed === undefined ? [] : choicesOf(listed)
  const isTranslated = own ? own === 'translated' : type === 'text'
  return choices && { name, type, isTranslated, label: labels, choices }
}

/**
 * The custom fields of a setting, one on each line: a name, perhaps `common` or `translated`, a type, the labels in English and French, and behind a
 * colon the choices. Undefined: a line defines none, two have one name, or there are too many.
 */
export function customFieldsOf(written: string): CustomField[] | undefined {
  const lines = written.split('\n').flatMap(each => each.trim() || [])
  const fields = lines.flatMap(each => fieldOf(each) ?? [])
  const names = new Set(fields.map(({ name }) => name))
  return lines.length <= maxFields && names.size === lines.length ? fields : undefined
}

/** Of a list: events with any of some words in a field, or a number in any of some ranges, whose ends belong to them. */
export type CustomCondition =
  | { name: string; words: readonly string[] }
  | { name: string; ranges: readonly NumberRange[] }
export type NumberRange = { from?: number; to?: number }

/**
 * The values that lists are filtered by, as the lists have them: words of choices (`w`) and numbers (`n`) by field. They do not depend on the
 * definitions, which may change at any time.
 */
export function listedValues(stored: Readonly<Record<string, unknown>>): string {
  const words: Record<string, string> = {}
  const numbers: Record<string, number> = {}
  for (const [name, own] of Object.entries(stored)) {
    if (typeof own === 'number') numbers[name] = own
    else if (typeof own === 'string' && isWord.test(own)) words[name] = own
  }
  const hasAny = Object.keys(words).length + Object.keys(numbers).length > 0
  return hasAny ? JSON.stringify({ w: words, n: numbers }) : ''
}
/** What `wordOf` gives; a short text may look like one. */
const isWord = /^(?=.{1,120}$)[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u

/** The values of `listedValues`, each with its field. */
export function valuesListed(text: string): [name: string, value: string | number][] {
  if (text === '') return []
  const { w, n }: Partial<Record<'w' | 'n', Record<string, string | number>>> = JSON.parse(text)
  return [w, n].flatMap(part => (isObject(part) ? Object.entries(part) : []))
}

/** True if a value of a field meets a condition on it. */
export const meets = (condition: CustomCondition, value: string | number) =>
  'words' in condition
    ? condition.words.some(word => word === value)
    : typeof value === 'number' &&
      condition.ranges.some(({ from = -Infinity, to = Infinity }) => value >= from && value <= to)

/** The name of a filter by a field, as queries have it. */
export const customFilterName = (field: string) => `custom_fields[${field}]` as const
export type CustomFilterName = ReturnType<typeof customFilterName>
const written = /^custom_fields\[([a-z][a-z0-9_]{0,39})\]$/
export const isCustomFilter = (name: string): name is CustomFilterName => written.test(name)

/** The field that a filter is by. */
export const fieldOfFilter = (name: string, fields: readonly CustomField[]) => {
  const [, field] = written.exec(name) ?? []
  return field === undefined ? undefined : fields.find(each => each.name === field)
}

/** Filters by the names of a query as the API reads them: those by fields within one value. */
export function withCustomFilters<V>(
  sent: Readonly<Record<string, V>>,
): Record<string, V | Record<string, V>> {
  const names = Object.keys(sent).filter(isCustomFilter)
  if (names.length === 0) return sent
  const others = Object.entries(sent).filter(([name]) => !isCustomFilter(name))
  const own = names.flatMap(name =>
    sent[name] === undefined ? [] : [[written.exec(name)?.[1] ?? name, sent[name]] as const],
  )
  return { ...Object.fromEntries(others), custom_fields: Object.fromEntries(own) }
}
