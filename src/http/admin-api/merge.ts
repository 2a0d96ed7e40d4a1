import { mergeRecords } from '../../calendar/write/merge.ts'
import type { mergeOperations } from '../../operations/admin-api/merge.ts'
import type { Handlers } from './admin-call.ts'

export const mergeHandlers: Handlers<typeof mergeOperations> = {
  async 'POST /merge'({ service, actor, language, onlyLanguage, values }) {
    const caller = { actor, language, fallback: true, ...(onlyLanguage && { onlyLanguage }) }
    return { body: await service.calendar.perform(mergeRecords, caller, values) }
  },
}
