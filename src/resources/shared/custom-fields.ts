import { isObject, namesIn } from '../../define/base/objects.ts'
import {
  type CustomCondition,
  type CustomField,
  listedValues,
  type NumberRange,
} from '../../define/custom-fields.ts'
import { derived } from '../../define/derived.ts'
import {
  nested,
  notAmong,
  notAWebUrl,
  tooLong,
  tooMany,
  wrongType,
} from '../../define/field-errors.ts'
import {
  type CheckContext,
  type FieldError,
  type FieldType,
  fieldError,
  value,
} from '../../define/field-type.ts'
import { isWeb } from '../../define/field-types.ts'
import type { Cell } from '../../define/record.ts'
import type { SchemaOf } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { fold } from '../../define/text/fold.ts'
import { isLanguage, type Language, languages, textIn } from '../../define/text/language.ts'
import { escapeAngles, normalizeLine } from '../../define/text/markup.ts'

type Plain = string | number
type Stored = Record<string, Plain | Partial<Record<Language, Plain>>>

/** The custom fields that a write changes: null clears a value, in a language or as a whole. */
type CustomChange = Record<string, Plain | null | Partial<Record<Language, Plain | null>>>

/** A custom field as the API shows it; `key` is the word of a choice. */
type ShownCustomField = { label: string; value: Plain; key?: string }

const maxText = 2000

const hasError = (of: unknown): of is { fieldError: FieldError } =>
  isObject(of) && 'fieldError' in of

/** The word of a choice that is written as its word or as one of its labels. */
function choiceIn({ choices }: CustomField, written: string): string | undefined {
  const typed = fold(written)
  return choices.find(({ word, label }) =>
    [word, ...Object.values(label)].some(each => fold(each) === typed),
  )?.word
}

/** A value in one language as it is stored; null: it is cleared. */
function plainOf(field: CustomField, input: unknown) {
  const { type, choices } = field
  if (input === null || input === '') return null
  if (typeof input !== 'string' && typeof input !== 'number') return fieldError(wrongValue)
  const text = normalizeLine(String(input))
  if (text.length > maxText) return fieldError(tooLong(maxText))
  if (type === 'number') {
    const number = Number(text)
    return text !== '' && Number.isFinite(number) ? number : fieldError(wrongType('number'))
  }
  if (type === 'link') return isWeb(text) ? text : fieldError(notAWebUrl('https://example.org/'))
  if (type === 'text') return text || null
  return choiceIn(field, text) ?? fieldError(notAmong(choices.map(({ word }) => word)))
}

const wrongValue: FieldError = {
  sentence: {
    en: '{name} is not valid. Expected a text, a number or null, or an object with one for each language.',
    fr: '{name} n’est pas valide. Attendu : un texte, un nombre ou null, ou un objet avec une valeur par langue.',
  },
}

/** A value in the form of responses: of choices with one label, that of the key. */
function shownValue({ choices }: CustomField, { key, value: own }: Record<string, unknown>) {
  const named = choices.find(({ word }) => word === key)
  return named && Object.values(named.label).some(label => label === own) ? key : own
}

/** A value as it was sent: plain, in the form of responses, or one for each language. */
function sentValue(field: CustomField, input: unknown, language: Language) {
  const plain = isObject(input) && 'value' in input ? shownValue(field, input) : input
  if (!isObject(plain)) {
    const own = plainOf(field, plain)
    return field.isTranslated && !hasError(own) && input !== null ? { [language]: own } : own
  }
  if (!field.isTranslated || !namesIn(plain).every(isLanguage)) return fieldError(wrongValue)
  const all: Partial<Record<Language, Plain | null>> = {}
  for (const each of languages) {
    if (plain[each] === undefined) continue
    const own = plainOf(field, plain[each])
    if (hasError(own)) return own
    all[each] = own
  }
  return all
}

const notAnObject: FieldError = {
  sentence: {
    en: '{name} is not valid. Expected an object with a value for each custom field, such as {example}.',
    fr: '{name} n’est pas valide. Attendu : un objet avec une valeur par champ personnalisé, tel que {example}.',
  },
  params: { example: '{"dress_code": "Black tie"}' },
}
const notDefined = (names: readonly string[]): FieldError => ({
  sentence: {
    en: '{name} is no custom field of this calendar. There are: {names}.',
    fr: '{name} n’est pas un champ personnalisé de cet agenda. Il y a : {names}.',
  },
  params: { names: names.join(', ') || '–' },
})

