import { nested, onlyWhitespace } from '../../define/field-errors.ts'
import type { Row, StoredRecord, TextChange, Texts } from '../../define/record.ts'
import { main } from '../../define/record-texts.ts'
import { type Resource, type TextDraft, type TextValues, textNames } from '../../define/resource.ts'
import { fold } from '../../define/text/fold.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { slugOf } from '../../define/text/slug.ts'
import { copiedFrom } from '../../define/text/translation.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import type { AnyDraft } from './write-types.ts'

/** The texts of a write: the language of the request from the body, others from `translations` (M3, M9). */
export function textsWritten(
  resource: Resource,
  draft: AnyDraft & { readonly translations?: TextDraft | null },
  language: Language,
  stored: StoredRecord | undefined,
): TextChange {
  const change: TextChange = {}
  const inBody = textsIn(resource, draft)
  const translations = draft.translations ?? {}
  const mainLanguage = stored ? main(stored) : language
  for (const each of languages) {
    const own = translations[each]
    const sent = each === language ? { ...own, ...inBody } : own
    if (own === null && (each !== language || isEmpty(inBody))) change[each] = null
    else if (sent && (!isEmpty(sent) || !stored))
      change[each] = textRow(resource, sent, each === mainLanguage)
  }
  refuseBlankNames(resource, change, stored, language)
  refuseToLoseTheLast(change, stored)
  return change
}

const isEmpty = (of: object) => Object.keys(of).length === 0

function textsIn(resource: Resource, draft: AnyDraft): TextValues {
  const texts: TextValues = {}
  for (const name of textNames(resource)) {
    const text = draft[name]
    if (typeof text === 'string' || text === null) texts[name] = text
  }
  return texts
}

/** A cleared text is empty in the main language, but for names and slugs; elsewhere the main language shows again. */
function textRow(resource: Resource, sent: TextValues, isMain: boolean): Row {
  const row: Row = {}
  for (const [name, text] of Object.entries(sent)) {
    const isName = name === resource.titled
    row[name] = text ?? (isMain && name !== 'slug' && !isName ? '' : null)
    if (isName) row.name_key = text === null ? null : fold(text)
    if (name === 'slug') row.slug = text === null ? null : slugOf(text)
  }
  return row
}

/** The languages in which a record has its name once the change is made. */
const namedAfter = (change: TextChange, stored: StoredRecord | undefined) =>
  languages.filter(each => {
    const row = change[each]
    if (row === null) return false
    return (row?.name_key === undefined ? stored?.texts[each]?.name_key : row.name_key) != null
  })

function refuseToLoseTheLast(change: TextChange, stored: StoredRecord | undefined) {
  if (stored && namedAfter(change, stored).length === 0)
    throw fieldProblem('translations', lastTranslation)
}
const lastTranslation = {
  sentence: {
    en: 'The last translation of a record cannot be deleted.',
    fr: 'La dernière traduction d’une fiche ne peut pas être supprimée.',
  },
}

/** Refuses names of whitespace or markup only (E1); a name that may be cleared stays in one language. */
function refuseBlankNames(
  resource: Resource,
  change: TextChange,
  stored: StoredRecord | undefined,
  language: Language,
) {
  const isLast = namedAfter(change, stored).length === 0
  for (const each of languages) {
    const name = change[each]?.[resource.titled]
    if (name === '' || (name === null && isLast))
      throw each === language ? blankName(resource) : blankTranslation(resource, each)
  }
  if (!stored && !change[language]?.[resource.titled]) throw blankName(resource)
}

const blankTranslation = (resource: Resource, language: Language) =>
  fieldProblem('translations', nested([[`${language}.${resource.titled}`, onlyWhitespace]]))

function blankName(resource: Resource) {
  if (resource.family === 'term') return new Problem('empty_term_name')
  return resource.hasOwnCodes
    ? new Problem('empty_content')
    : fieldProblem(resource.titled, onlyWhitespace)
}

/**
 * Texts with the time of their last change: `now`, where one differs from the stored one. A text that is new in its language is a translation: it is
 * as old as the others, which do not become older than what was made of them.
 */
export function dated(change: TextChange, now: number, stored?: StoredRecord): TextChange {
  const before = (language: Language, name: string) => stored?.texts[language]?.[name] ?? ''
  const differing = (language: Language) =>
    Object.entries(change[language] ?? {}).flatMap(([name, text]) =>
      (text ?? '') === before(language, name) ? [] : [name],
    )
  // in place of a copy of another text, a text is a translation as well
  const isCopy = (language: Language, name: string) =>
    stored !== undefined && copiedFrom(of => before(of, name), language, main(stored)) !== undefined
  const isRevised = languages.some(each =>
    differing(each).some(name => before(each, name) !== '' && !isCopy(each, name)),
  )
  const at = stored && !isRevised ? newestOf(stored) : now
  const after: TextChange = {}
  for (const language of languages) {
    const row = change[language]
    if (row === undefined) continue
    const isDated = row !== null && at !== undefined && differing(language).length > 0
    after[language] = isDated ? { ...row, changed: at } : row
  }
  return after
}

/** When any text of a record was changed last; undefined: releases that did not note it have written them. */
function newestOf({ texts }: StoredRecord): number | undefined {
  return (
    Math.max(0, ...Object.values(texts).map(({ changed }) => Number(changed ?? 0))) || undefined
  )
}

/** When the record loses its name in the main language, the one that is left becomes the main one. */
export function mainAfter(change: TextChange, stored: StoredRecord): Language | undefined {
  if (change[main(stored)] === undefined) return undefined
  const named = namedAfter(change, stored)
  return named.includes(main(stored)) ? undefined : named[0]
}

/** The texts as stored after the change. */
export function textsAfter(change: TextChange, stored: StoredRecord | undefined): Texts {
  if (stored && isEmpty(change)) return stored.texts
  const after: Texts = {}
  for (const each of languages) {
    if (change[each] === null) continue
    const row = { ...stored?.texts[each], ...change[each] }
    if (Object.keys(row).length > 0) after[each] = row
  }
  return after
}
