import { type Language, languages } from '../../define/text/language.ts'
import type { AlmanacError } from '../../sdk/client.ts'
import type { Form, FormField } from './model.ts'

/** What is wrong, beside what it is about: common fields by name, texts by language and name; `rest` is about no input. */
export type Wrong = {
  facts: Record<string, string>
  texts: Record<Language, Record<string, string>>
  rest: string[]
}

export const nothingWrong = (): Wrong => ({ facts: {}, texts: { en: {}, fr: {} }, rest: [] })

type Refusal = Pick<AlmanacError, 'code' | 'message' | 'params'>

/**
 * The errors of a refused write. `own` is the language whose texts stood beside the common fields; those of other languages are named
 * `translations.fr.title` in the sentence, which becomes the label of the input.
 */
export function wrongOf(
  form: Form,
  { code, message, params }: Refusal,
  { own, page, missing }: { own: Language; page: Language; missing: string },
): Wrong {
  const wrong = nothingWrong()
  const byName = new Map(form.fields.map(field => [field.name, field]))
  const put = (name: string, language: Language, sentence: string) => {
    const field = byName.get(name)
    if (!field) wrong.rest.push(sentence)
    else if (field.isText) wrong.texts[language][name] = named(field, sentence, page)
    else wrong.facts[name] = named(field, sentence, page)
  }
  if (Array.isArray(params)) for (const name of params) put(name, own, missing)
  else
    for (const [name, sentence] of Object.entries(params)) {
      if (name === 'translations')
        for (const { language, name, sentence: each } of apart(sentence)) put(name, language, each)
      else put(name, own, sentence)
    }
  if (code === 'empty_content' || code === 'empty_term_name') put(form.titled, own, missing)
  const isSilent = [wrong.facts, ...languages.map(of => wrong.texts[of])].every(
    of => Object.keys(of).length === 0,
  )
  if (isSilent && wrong.rest.length === 0) wrong.rest.push(message)
  return wrong
}

/** A sentence begins with the name of its parameter. */
const named = ({ name, label }: FormField, sentence: string, page: Language) =>
  sentence.replace(new RegExp(`^(?:translations\\.\\w+\\.)?${name}\\b`), label[page])

const path = /translations\.(en|fr)\.(\w+)/g

function apart(sentence: string) {
  const found = [...sentence.matchAll(path)]
  return found.map(({ index, 1: word, 2: name = '' }, at) => ({
    language: languages.find(language => language === word) ?? 'en',
    name,
    sentence: sentence.slice(index, found[at + 1]?.index).trim(),
  }))
}
