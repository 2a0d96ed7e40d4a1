import type { Caller } from '../../calendar/context.ts'
import { listTable } from '../../calendar/read/table.ts'
import { changeMany, type ManyChanged, undoMany } from '../../calendar/write/change-many.ts'
import type { Language } from '../../define/field-type.ts'
import type { manyOperations } from '../../operations/admin-api/many.ts'
import type { Problem } from '../../problem/problem.ts'
import { onlyFields } from '../api/fields-parameter.ts'
import { parseForm } from '../api/parse.ts'
import { problemBody } from '../api/problem-body.ts'
import { present } from '../present/record.ts'
import { showFor } from '../service.ts'
import { type AdminCall, type Handlers, timestamp } from './admin-call.ts'

/** The versions in the request say what its author read: `If-Match` is for one record. */
const callerOf = ({ actor, language, onlyLanguage }: AdminCall): Caller => ({
  actor,
  language,
  onlyLanguage,
  fallback: true,
})

export const manyHandlers: Handlers<typeof manyOperations> = {
  async 'GET /table'(call) {
    const { service, values, base, language } = call
    const { fields, per_page } = values
    const { rows, total } = await service.calendar.perform(
      listTable,
      service.calendar,
      { ...callerOf(call), editing: true, forEditors: true, requester: call.request },
      { ...values, query: parseForm(values.query).values, withFields: fields !== undefined },
    )
    const show = showFor(service, base, `/${language}`, language)
    return {
      body: {
        rows: rows.map(({ view, changed, ...row }) => ({
          ...row,
          changed: timestamp(changed),
          ...(view && { record: pick(present(show, view), fields) }),
        })),
        total,
        total_pages: Math.ceil(total / per_page),
      },
    }
  },

  async 'POST /bulk'(call) {
    const { kind, records, ...how } = call.values
    const changed = await call.service.calendar.perform(
      changeMany,
      callerOf(call),
      kind,
      records,
      how,
    )
    return { body: bodyOf(changed, call.language) }
  },

  async 'POST /bulk/undo'(call) {
    const { kind, changed } = call.values
    const undone = await call.service.calendar.perform(undoMany, callerOf(call), kind, changed)
    return { body: bodyOf(undone, call.language) }
  },
}

const pick = (record: object, fields: string | undefined): Record<string, unknown> => ({
  ...Object(onlyFields(record, fields)),
})

const bodyOf = ({ done, refused }: ManyChanged, language: Language) => ({
  done,
  refused: refused.map(({ id, title, problem }) => ({
    id,
    title,
    message: messageOf(problem, language),
  })),
})

/** The errors of its fields say more than the message of the problem. */
function messageOf(problem: Problem, language: Language): string {
  const { message, data } = problemBody(problem, language)
  const fields =
    'params' in data && !Array.isArray(data.params) ? Object.values(data.params ?? {}) : []
  return fields.length > 0 ? fields.join(' ') : message
}
