import type { Caller } from '../../calendar/context.ts'
import { changeMany, type ManyChanged, undoMany } from '../../calendar/write/change-many.ts'
import type { Language } from '../../define/field-type.ts'
import type { manyOperations } from '../../operations/admin-api/many.ts'
import type { Problem } from '../../problem/problem.ts'
import { problemBody } from '../api/problem-body.ts'
import type { AdminCall, Handlers } from './admin-call.ts'

/** What was read before is what the versions in the request say: `If-Match` is of one record. */
const callerOf = ({ actor, language, onlyLanguage }: AdminCall): Caller => ({
  actor,
  language,
  onlyLanguage,
  fallback: true,
})

export const manyHandlers: Handlers<typeof manyOperations> = {
  async 'POST /bulk'(call) {
    const { kind, records, ...how } = call.values
    const changed = await call.service.calendar.perform(
      changeMany,
      callerOf(call),
      kind,
      records,
      how,
    )
    return { body: shown(changed, call.language) }
  },

  async 'POST /bulk/undo'(call) {
    const { kind, changed } = call.values
    const undone = await call.service.calendar.perform(undoMany, callerOf(call), kind, changed)
    return { body: shown(undone, call.language) }
  },
}

const shown = ({ done, refused }: ManyChanged, language: Language) => ({
  done,
  refused: refused.map(({ id, title, problem }) => ({
    id,
    title,
    message: messageOf(problem, language),
  })),
})

/** What is wrong with its fields says more than that something is. */
function messageOf(problem: Problem, language: Language): string {
  const { message, data } = problemBody(problem, language)
  const fields =
    'params' in data && !Array.isArray(data.params) ? Object.values(data.params ?? {}) : []
  return fields.length > 0 ? fields.join(' ') : message
}
