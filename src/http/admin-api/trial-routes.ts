import { triedParams } from '../../calendar/write/try-event.ts'
import { ref } from '../../define/schema.ts'
import type { AdminRoute } from './admin-route.ts'

const tryEvent: AdminRoute = {
  method: 'GET',
  path: 'tried-event',
  name: 'tryEvent',
  door: 'session',
  summary: {
    en: 'What an event of these dates and this cost would show; nothing is stored',
    fr: 'Ce que montrerait un évènement de ces dates et de ce tarif ; rien n’est enregistré',
  },
  params: triedParams,
  returns: ref('EventTrial'),
  answer: async ({ service, values }) => ({ body: await service.calendar.tryEvent(values) }),
}

/** What is tried before it is saved. */
export const trialRoutes = [tryEvent]
