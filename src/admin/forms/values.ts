import { isObject } from '../../define/base/objects.ts'
import { inEachLanguage, type Language, languages, othersThan } from '../../define/text/language.ts'
import { audienceSent, audienceText } from './audience.ts'
import { customChange, customIn } from './custom.ts'
import type { Form, FormField } from './model.ts'
import type { Row } from './records.ts'
import { isVisible } from './stands.ts'

/** A stored record that another is linked to; `isUnseen`: it is not published, so visitors see the other without it. */
export type StoredLink = { id: number; name: string; note?: string; isUnseen?: boolean }
/** A record that another is linked to: one that exists, or the draft of one to make. */
export type Linked =
  | StoredLink
  | { draft: LinkedDraft; name: string /** As it was typed, to go on with. */; typed: Values }
type LinkedDraft = Record<string, unknown>
/** A category or tag: one that exists, or a name. */
export type Term = { id: number; name: string } | { name: string }
export type ImageValue = { id: number; url: string; alt: string; width?: number; height?: number }

export type Value = string | boolean | number | Linked[] | Term[] | ImageValue | null

/** The values of a form: common fields once, texts by language, empty where there is none. */
export type Values = {
  facts: Record<string, Value>
  texts: Record<Language, Record<string, string>>
}

/** The first other language of which something holds, else the first other. */
export function otherWith(language: Language, holds: (other: Language) => boolean): Language {
  const others = othersThan(language)
  return others.find(holds) ?? others[0] ?? language
}

/** The date of publication. Of a draft it is the day of its first save, and means nothing yet. */
const published = new Set(['date', 'date_utc'])

/** True for one date of a series. The series itself has its own ID. */
export const isDateOfSeries = ({ id, series }: Row) => typeof series === 'number' && series !== id

/** The values of a record, as a form holds them. The rule of a series is not that of its dates: a copy of one of them is single. */
export function valuesOf({ fields }: Form, record: Row): Values {
  const { facts = {}, texts = {} } = record.editing ?? {}
  const values = emptyTexts()
  for (const field of fields) {
    if (field.isText)
      for (const language of languages)
        values.texts[language][field.name] =
          texts[language]?.[field.name] ?? translatedOf(record, language, field) ?? ''
    else if (published.has(field.name) && facts.is_undated === true) values.facts[field.name] = ''
    else if (field.as === 'recurrence' && isDateOfSeries(record)) values.facts[field.name] = ''
    else
      values.facts[field.name] = factOf(
        field,
        facts[field.name],
        record[field.name],
        facts.is_protected === true,
      )
  }
  return values
}

/** The translation of a field that the record itself does not take. */
function translatedOf({ translations }: Row, language: Language, field: FormField) {
  return field.isInTranslations ? translations?.[language]?.[field.name] : undefined
}

const emptyTexts = (): Values => ({ facts: {}, texts: inEachLanguage(() => ({})) })

function factOf(
  { as }: FormField,
  written: unknown,
  presented: unknown,
  isProtected: boolean,
): Value {
  switch (as) {
    case 'flag':
      return written === true
    case 'number':
      return written == null ? '' : String(written)
    case 'record':
      return Number(written ?? 0)
    case 'records':
      return linkedOf(presented)
    case 'terms':
      return linkedOf(presented)
    case 'image':
      return imageValueOf(presented)
    case 'secret':
      return isProtected ? null : ''
    case 'recurrence':
      return written == null ? '' : listIn(String(written)).join('\n')
    case 'choices':
      return Array.isArray(written) ? written.join(',') : ''
    case 'audience':
      return audienceText(written)
    case 'moment':
      return localOf(String(presented ?? ''))
    default:
      return String(written ?? '')
  }
}

/** The lines of a recurrence, as they are stored: a list in JSON. */
function listIn(written: string): string[] {
  const list: unknown = JSON.parse(written)
  return Array.isArray(list) ? list.map(String) : []
}

