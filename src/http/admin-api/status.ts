import { textIn } from '../../define/text/language.ts'
import type { statusOperations } from '../../operations/admin-api/index.ts'
import type { Handlers } from '../api/admin-call.ts'

export const statusHandlers: Handlers<typeof statusOperations> = {
  async 'GET /status'({ service, actor, language }) {
    const { findings, ...status } = await service.statusAs(actor)
    const presented = findings.map(({ level, message, advice }) => ({
      level,
      message: textIn(message, language),
      advice: textIn(advice, language),
    }))
    return { body: { ...status, findings: presented } }
  },
}
