import type { Action } from '../../calendar/index.ts'
import type { Language } from '../../define/text/language.ts'
import type { activityOperations } from '../../operations/admin-api/index.ts'
import { type Handlers, timestamp } from '../api/admin-call.ts'
import { bulkBody } from './many.ts'

const bodyOf = (
  {
    seq,
    instant,
    by,
    name,
    action,
    kind,
    id,
    version,
    restored,
    title,
    bulk,
    import: imported,
  }: Action,
  language: Language,
) => ({
  id: seq,
  time: timestamp(instant),
  user: by || null,
  name,
  action,
  kind,
  record: id,
  version,
  restored_from: restored,
  title,
  bulk: bulk && bulkBody(bulk, language),
  import: imported,
})

export const activityHandlers: Handlers<typeof activityOperations> = {
  async 'GET /activity'({ service, actor, language, values }) {
    const { actions, next } = await service.activityAs(actor, {
      language,
      before: values.before,
      by: values.user,
      kind: values.kind,
      max: values.per_page,
    })
    return {
      body: { activity: actions.map(action => bodyOf(action, language)), next: next ?? null },
    }
  },
}
