import { isObject } from '../../define/base/objects.ts'
import type { Language, Sentence } from '../../define/field-type.ts'
import { formatMessage, textIn, withColon } from '../../define/text/language.ts'

/** Characters of a value in the text of a result; `structuredContent` has all of it. */
const maxValue = { list: 200, record: 2000 }

const sentences = {
  page: {
    en: '{shown} of {total}, page {page} of {pages}.',
    fr: '{shown} sur {total}, page {page} sur {pages}.',
  },
  some: { en: '{shown} of {total}.', fr: '{shown} sur {total}.' },
  none: { en: 'Nothing found.', fr: 'Aucun résultat.' },
  next: { en: 'For the next page: {next}.', fr: 'Pour la page suivante : {next}.' },
} satisfies Record<string, Sentence>

/** What was written, and how far a change of a series went. */
const applied = {
  create: { en: 'Created', fr: 'Création effectuée' },
  change: { en: 'Updated', fr: 'Modification effectuée' },
  remove: { en: 'Removed', fr: 'Suppression effectuée' },
} satisfies Record<string, Sentence>

const reach = {
  this: { en: 'this date of the series alone', fr: 'cette seule date de la série' },
  following: { en: 'this date and those after it', fr: 'cette date et les suivantes' },
  all: { en: 'all dates of the series', fr: 'toutes les dates de la série' },
  detach: {
    en: 'this date, which is now an event of its own',
    fr: 'cette date, devenue un évènement à part',
  },
} satisfies Record<string, Sentence>

type ScopeName = keyof typeof reach
export const isScope = (name: unknown): name is ScopeName =>
  typeof name === 'string' && Object.hasOwn(reach, name)

/** Where a page stands, and the argument that gives the next one, if there is one. */
export type Turn = { page?: number; next_page?: number; next_cursor?: unknown }

/** A page of a list: a line for each record, and how it goes on. */
export function listText(
  lines: readonly string[],
  { total, pages }: { total: number; pages: number },
  { page, next_page, next_cursor }: Turn,
  language: Language,
): string {
  if (lines.length === 0) return textIn(sentences.none, language)
  const shown = lines.length
  const head =
    page === undefined
      ? formatMessage(sentences.some, language, { shown, total })
      : formatMessage(sentences.page, language, { shown, total, page, pages })
  const argument = next_cursor ? `cursor=${next_cursor}` : next_page ? `page=${next_page}` : ''
  const next = argument && formatMessage(sentences.next, language, { next: argument })
  return [head, ...lines, ...(next ? [next] : [])].join('\n')
}

/** A record of a list on one line. */
export const lineOf = (record: unknown): string => `- ${pairs(record, maxValue.list).join('; ')}`

/** A record as lines, one for each field. */
export const recordText = (record: unknown): string => pairs(record, maxValue.record).join('\n')

/** What a write did. */
export function appliedText(
  action: keyof typeof applied,
  scope: ScopeName | undefined,
  language: Language,
): string {
  const done = textIn(applied[action], language)
  return scope ? `${withColon(done, language)} ${textIn(reach[scope], language)}.` : `${done}.`
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

const pairs = (record: unknown, max: number): string[] =>
  Object.entries(isObject(record) ? record : { value: record }).flatMap(([name, value]) =>
    isEmpty(value) ? [] : [`${name}: ${shortened(inWords(value), max)}`],
  )

const shortened = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text

/** A value on one line: of objects the values, with the name of their ID. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  if (typeof value === 'string') return value.replace(/\s+/g, ' ')
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .filter(([, inner]) => !isEmpty(inner))
    .map(([name, inner]) => (name === 'id' ? `id ${inWords(inner)}` : inWords(inner)))
    .join(' ')
}
