import type { erasureOperations } from '../../operations/admin-api/index.ts'
import type { Handlers } from '../api/admin-call.ts'

export const erasureHandlers: Handlers<typeof erasureOperations> = {
  async 'POST /erasure'({ service, actor, values }) {
    const accounts = service.accountsAs(actor)
    // few requests need it
    const { erasePerson } = await import('../../calendar/people/erase-person.ts')
    const { who, erase } = values
    const given = { who, isDry: erase !== true, actor }
    return { body: await service.calendar.perform(erasePerson, accounts, given) }
  },
}
