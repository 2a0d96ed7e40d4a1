import { returnToAuthor } from '../../calendar/history/review.ts'
import { authorsOf } from '../../calendar/write/names.ts'
import type { reviewOperations } from '../../operations/admin-api/review.ts'
import { writtenTag } from '../api/conditions.ts'
import type { Handlers } from './admin-call.ts'
import { callerOf } from './versions.ts'

const mostRecords = 100

export const reviewHandlers: Handlers<typeof reviewOperations> = {
  async 'POST /events/:id/return'(call) {
    const { id, service, values } = call
    const event = await service.calendar.perform(
      returnToAuthor,
      callerOf(call),
      id,
      (values.note ?? '').trim(),
    )
    return {
      body: { id, status: String(event.facts.status) },
      headers: writtenTag(event),
      record: `event/${id}`,
    }
  },

  async 'GET /authors'({ service, actor, values: { kind, records } }) {
    const names = await service.calendar.perform(
      authorsOf,
      actor,
      kind,
      records.slice(0, mostRecords),
    )
    return { body: { authors: [...names].map(([id, name]) => ({ id, name })) } }
  },
}
