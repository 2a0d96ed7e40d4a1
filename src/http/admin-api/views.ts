import { listViews, removeView, saveView } from '../../calendar/index.ts'
import { notEmpty } from '../../define/field-errors.ts'
import type { viewsOperations } from '../../operations/admin-api/index.ts'
import { fieldProblem } from '../../problem/index.ts'
import type { Handlers } from '../api/admin-call.ts'

export const viewsHandlers: Handlers<typeof viewsOperations> = {
  'GET /views': async ({ service, actor, values }) => ({
    body: { views: await service.calendar.perform(listViews, actor, values.kind) },
  }),

  async 'POST /views'({ service, actor, values }) {
    const name = values.name.trim()
    if (name === '') throw fieldProblem('name', notEmpty)
    return { body: await service.calendar.perform(saveView, actor, { ...values, name }) }
  },

  async 'DELETE /views/:id'({ service, actor, id }) {
    await service.calendar.perform(removeView, actor, id)
    return { body: {} }
  },
}
