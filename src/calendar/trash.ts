import { service } from './access.ts'
import type { Caller, Context } from './context.ts'
import { eraseTrashed } from './removal.ts'

/** So many records are looked at together; their transactions are shared. */
const atOnce = 100

const kinds = ['event', 'venue', 'organizer'] as const
type TrashedName = (typeof kinds)[number]
export type Emptied = Record<TrashedName, number>

/**
 * Erases for good what is in the trash and was not changed after `until`, events first; answers how many of each kind. What comes
 * back from the trash meanwhile stays.
 */
export async function emptyTrash(
  context: Context,
  until: number,
  progress: (done: number, total: number) => void = () => {},
): Promise<Emptied> {
  const caller: Caller = { actor: service, language: context.site.language, fallback: true }
  const emptied: Emptied = { event: 0, venue: 0, organizer: 0 }
  let total = 0
  for (const kind of kinds) total += (await trashed(context, kind, 0)).total
  let done = 0
  for (const kind of kinds)
    for (let kept = 0; ; ) {
      const { ids } = await trashed(context, kind, kept)
      const erased = await Promise.all(
        ids.map(id => eraseTrashed(context, caller, kind, id, until)),
      )
      const count = erased.filter(Boolean).length
      emptied[kind] += count
      kept += ids.length - count
      done += ids.length
      progress(done, Math.max(done, total))
      if (ids.length < atOnce) break
    }
  return emptied
}

function trashed({ store }: Context, kind: TrashedName, offset: number) {
  const query = { visible: { statuses: ['trash'] }, page: { limit: atOnce, offset } }
  return kind === 'event'
    ? store.listEvents({ ...query, protectedOf: 'all' })
    : store.listPosts({ ...query, kind })
}
