import { type CountValues, countRecords, withoutDates } from '../../calendar/read/counts.ts'
import type { countsOperations } from '../../operations/admin-api/counts.ts'
import type { Handlers } from './admin-call.ts'

export const countsHandlers: Handlers<typeof countsOperations> = {
  async 'GET /counts'({ service, actor, language, values }) {
    const caller = { actor, language, fallback: true }
    const { kind, ...asked } = values
    const count = (of: CountValues) => service.calendar.perform(countRecords, caller, kind, of)
    const undated = withoutDates(asked)
    return {
      body: {
        counts: await count(undated ?? asked),
        ...(kind === 'event' && undated && { later: await count(asked) }),
      },
    }
  },
}