/** Queries, tables and `context=edit` have it as JSON. */
function jsonIn(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

function check(sent: unknown, { customFields, language = 'en' }: CheckContext) {
  const change: CustomChange = {}
  const input = jsonIn(sent)
  if (!isObject(input)) return fieldError(notAnObject)
  // a site that has none passes over them, as the reference does
  if (!customFields) return value(change)
  const wrong: [string, FieldError][] = []
  for (const [name, own] of Object.entries(input)) {
    const field = customFields.find(each => each.name === name)
    const checked = field
      ? sentValue(field, own, language)
      : fieldError(notDefined(customFields.map(each => each.name)))
    if (hasError(checked)) wrong.push([name, checked.fieldError])
    else change[name] = checked
  }
  return wrong.length > 0 ? fieldError(nested(wrong)) : value(change)
}

/** What the column has; nothing where another program wrote it. */
function storedIn(cell: Cell | undefined): Stored {
  if (!cell) return {}
  try {
    const stored: unknown = JSON.parse(String(cell))
    return isObject(stored) ? (stored as Stored) : {}
  } catch {
    return {}
  }
}

/** The value in a language, else in the first that has one. */
function valueIn(stored: Stored[string] | undefined, language: Language): Plain | undefined {
  if (!isObject(stored)) return stored
  return [language, ...languages].map(each => stored[each]).find(each => each !== undefined)
}

/**
 * The cell after a write; null clears all that are defined. A text that was shown in place of one that is missing is not stored when it is sent
 * back, and values of fields that are no longer defined stay.
 */
export function customFieldsAfter(
  change: CustomChange | null,
  cell: Cell | undefined,
  defined: readonly CustomField[],
): Cell {
  const after: Stored = { ...storedIn(cell) }
  const all = change ?? Object.fromEntries(defined.map(({ name }) => [name, null]))
  for (const [name, own] of Object.entries(all)) {
    const before = after[name]
    if (own === null) delete after[name]
    else if (!isObject(own)) after[name] = own
    else {
      const texts: Partial<Record<Language, Plain>> = isObject(before) ? { ...before } : {}
      const isOne = Object.keys(own).length === 1
      for (const each of languages) {
        const text = own[each]
        if (text === null) delete texts[each]
        else if (text === undefined) continue
        else if (texts[each] !== undefined || !isOne || valueIn(texts, each) !== text)
          texts[each] = text
      }
      if (Object.keys(texts).length > 0) after[name] = texts
      else delete after[name]
    }
  }
  return Object.keys(after).length > 0 ? JSON.stringify(after) : null
}

/** The values of an event in the order of the definitions, each with its definition and as people read it. */
export const customValues = (
  cell: Cell | undefined,
  fields: readonly CustomField[],
  language: Language,
) => {
  const stored = storedIn(cell)
  return fields.flatMap(field => {
    const own = valueIn(stored[field.name], language)
    // what another definition of that name has left
    if (own === undefined || typeof own !== (field.type === 'number' ? 'number' : 'string'))
      return []
    const choice = field.choices.find(({ word }) => word === own)
    if (field.type === 'choice' && !choice) return []
    const shown: Plain = choice ? textIn(choice.label, language) : own
    return [{ field, key: choice?.word, value: shown, label: textIn(field.label, language) }]
  })
}

type Shown = Record<string, ShownCustomField> | []

/** As The Events Calendar shows them: an object by name, an empty list where there are none. */
export function shownCustomFields(
  cell: Cell | undefined,
  { customFields, language }: Pick<ShowContext, 'customFields' | 'language'>,
): Shown {
  const values = customValues(cell, customFields, language)
  if (values.length === 0) return []
  return Object.fromEntries(
    values.map(({ field, key, value: own, label }) => [
      field.name,
      {
        label: escapeAngles(label),
        value: typeof own === 'string' ? escapeAngles(own) : own,
        ...(key !== undefined && { key }),
      },
    ]),
  )
}

export const custom_fields = derived(
  undefined,
  ({ record }, context): Shown => shownCustomFields(record.facts.custom_fields, context),
)

const plain = { anyOf: [{ type: 'string' }, { type: 'number' }] }
const returned: SchemaOf<Shown> = {
  anyOf: [
    { type: 'array', maxItems: 0, items: {} },
    {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          label: { type: 'string' },
          value: plain,
          key: { type: 'string' },
        },
        required: ['label', 'value'],
        additionalProperties: false,
      },
    },
  ],
}

