import type { trialOperations } from '../../operations/admin-api/trial.ts'
import type { Handlers } from './admin-call.ts'

export const trialHandlers: Handlers<typeof trialOperations> = {
  'GET /tried-event': async ({ service, values }) => ({
    body: await service.calendar.tryEvent(values),
  }),
}
