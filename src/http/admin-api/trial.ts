import { tryEvent } from '../../calendar/write/try-event.ts'
import type { trialOperations } from '../../operations/admin-api/trial.ts'
import type { Handlers } from './admin-call.ts'

export const trialHandlers: Handlers<typeof trialOperations> = {
  'GET /tried-event': async ({ service, values }) => ({
    body: service.calendar.perform(tryEvent, values),
  }),
}
