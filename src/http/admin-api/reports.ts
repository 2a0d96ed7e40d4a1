import type { Written } from '../../calendar/index.ts'
import {
  applyReport,
  closeReport,
  listReports,
  rehearseReport,
  reopenReport,
  reportOwn,
  type ShownReport,
} from '../../calendar/reports/reports.ts'
import type { reportsOperations } from '../../operations/admin-api/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'
import { present } from '../present/record.ts'
import { showFor } from '../services/service.ts'
import { callerOf } from './records.ts'

/** The event as the editor of the administration reads it. */
async function eventBody({ service, base, language }: AdminCall, { record, view }: Written) {
  const shown = { ...(await view()), isEdited: true }
  const show = showFor(service, base, `/${language}`, language)
  return { id: record.id, record: present(show, shown, true) }
}

const presentReport = ({ at, by, ...report }: ShownReport) => ({
  ...report,
  ...by,
  time: timestamp(at),
})

export const reportsHandlers: Handlers<typeof reportsOperations> = {
  async 'POST /events/:id/reports'(call) {
    const { service, id, values } = call
    await service.calendar.perform(reportOwn, callerOf(call), { ...values, event: id })
    return { body: {} }
  },

  async 'GET /reports'(call) {
    const { reports, total, closed } = await call.service.calendar.perform(
      listReports,
      callerOf(call),
    )
    const presented = closed.map(({ closed: { at, by }, ...report }) => ({
      ...presentReport(report),
      closed: timestamp(at),
      closed_by: by,
    }))
    return { body: { reports: reports.map(presentReport), total, closed: presented } }
  },

  async 'GET /reports/:id/preview'(call) {
    const written = await call.service.calendar.perform(rehearseReport, callerOf(call), call.id)
    return { body: await eventBody(call, written) }
  },

  async 'POST /reports/:id/apply'(call) {
    const written = await call.service.calendar.perform(applyReport, callerOf(call), call.id)
    const { id } = written.record
    return { body: await eventBody(call, written), record: `event/${id}` }
  },

  async 'DELETE /reports/:id'(call) {
    await call.service.calendar.perform(closeReport, callerOf(call), call.id, call.values.force)
    return { body: {} }
  },

  async 'POST /reports/:id/reopen'(call) {
    await call.service.calendar.perform(reopenReport, callerOf(call), call.id)
    return { body: {} }
  },
}