/** Responses show one linked record as an object, several as a list. */
export function linkedOf(presented: unknown): StoredLink[] {
  if (!presented) return []
  const list: unknown[] = Array.isArray(presented) ? presented : [presented]
  return list.filter(isObject).map(one => ({
    id: Number(one.id),
    name: plain(String(one.venue ?? one.organizer ?? one.name ?? one.title ?? one.id)),
    ...(typeof one.city === 'string' && one.city && { note: plain(one.city) }),
    ...(typeof one.status === 'string' && one.status !== 'publish' && { isUnseen: true }),
  }))
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', '#038': '&', quot: '"' }
const plain = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#038);/g, (_, name) => signs[name] ?? '')

export function imageValueOf(presented: unknown): ImageValue | null {
  if (!presented) return null
  const { id, url, alt, width, height, sizes } = presented as ImageValue & {
    sizes?: Record<string, { url: string }>
  }
  return {
    id,
    url: sizes?.medium?.url ?? url,
    alt,
    ...(width && { width }),
    ...(height && { height }),
  }
}

/** `2026-12-05 20:00:00` as inputs have it; empty for the zeros of a record without a date. */
const localOf = (wall: string) =>
  /^0000|^$/.test(wall) ? '' : wall.replace(' ', 'T').replace(/:00$/, '')

/** The initial values of a new record. */
export function newValues({ fields }: Form, given: Record<string, Value> = {}): Values {
  const values = emptyTexts()
  for (const { name, as, isText, choices } of fields) {
    if (isText) for (const language of languages) values.texts[language][name] = ''
    else values.facts[name] = given[name] ?? blankOf(as, choices)
  }
  return values
}

function blankOf(as: FormField['as'], choices: FormField['choices']): Value {
  if (as === 'flag') return false
  if (as === 'record') return 0
  if (as === 'records' || as === 'terms') return []
  if (as === 'image') return null
  return as === 'choice' ? (choices?.[0]?.[0] ?? '') : ''
}

/** The image in a value of a field. */
const imageValueIn = (value: Value): ImageValue | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined

/** A value as it is sent: null clears, and a secret that stays is not sent. */
function sentOf({ as }: FormField, value: Value): unknown {
  if (as === 'records' || as === 'terms')
    return (Array.isArray(value) ? value : []).map(one =>
      'id' in one ? one.id : 'draft' in one ? one.draft : one.name,
    )
  if (as === 'image') return imageValueIn(value)?.id ?? null
  if (as === 'secret') return value === null ? undefined : value || null
  if (as === 'number') return value === '' ? null : Number(value)
  if (as === 'recurrence') return value === '' ? null : String(value).split('\n')
  if (as === 'choices') return value === '' ? [] : String(value).split(',')
  if (as === 'custom') return customIn(String(value ?? ''))
  if (as === 'audience') return audienceSent(String(value ?? ''))
  if (as === 'moment') return value === '' ? null : String(value).replace('T', ' ')
  if (as === 'flag' || as === 'record') return value
  if (as === 'url') return withScheme(String(value)) || null
  return value === '' ? null : value
}

/** `example.org/tickets` as it is meant: people do not type `https://`. */
export const withScheme = (typed: string) =>
  /^\s*(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?\s*$/u.test(typed)
    ? `https://${typed.trim()}`
    : typed

const textSent = ({ as }: FormField, text: string) => (as === 'url' ? withScheme(text) : text)

const isSame = (field: FormField, a: Value, b: Value) =>
  JSON.stringify(sentOf(field, a)) === JSON.stringify(sentOf(field, b))

type RecordBody = Record<string, unknown> & {
  translations?: Partial<Record<Language, Record<string, string | null> | null>>
}

/** Only the fields that differ, so that changes of other users to other fields stay; texts under `translations`. */
export function patchOf({ fields }: Form, before: Values, after: Values): RecordBody {
  const patch: RecordBody = {}
  const translations: NonNullable<RecordBody['translations']> = {}
  for (const field of fields) {
    const { name, isText } = field
    // hidden fields are not sent
    if (!isVisible(field, after.facts)) continue
    if (!isText) {
      const value = after.facts[name] ?? null
      const old = before.facts[name] ?? null
      const isCustom = field.as === 'custom'
      if (!isSame(field, old, value))
        patch[name] = isCustom
          ? customChange(String(old ?? ''), String(value))
          : sentOf(field, value)
      continue
    }
    for (const language of languages) {
      const text = textSent(field, after.texts[language][name] ?? '')
      if (text === (before.texts[language][name] ?? '')) continue
      translations[language] = { ...translations[language], [name]: text === '' ? null : text }
    }
  }
  // a language without any text left is deleted as a whole
  for (const language of languages)
    if (isEmpty(after.texts[language]) && !isEmpty(before.texts[language]))
      translations[language] = null
  return Object.keys(translations).length > 0 ? { ...patch, translations } : patch
}

const isEmpty = (texts: Record<string, string>) => Object.values(texts).every(text => text === '')

/** The longest text of all, with its language. */
export const longestTextOf = ({ texts }: Pick<Values, 'texts'>) =>
  languages
    .flatMap(language =>
      Object.entries(texts[language]).map(([name, text]) => ({ name, language, text })),
    )
    .toSorted((a, b) => b.text.length - a.text.length)[0]

/** The language that a new record is first written in: that of the page, or the one that has a title. */
export function firstLanguage({ titled }: Form, { texts }: Values, page: Language): Language {
  return [page, ...othersThan(page)].find(of => texts[of][titled]?.trim()) ?? page
}

/** A new record as it is sent in a language. */
export function draftOf(form: Form, values: Values, language: Language, empty: Values): RecordBody {
  const { translations = {}, ...facts } = patchOf(form, empty, values)
  const { [language]: texts, ...others } = translations
  const own = Object.entries(texts ?? {})
  const nested = new Set(form.fields.flatMap(each => (each.isInTranslations ? [each.name] : [])))
  const inside = own.filter(([name]) => nested.has(name))
  const all = { ...others, ...(inside.length > 0 && { [language]: Object.fromEntries(inside) }) }
  return {
    ...facts,
    ...Object.fromEntries(own.filter(([name]) => !nested.has(name))),
    ...(Object.keys(all).length > 0 && { translations: all }),
  }
}

/** True if any value differs. */
export const isChanged = (form: Form, before: Values, after: Values) =>
  Object.keys(patchOf(form, before, after)).length > 0

/** The stored values, with those of `typed` that differ from `sent`. */
export function rebased({ fields }: Form, sent: Values, stored: Values, typed: Values): Values {
  const facts = { ...stored.facts }
  const texts = inEachLanguage(of => ({ ...stored.texts[of] }))
  for (const field of fields) {
    const { name, isText } = field
    if (!isText) {
      const value = typed.facts[name] ?? null
      if (!isSame(field, sent.facts[name] ?? null, value)) facts[name] = value
      continue
    }
    for (const language of languages) {
      const text = typed.texts[language][name] ?? ''
      if (text !== (sent.texts[language][name] ?? '')) texts[language][name] = text
    }
  }
  return { facts, texts }
}

/** True if every required field has a value. */
export const isComplete = ({ fields }: Form, { facts, texts }: Values) =>
  fields.every(({ name, isText, isRequired }) => {
    if (!isRequired) return true
    return isText ? languages.some(of => texts[of][name]?.trim()) : !!facts[name]
  })

/** The fields that only a button of the box of publication stores. */
const byButton = ['status', 'password', 'date']

/** The typed values, with the stored ones for fields that only a button stores. */
export const withoutButtons = ({ facts, texts }: Values, stored: Values): Values => ({
  texts,
  facts: {
    ...facts,
    ...Object.fromEntries(
      byButton.flatMap(name => (name in facts ? [[name, stored.facts[name] ?? null]] : [])),
    ),
  },
})

const typedLetters = new Set<FormField['as']>(['line', 'lines', 'url', 'email', 'tel', 'number'])

/** The stored values, but texts as they were sent: the server may have tidied a text that the user is still typing. */
export function asTyped({ fields }: Form, stored: Values, sent: Values): Values {
  const facts = { ...stored.facts }
  const texts = inEachLanguage(of => ({ ...stored.texts[of] }))
  for (const { name, as, isText } of fields) {
    if (isText)
      for (const language of languages)
        texts[language][name] = sent.texts[language][name] || (stored.texts[language][name] ?? '')
    else if (typedLetters.has(as)) facts[name] = sent.facts[name] || (stored.facts[name] ?? '')
  }
  return { facts, texts }
}
