import { statuses } from '../../define/field-types.ts'
import type { ParamValues } from '../../define/param.ts'
import { isDated } from '../../define/record.ts'
import type { countNames, countParams } from '../../resources/admin-api/index.ts'
import type { PostName } from '../../resources/index.ts'
import type { Filters, Visible } from '../../store/index.ts'
import { protectedFor, seesOwn, visibleTo } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { filtersOf, type NamedBound, windowOf } from './event-question.ts'
import { textFilters } from './lists.ts'

/** Statuses that the caller may not list have no count. */
type Counts = { all: number; publish: number } & Partial<
  Record<(typeof countNames)[number], number>
>

export type CountValues = ParamValues<typeof countParams>

/** The number of records that lists show this caller, by status; no record is read, and a series counts once. `mine`: of events. */
export async function countRecords(
  context: Context,
  caller: Caller,
  kind: PostName,
  values: CountValues = {},
): Promise<Counts> {
  const { actor } = caller
  const { store } = context
  const page = { limit: 0, offset: 0 }
  const filters = isDated(kind) ? await eventFilters(context, caller, values) : {}
  const protectedOf = protectedFor(actor)
  const events = values.only_with_upcoming
    ? [{ has: true, visible: visibleTo(actor), protectedOf, notOverAt: context.now() }]
    : []
  async function count(visible: Visible, more: Filters = {}): Promise<number> {
    if (!isDated(kind)) {
      const query = { kind, visible, ...textFilters(caller, kind, values), events, page }
      return (await store.listPosts(query)).total
    }
    return (
      await store.listEvents({ ...filters, ...more, visible, protectedOf, bySeries: true, page })
    ).total
  }
  const seen = visibleTo(actor)
  // what is published has a count for everyone
  const counts: Counts = { all: await count(seen), publish: 0 }
  if (isDated(kind) && seesOwn(actor)) counts.mine = await count(seen, { author: [actor.id] })
  for (const status of statuses) {
    const visible = visibleTo(actor, [status])
    if (visible) counts[status] = await count(visible)
  }
  return counts
}

async function eventFilters(context: Context, caller: Caller, values: CountValues) {
  const { category, venue, organizer, ...others } = values
  const { now, site } = context
  const isDated = dateNames.some(name => values[name] !== undefined)
  const window: NamedBound[] = isDated
    ? windowOf(values, { now: now(), zone: site.zone }).bounds
    : []
  const listValues = {
    ...others,
    ...(category && { categories: [category] }),
    ...(venue && { venue: [venue] }),
    ...(organizer && { organizer: [organizer] }),
  }
  const filters = await filtersOf({ context, caller, values: listValues, window })
  const { window: _, ...undated } = filters
  return isDated ? filters : undated
}

/** Parameters that narrow events down by their dates. */
const dateNames = ['start_date', 'end_date', 'starts_before', 'ends_before', 'ends_after'] as const

/** The same without dates; undefined: there are none. */
export function withoutDates(values: CountValues): CountValues | undefined {
  const others = { ...values }
  for (const name of dateNames) delete others[name]
  return Object.keys(others).length < Object.keys(values).length ? others : undefined
}
