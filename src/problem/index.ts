import { fieldErrorMessage } from '../define/field-errors.ts'
import { formatMessage, type Language, textIn } from '../define/text/language.ts'
import type { Problem } from './problem.ts'

/** The reason for a refusal as a sentence: the errors of its fields, which say more than its message, or this. */
export function reasonOf({ extra, sentence }: Problem, language: Language): string {
  const { fieldErrors, missing, params = {} } = extra
  if (fieldErrors)
    return Object.entries(fieldErrors)
      .map(([name, each]) => fieldErrorMessage(name, each, language))
      .join(' ')
  const inLanguage = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? textIn(value, language) : value,
  ])
  return formatMessage(sentence, language, {
    count: missing?.length ?? 0,
    names: missing?.join(', ') ?? '',
    ...Object.fromEntries(inLanguage),
  })
}

/** What goes wrong, in words. */

export {
  fieldProblem,
  isProblem,
  Problem,
  type ProblemCode,
  type ProblemExtra,
  problems,
  refuseAsReference,
  withErrors,
} from './problem.ts'
