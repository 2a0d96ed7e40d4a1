import {
  type Action,
  type Bulk,
  type Caller,
  isInterrupted,
  listTable,
} from '../../calendar/index.ts'
import { isBulkUndoable } from '../../calendar/writing/index.ts'
import { type Language, textIn } from '../../define/text/language.ts'
import type { activityOperations, manyOperations } from '../../operations/admin-api/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'
import { onlyFields } from '../api/fields-parameter.ts'
import { present } from '../present/record.ts'
import { parseForm } from '../request/parse.ts'
import { showFor } from '../services/service.ts'

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
    return answered(call, await call.service.bulk.begin(callerOf(call), call.values))
  },

  async 'POST /merge'(call) {
    const { kind, into, from: records, fill } = call.values
    const input = { kind, records, erase: false, merge: { into, fill } }
    return answered(call, await call.service.bulk.begin(callerOf(call), input))
  },

  async 'GET /bulk/:id'(call) {
    return answered(call, await call.service.bulk.read(call.actor, call.id))
  },

  async 'POST /bulk/:id/undo'(call) {
    return answered(call, await call.service.bulk.undo(callerOf(call), call.id))
  },
}

const pick = (record: object, fields: string | undefined): Record<string, unknown> => ({
  ...Object(onlyFields(record, fields)),
})

const answered = ({ language }: AdminCall, bulk: Bulk) => ({ body: bulkBody(bulk, language) })

const bulkBody = (bulk: Bulk, language: Language) => ({
  id: bulk.id,
  state: isInterrupted(bulk) ? 'interrupted' : bulk.state,
  by: bulk.user,
  started: timestamp(bulk.started),
  ended: timestamp(bulk.ended),
  kind: bulk.input.kind,
  into: bulk.input.merge?.into ?? null,
  total: bulk.input.records.length,
  through: bulk.done,
  changed: bulk.report.changed,
  refused: bulk.report.refused,
  all_refused: bulk.report.all_refused,
  undone: bulk.undone
    ? {
        restored: bulk.undone.restored,
        refused: bulk.undone.left.map(({ id, title, reason }) => ({ id, title, message: reason })),
        all_refused: bulk.undone.all_left,
      }
    : null,
  error: bulk.error ? textIn(bulk.error, language) : null,
  can_be_undone: isBulkUndoable(bulk),
})

const bodyOf = (
  {
    seq,
    instant,
    by,
    name,
    action,
    kind,
    id,
    version,
    restored,
    title,
    bulk,
    import: imported,
  }: Action,
  language: Language,
) => ({
  id: seq,
  time: timestamp(instant),
  user: by || null,
  name,
  action,
  kind,
  record: id,
  version,
  restored_from: restored,
  title,
  bulk: bulk && bulkBody(bulk, language),
  import: imported,
})

export const activityHandlers: Handlers<typeof activityOperations> = {
  async 'GET /activity'({ service, actor, language, values }) {
    const { actions, next } = await service.activityAs(actor, {
      language,
      before: values.before,
      by: values.user,
      kind: values.kind,
      max: values.per_page,
    })
    return {
      body: { activity: actions.map(action => bodyOf(action, language)), next: next ?? null },
    }
  },
}
