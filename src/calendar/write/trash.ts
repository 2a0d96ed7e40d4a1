import { isDated, type StoredRecord } from '../../define/record.ts'
import { type PostName, postNames, resources } from '../../resources/index.ts'
import type { Listed } from '../../store/index.ts'
import { service } from '../access/access.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { inWrites } from './kept-responses.ts'
import { erase } from './write.ts'

/** Records that are read in one batch; their transactions share commits. */
const atOnce = 100

export type Emptying = {
  progress?: (done: number, total: number) => void
  isStopped?: () => boolean
  isTrial?: boolean
}

/** The number of records of each resource, by its path. */
type Emptied = Record<string, number>

/**
 * Deletes records in the trash permanently if they were not changed after `until`, events first; returns the number of each kind. Records that are
 * restored meanwhile stay. `isTrial`: counts only.
 */
export async function emptyTrash(
  context: Context,
  until: number,
  { progress = () => {}, isStopped = () => false, isTrial = false }: Emptying = {},
): Promise<Emptied> {
  const caller: WriteCaller = { actor: service, language: context.site.language, fallback: true }
  const emptied: Emptied = Object.fromEntries(postNames.map(kind => [resources[kind].path, 0]))
  let total = 0
  for (const kind of postNames) total += (await trashed(context, kind, 0)).total
  let done = 0
  for (const kind of postNames)
    for (let skipped = 0; !isStopped(); ) {
      const { ids } = await trashed(context, kind, skipped)
      const { path } = resources[kind]
      // An event comes as often as it has dates.
      const stayed = new Set<number>()
      const isDue = (stored: StoredRecord | undefined) =>
        stored?.facts.status === 'trash' && Number(stored.facts.modified) <= until
      const eraseOne = (id: number) =>
        inWrites(context, caller, async write => {
          const stored = await write.tx.get(kind, id)
          return stored !== undefined && isDue(stored) && (await erase(write, kind, stored)) && true
        })
      const countOne = async (id: number) => isDue(await context.store.get(kind, id))
      const takeOne = async (id: number) => {
        const isTaken = await (isTrial ? countOne(id) : eraseOne(id))
        if (isTaken) emptied[path] = (emptied[path] ?? 0) + 1
        if (!isTaken || isTrial) stayed.add(id)
      }
      await Promise.all([...new Set(ids)].map(takeOne))
      skipped += ids.filter(id => stayed.has(id)).length
      done += ids.length
      progress(done, Math.max(done, total))
      if (ids.length < atOnce) break
    }
  return emptied
}

async function trashed({ store }: Context, kind: PostName, offset: number): Promise<Listed> {
  const query = { visible: { statuses: ['trash'] }, page: { limit: atOnce, offset } }
  if (!isDated(kind)) return store.listPosts({ ...query, kind })
  const { items, total } = await store.listEvents({ ...query, protectedOf: 'all' })
  return { ids: items.map(({ event }) => event), total }
}
