import { imageUses } from '../../calendar/images/image-uses.ts'
import type { imagesOperations } from '../../operations/admin-api/images.ts'
import type { Handlers } from './admin-call.ts'

export const imagesHandlers: Handlers<typeof imagesOperations> = {
  'GET /images/:id/uses': async ({ service, actor, language, id, values }) => ({
    body: await service.calendar.perform(imageUses, { actor, language }, id, values.per_page),
  }),
}