/** A value as tables have it, a choice by its word: of a language where it is translated, without one that is shown in place of another. */
export function customCell(
  cell: unknown,
  { name, isTranslated }: CustomField,
  language: Language,
  main: Language,
): Plain | undefined {
  const own = storedIn(typeof cell === 'string' ? cell : undefined)[name]
  if (isTranslated) return isObject(own) ? own[language] : language === main ? own : undefined
  return valueIn(own, main)
}

/** What lists are filtered by. */
export const listedCustom = (cell: Cell | undefined) => (cell ? listedValues(storedIn(cell)) : '')

/** Names and ends of texts among the searched words: no letters that anyone types. */
const [marked, end] = [0xe000, '\ue000']
const lineOf = (name: string, text: string) =>
  `${name.replace(/./g, sign => String.fromCharCode(marked + sign.charCodeAt(0)))}${text}${end}`

/**
 * The texts that a search finds, as a read in the language shows them. Those of fields that are not defined any more are among them; words of choices
 * and links are not.
 */
function searchedIn(cell: Cell, language: Language): string {
  const stored = storedIn(cell)
  const lines = Object.keys(stored).flatMap(name => {
    const own = valueIn(stored[name], language)
    return typeof own === 'string' && !isWeb(own) ? [lineOf(name, own)] : []
  })
  return lines.join(' ')
}

type Filter = Record<string, string>

/** Of a text that is filtered by; and of values and ranges of a field. */
const [maxFilterText, maxFilterValues] = [200, 50]

const notARange: FieldError = {
  sentence: {
    en: '{name} is not valid. Expected a number, or a range such as 6..12, 6.. or ..12; a comma between several.',
    fr: '{name} n’est pas valide. Attendu : un nombre, ou un intervalle tel que 6..12, 6.. ou ..12 ; une virgule entre plusieurs.',
  },
}

function rangeIn(written: string): NumberRange | undefined {
  const [from = '', to = from, ...others] = written.split('..').map(each => each.trim())
  const isRange = others.length === 0 && (from !== '' || to !== '')
  if (!isRange || ![from, to].every(each => each === '' || isNumber(each))) return undefined
  return { ...(from !== '' && { from: Number(from) }), ...(to !== '' && { to: Number(to) }) }
}
const isNumber = (written: string) => /^-?\d{1,15}(?:\.\d{1,10})?$/.test(written)

/** The values of one field as a query writes them: a list with commas, or a range of `min` and `max`. */
function filterText(input: unknown): string | undefined {
  if (typeof input === 'string' || typeof input === 'number') return normalizeLine(String(input))
  if (Array.isArray(input)) return input.every(isPlain) ? input.join(',') : undefined
  if (!isObject(input) || !namesIn(input).every(name => name === 'min' || name === 'max'))
    return undefined
  const { min = '', max = '' } = input
  return isPlain(min) && isPlain(max) ? `${min}..${max}` : undefined
}
const isPlain = (of: unknown): of is Plain => typeof of === 'string' || typeof of === 'number'

/** What lists are filtered by: links are not. */
const filterable = (fields: readonly CustomField[]) => fields.filter(({ type }) => type !== 'link')

const partsOf = (text: string) => text.split(',').flatMap(part => part.trim() || [])

function filterError(field: CustomField, text: string): FieldError | undefined {
  const { type, choices } = field
  if (type === 'text') return text.length > maxFilterText ? tooLong(maxFilterText) : undefined
  const parts = partsOf(text)
  if (parts.length > maxFilterValues) return tooMany(maxFilterValues)
  if (type === 'number')
    return parts.length > 0 && parts.every(part => rangeIn(part)) ? undefined : notARange
  const isKnown = parts.length > 0 && parts.every(part => choiceIn(field, part) !== undefined)
  return isKnown ? undefined : notAmong(choices.map(({ word }) => word))
}

function checkFilter(sent: unknown, { customFields = [] }: CheckContext) {
  const input = jsonIn(sent)
  if (!isObject(input)) return fieldError(notAFilter)
  const fields = filterable(customFields)
  const filter: Filter = {}
  const wrong: [string, FieldError][] = []
  for (const [name, own] of Object.entries(input)) {
    const text = filterText(own)
    // as forms send what is not filled in
    if (text === '') continue
    const field = fields.find(each => each.name === name)
    const error = field
      ? text === undefined
        ? notAFilter
        : filterError(field, text)
      : notDefined(fields.map(each => each.name))
    if (error) wrong.push([name, error])
    else if (text !== undefined) filter[name] = text
  }
  return wrong.length > 0 ? fieldError(nested(wrong)) : value(filter)
}

