import { rightsOf } from '../../calendar/index.ts'
import type { placesOperations } from '../../operations/admin-api/index.ts'
import { Problem } from '../../problem/index.ts'
import type { Handlers } from '../api/admin-call.ts'

export const placesHandlers: Handlers<typeof placesOperations> = {
  async 'GET /places'({ service, actor, language, values }) {
    if (!rightsOf(actor).venue.create) throw new Problem('rest_forbidden')
    const search = values.search.trim()
    const places = search === '' ? [] : await service.geocode(search, language)
    if (!places) throw new Problem('places_unreachable', { retryAfter: 5 })
    return { body: { places } }
  },
}
