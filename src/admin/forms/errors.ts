import {
  inEachLanguage,
  type Language,
  languagePattern,
  languages,
  textIn,
} from '../../define/text/language.ts'
import type { AlmanacError } from '../../sdk/client.ts'
import { labelIn } from '../messages.ts'
import type { Form, FormField } from './model.ts'

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

type Said = {
  own: Language
  page: Language
  missing(field: string): string
  /** The text that is the longest: it is what makes a record too large. */
  longest?: { name: string; language: Language } | undefined
}

type Refusal = Pick<AlmanacError, 'code' | 'message' | 'params'>

/**
 * The errors of a refused write. `own` is the language that was sent with the common fields; those of other languages are named
 * `translations.fr.title` in the sentence, which becomes the label of the input.
 */
export function wrongOf(
  form: Form,
  { code, message, params }: Refusal,
  { own, page, missing, longest }: Said,
): Wrong {
  const wrong = nothingWrong()
  const byName = new Map(form.fields.map(field => [field.name, field]))
  const put = (name: string, language: Language, sentence?: string) => {
    const field = byName.get(name)
    if (!field) return wrong.rest.push(sentence ?? missing(name))
    const label = field.isText ? labelIn(field.label, language, page) : textIn(field.label, page)
    const said = sentence === undefined ? missing(label) : named(field, sentence, label)
    if (field.isText) wrong.texts[language][name] = said
    else wrong.facts[name] = said
  }
  if (Array.isArray(params)) for (const name of params) put(name, own)
  else
    for (const [name, sentence] of Object.entries(params)) {
      if (name === 'translations')
        for (const { language, name, sentence: each } of apart(sentence)) put(name, language, each)
      else put(name, own, sentence)
    }
  if (code === 'empty_content' || code === 'empty_term_name') put(form.titled, own)
  if (code === 'rest_body_too_large' && longest) put(longest.name, longest.language, message)
  const isSilent = [wrong.facts, ...languages.map(of => wrong.texts[of])].every(
    of => Object.keys(of).length === 0,
  )
  if (isSilent && wrong.rest.length === 0) wrong.rest.push(message)
  return wrong
}

/** A sentence begins with the name of its parameter, which becomes the label of the input. */
const named = ({ name }: FormField, sentence: string, label: string) =>
  sentence.replace(new RegExp(`^(?:translations\\.\\w+\\.)?${name}\\b`), label)

const path = new RegExp(`translations\\.(${languagePattern})\\.(\\w+)`, 'g')

function apart(sentence: string) {
  const found = [...sentence.matchAll(path)]
  return found.map(({ index, 1: word, 2: name = '' }, at) => ({
    language: languages.find(language => language === word) ?? 'en',
    name,
    sentence: sentence.slice(index, found[at + 1]?.index).trim(),
  }))
}