const notAFilter: FieldError = {
  sentence: {
    en: '{name} is not a filter by custom fields. Expected the values of each, such as custom_fields[level]=beginner,expert.',
    fr: '{name} n’est pas un filtre par champs personnalisés. Attendu : les valeurs de chacun, par exemple custom_fields[level]=beginner,expert.',
  },
}

/** The values of a filter and what they ask for: of choices and numbers conditions, of texts letters that are to be in the searched ones. */
export function customQuestion(filter: Filter | undefined, fields: readonly CustomField[]) {
  const conditions: CustomCondition[] = []
  const letters: string[] = []
  for (const field of filterable(fields)) {
    const { name, type } = field
    const text = filter?.[name]
    if (text === undefined) continue
    if (type === 'text') letters.push(fold(lineOf(name, text)))
    else if (type === 'number')
      conditions.push({ name, ranges: partsOf(text).flatMap(part => rangeIn(part) ?? []) })
    else
      conditions.push({ name, words: partsOf(text).flatMap(part => choiceIn(field, part) ?? []) })
  }
  return { conditions, letters }
}

const plainList = { anyOf: [...plain.anyOf, { type: 'array', items: plain, minItems: 1 }] }

const filterType: FieldType<
  Record<string, Plain | readonly Plain[] | { min?: Plain; max?: Plain }>,
  Filter,
  Filter
> = {
  index: { type: 'object' },
  accepts: {
    type: 'object',
    additionalProperties: {
      anyOf: [
        ...plainList.anyOf,
        { type: 'object', properties: { min: plain, max: plain }, additionalProperties: false },
      ],
    },
  },
  returns: { type: 'object' },
  clears: [],
  check: checkFilter,
  // the fields of a site are not known here
  sample: {},
}

/** The filter of lists: `custom_fields[level]=beginner,expert`. */
export const customFilter = {
  type: filterType,
  addition: true,
  en: 'Events by the fields that the site has defined, by name: custom_fields[level]=beginner,expert for any of these choices, custom_fields[age]=6..12 for a number from 6 to 12 (6.., ..12 or several), custom_fields[dress_code]=Black tie for this text, whatever the case and accents, as a read in the language of the request shows it. All of them hold.',
  fr: 'Évènements selon les champs que le site a définis, par nom : custom_fields[level]=beginner,expert pour l’un de ces choix, custom_fields[age]=6..12 pour un nombre de 6 à 12 (ou 6.., ..12, plusieurs), custom_fields[dress_code]=Tenue de soirée pour ce texte, sans égard à la casse ni aux accents, tel que le montre une lecture dans la langue de la requête. Tous s’appliquent.',
} as const

type Sent = Plain | null | Partial<Record<Language, Plain | null>>

const customFieldsType: FieldType<
  Record<string, Sent | ShownCustomField> | readonly [] | null,
  Shown,
  CustomChange
> = {
  index: { type: 'object' },
  input: 'custom',
  accepts: {
    anyOf: [
      { type: ['object', 'null'], additionalProperties: {} },
      { type: 'array', items: {}, maxItems: 0 },
    ],
  },
  returns: returned,
  column: 'text',
  clears: [null, '', 'list'],
  check,
  masked: [],
  sample: {},
  searchedIn,
}

export const customFieldsField = {
  label: { en: 'Custom fields', fr: 'Champs personnalisés' },
  type: customFieldsType,
  addition: true,
  onPage: true,
  inFeeds: true,
  searched: true,
  en: 'The fields that the site has defined, by name: a text, number or link, the word of a choice, or null to clear one. Others stay as they are.',
  fr: 'Les champs que le site a définis, par nom : un texte, un nombre ou un lien, le mot d’un choix, ou null pour en vider un. Les autres restent tels quels.',
  read: {
    en: 'The fields that the site has defined and that have a value, each with label and value; a choice has its word in key. Empty list if none.',
    fr: 'Les champs que le site a définis et qui ont une valeur, chacun avec label et value ; un choix a son mot dans key. Liste vide s’il n’y en a pas.',
  },
} as const
