import { statuses } from '../define/field-types.ts'
import type { Params, ParamValues } from '../define/param.ts'
import type { countNames } from '../resources/accounts/records.ts'
import { type PostName, resources } from '../resources/index.ts'
import type { Filters } from '../store/event-filters.ts'
import type { Visible } from '../store/store.ts'
import { seesOwn, visibleTo } from './access.ts'
import type { Caller, Context } from './context.ts'
import { protectedFor } from './lists.ts'
import { windowOf } from './window.ts'

/** Of what a caller may not list there is no count. */
export type Counts = Partial<Record<(typeof countNames)[number], number>>

/** From when on events are counted, as their list takes it. */
export const countParams = { ends_after: resources.event.filters.ends_after } satisfies Params
export type CountValues = ParamValues<typeof countParams>

/** How many records lists show this caller, by status; no record is read, and of events each date counts. `mine`: of events. */
export async function countRecords(
  context: Context,
  { actor }: Caller,
  kind: PostName,
  { ends_after }: CountValues = {},
): Promise<Counts> {
  const { store, site, now } = context
  const page = { limit: 0, offset: 0 }
  const at = { now: now(), zone: site.zone }
  const window = ends_after ? windowOf({ ends_after }, at).bounds : []
  async function count(visible: Visible, filters: Filters = {}): Promise<number> {
    if (kind !== 'event') return (await store.listPosts({ kind, visible, page })).total
    const protectedOf = protectedFor(actor)
    const asked = { ...(window.length > 0 && { window }), ...filters }
    return (await store.listEvents({ ...asked, visible, protectedOf, page })).total
  }
  const seen = visibleTo(actor)
  const counts: Counts = { all: await count(seen) }
  if (kind === 'event' && seesOwn(actor)) counts.mine = await count(seen, { author: [actor.id] })
  for (const status of statuses) {
    const visible = visibleTo(actor, [status])
    if (visible) counts[status] = await count(visible)
  }
  return counts
}
