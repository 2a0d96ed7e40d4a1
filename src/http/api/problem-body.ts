import { fieldErrorMessage } from '../../define/field-errors.ts'
import type { Language } from '../../define/field-type.ts'
import { formatMessage, textIn } from '../../define/text/language.ts'
import type { Problem } from '../../problem/index.ts'
import type { Response } from './call.ts'

/** The error body of The Events Calendar: `{ code, message, data: { status, … } }` (E3, E4). */
export function problemBody(problem: Problem, language: Language) {
  const { fieldErrors, missing, params = {}, data = {} } = problem.extra
  const names = missing ?? Object.keys(fieldErrors ?? {})
  const shared = { status: problem.status, ...data }
  const inLanguage = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? textIn(value, language) : value,
  ])
  const body = {
    code: problem.code,
    message: formatMessage(problem.sentence, language, {
      count: names.length,
      ...Object.fromEntries(inLanguage),
      names: names.join(', '),
    }),
  }
  if (missing) return { ...body, data: { ...shared, params: missing } }
  if (!fieldErrors) return { ...body, data: shared }
  const errors = Object.entries(fieldErrors).map(
    ([name, fieldError]) =>
      [name, fieldError, fieldErrorMessage(name, fieldError, language)] as const,
  )
  return {
    ...body,
    data: {
      ...shared,
      params: Object.fromEntries(errors.map(([name, , message]) => [name, message])),
      details: Object.fromEntries(
        errors
          .filter(([, fieldError]) => fieldError.code)
          .map(([name, fieldError, message]) => [
            name,
            { code: fieldError.code, message, data: { param: name } },
          ]),
      ),
    },
  }
}

/** An error as every API reports it; the headers that all of its responses have come on top. */
export function problemResponse(problem: Problem, language: Language): Response {
  const { retryAfter, headers } = problem.extra
  return {
    status: problem.status,
    headers: { ...(retryAfter && { 'Retry-After': String(retryAfter) }), ...headers },
    body: problemBody(problem, language),
  }
}
