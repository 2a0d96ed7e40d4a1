import { flawMessage } from '../define/flaws.ts'
import type { Language } from '../define/kind.ts'
import { say } from '../define/text/language.ts'
import { type Problem, problems } from '../problem.ts'

/** The error body of the reference: `{ code, message, data: { status, … } }` (behaviour 0.5, E3, E4). */
export function problemBody(problem: Problem, language: Language) {
  const { flaws, missing, params = {}, data = {} } = problem.extra
  const names = missing ?? Object.keys(flaws ?? {})
  const shared = { status: problem.status, ...data }
  const inLanguage = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[language] : value,
  ])
  const body = {
    code: problem.code,
    message: say(problem.extra.says ?? problems[problem.code], language, {
      count: names.length,
      ...Object.fromEntries(inLanguage),
      names: names.join(', '),
    }),
  }
  if (missing) return { ...body, data: { ...shared, params: missing } }
  if (!flaws) return { ...body, data: shared }
  const told = Object.entries(flaws).map(
    ([name, flaw]) => [name, flaw, flawMessage(name, flaw, language)] as const,
  )
  return {
    ...body,
    data: {
      ...shared,
      params: Object.fromEntries(told.map(([name, , message]) => [name, message])),
      details: Object.fromEntries(
        told
          .filter(([, flaw]) => flaw.code)
          .map(([name, flaw, message]) => [
            name,
            { code: flaw.code, message, data: { param: name } },
          ]),
      ),
    },
  }
}
