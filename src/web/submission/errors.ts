import { required } from '../../define/field-errors.ts'
import type { FieldError } from '../../define/field-type.ts'
import { formatMessage, isLanguage, type Locale, textIn } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { messages } from '../shell/submission-messages.ts'
import { allInputs, translationName } from './fields.ts'

/** The errors of the form, by input, in the language of the page. */
export type Errors = Partial<Record<string, string>>

/** Errors of the checks in `calendar/`, by input. Errors of no input are thrown again. */
export function errorsIn(problem: unknown, locale: Locale): Errors {
  if (!(problem instanceof Problem)) throw problem
  const { fieldErrors = {}, missing = [] } = problem.extra
  const all: [string, FieldError][] = [
    ...[...missing, ...(problem.code === 'empty_content' ? ['title'] : [])].map(
      (name): [string, FieldError] => [name, required],
    ),
    ...Object.entries(fieldErrors).flatMap(withinOf),
  ]
  const ofInputs = all.filter(([name]) => allInputs.some(input => input.name === name))
  if (ofInputs.length === 0) throw problem
  return Object.fromEntries(
    ofInputs.map(([name, error]) => [name, sentenceOf(name, error, locale)]),
  )
}

/** Errors of an embedded venue are those of its inputs; of a field by another name, the first one says more than that there are some. */
function withinOf([name, error]: [string, FieldError]): [string, FieldError][] {
  const { within = [] } = error
  const input = renamed[name]
  if (input) return [[input, within[0]?.[1] ?? error]]
  return within.length > 0
    ? within.map(([inner, own]) => [inner === '' ? name : translationInput(inner), own])
    : [[name, error]]
}

/** Fields that the form fills in by inputs of another name. */
const renamed: Partial<Record<string, string>> = {
  recurrence: 'other_date_1',
  event_status_reason: 'reason',
}

/** The input of a text in another language: `fr.title` is that of `title_fr`. */
const translationInput = (path: string) => {
  const [language = '', name = ''] = path.split('.')
  return isLanguage(language) ? translationName(name, language) : path
}

export function sentenceOf(name: string, { sentence, params }: FieldError, locale: Locale) {
  const { label } = allInputs.find(input => input.name === name) ?? { label: messages.yourConsent }
  return formatMessage(sentence, locale, { ...params, name: textIn(label, locale) })
}
