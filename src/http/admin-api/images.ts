import type { imagesOperations } from '../../operations/admin-api/images.ts'
import type { Handlers } from './admin-call.ts'

export const imagesHandlers: Handlers<typeof imagesOperations> = {
  'GET /images/:id/uses': async ({ service, actor, language, id, values }) => ({
    body: await service.calendar.imageUses({ actor, language }, id, Number(values.per_page)),
  }),
}
