import {
  inEachLanguage,
  type Language,
  type Locale,
  labelIn,
  languagePattern,
  languages,
  textIn,
} from '../../define/text/language.ts'
import type { AlmanacError } from '../../sdk/index.ts'
import { wrongWith } from './checks.ts'
import type { Form, FormField } from './model.ts'
import { isVisible } from './stands.ts'
import { type Value, type Values, withScheme } from './values.ts'

/** Errors by input: of common fields by name, of texts by language and name. `rest`: errors of no input. */
export type Wrong = {
  facts: Record<string, string>
  texts: Record<Language, Record<string, string>>
  rest: string[]
}

export const nothingWrong = (): Wrong => ({
  facts: {},
  texts: inEachLanguage(() => ({})),
  rest: [],
})

export const isNothing = ({ facts, texts, rest }: Wrong) =>
  rest.length === 0 && [facts, ...Object.values(texts)].every(of => Object.keys(of).length === 0)

type Wording = {
  own: Language
  page: Language
  missing(field: string): string
  /** The forms of records that are written together with this one. */
  formOf?(resource: string): Form | undefined
  /** The text that is the longest: it is what makes a record too large. */
  longestText?: { name: string; language: Language } | undefined
}

type Refusal = Pick<AlmanacError, 'code' | 'message' | 'params'>

/**
 * The errors of a refused write. `own` is the language that was sent with the common fields; those of other languages are named
 * `translations.fr.title` in the sentence, which becomes the label of the input.
 */
export function wrongOf(
  form: Form,
  { code, message, params }: Refusal,
  { own, page, missing, longestText, formOf = () => undefined }: Wording,
): Wrong {
  const wrong = nothingWrong()
  const byName = new Map(form.fields.map(field => [field.name, field]))
  const put = (name: string, language: Language, sentence?: string) => {
    const field = byName.get(name)
    if (!field) return wrong.rest.push(sentence ?? missing(name))
    const label = field.isText ? labelIn(field.label, language, page) : textIn(field.label, page)
    const message =
      sentence === undefined ? missing(label) : namedIn(sentence, { field, label, page, formOf })
    if (field.isText) wrong.texts[language][name] = message
    else wrong.facts[name] = message
  }
  if (Array.isArray(params)) for (const name of params) put(name, own)
  else
    for (const [name, sentence] of Object.entries(params)) {
      if (name === 'translations')
        for (const { language, name, sentence: each } of apart(sentence)) put(name, language, each)
      else put(name, own, sentence)
    }
  if (code === 'empty_content' || code === 'empty_term_name') put(form.titled, own)
  if (code === 'rest_body_too_large' && longestText)
    put(longestText.name, longestText.language, message)
  const isSilent = [wrong.facts, ...languages.map(of => wrong.texts[of])].every(
    of => Object.keys(of).length === 0,
  )
  if (isSilent && wrong.rest.length === 0) wrong.rest.push(message)
  return wrong
}

/** A sentence begins with the name of its parameter, which becomes the label of the input. */
const namedIn = (
  sentence: string,
  {
    field,
    label,
    page,
    formOf,
  }: { field: FormField; label: string } & Pick<Wording, 'page'> &
    Required<Pick<Wording, 'formOf'>>,
): string => {
  const inner = field.of === undefined ? undefined : formOf(field.of)
  return inner ? nested(sentence, { field, label, page, inner }) : named(field, sentence, label)
}

/** `venue.website`, or `venue.translations.fr.venue`: an input of a record that is written together with this one. */
const nested = (
  sentence: string,
  of: { field: FormField; label: string; page: Language; inner: Form },
): string => {
  const { field, label, page, inner } = of
  const places = new RegExp(
    `\\b${field.name}\\.(?:translations\\.(${languagePattern})\\.)?(\\w+)`,
    'g',
  )
  const text = sentence.replace(places, (match, word?: string, name?: string) => {
    const called = inner.fields.find(each => each.name === name)?.label
    if (!called) return match
    const language = languages.find(each => each === word)
    return `${label} – ${language ? labelIn(called, language, page) : textIn(called, page)}`
  })
  return text === sentence ? named(field, sentence, label) : text
}

const named = ({ name }: FormField, sentence: string, label: string) =>
  sentence.replace(new RegExp(`^(?:translations\\.\\w+\\.)?${name}\\b`), label)

const path = new RegExp(`translations\\.(${languagePattern})\\.(\\w+)`, 'g')

function apart(sentence: string) {
  const matches = [...sentence.matchAll(path)]
  return matches.map(({ index, 1: word, 2: name = '' }, at) => ({
    language: languages.find(language => language === word) ?? 'en',
    name,
    sentence: sentence.slice(index, matches[at + 1]?.index).trim(),
  }))
}

/** The errors of all typed values by the definitions of their fields, as each shows when it is left. */
export function wrongTyped(
  { fields }: Pick<Form, 'fields'>,
  { facts, texts }: Values,
  { language: page, locale }: { language: Language; locale: Locale },
): Wrong {
  const wrong = nothingWrong()
  for (const field of fields) {
    if (!isVisible(field, facts)) continue
    const errorOf = (value: Value | undefined, label: string) => {
      if (typeof value !== 'string') return undefined
      const error = wrongWith(field, field.as === 'url' ? withScheme(value) : value, label, locale)
      return error?.isNote ? undefined : error?.sentence
    }
    if (!field.isText) {
      const sentence = errorOf(facts[field.name], textIn(field.label, page))
      if (sentence) wrong.facts[field.name] = sentence
      continue
    }
    for (const language of languages) {
      const label = labelIn(field.label, language, page)
      const sentence = errorOf(texts[language][field.name], label)
      if (sentence) wrong.texts[language][field.name] = sentence
    }
  }
  return wrong
}

/** The errors of both; where both say something of an input, that of the second. */
export const bothWrong = (one: Wrong, other: Wrong): Wrong => ({
  facts: { ...one.facts, ...other.facts },
  texts: inEachLanguage(of => ({ ...one.texts[of], ...other.texts[of] })),
  rest: [...one.rest, ...other.rest],
})
