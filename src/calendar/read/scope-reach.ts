import { Problem } from '../../problem/index.ts'
import type { Scope } from '../../resources/index.ts'
import { may } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { noSuchRecord } from './record-for.ts'

/** The number of dates that a scope reaches, up to the horizon, and of those that differ from the series, which a change of the others leaves. */
type Reach = { dates: number; differing: number }

/** The reach of each scope from one date of a series, for callers who may change the series. */
export async function scopeReach(
  { store }: Pick<Context, 'store'>,
  { actor }: Pick<Caller, 'actor'>,
  id: number,
): Promise<Record<Exclude<Scope, 'detach'>, Reach>> {
  const date = await store.seriesDate(id)
  const series = date && !date.gone ? await store.get('event', date.series) : undefined
  if (!date || !series) throw await noSuchRecord(store, actor, 'event', id)
  if (!may(actor, 'change', 'event', series)) throw new Problem('rest_forbidden')
  const [span, following, overrides] = [
    await store.spanOf(series.id),
    await store.seriesDates(series.id, { from: date.original }),
    await store.overridesOf(series.id),
  ]
  const later = overrides.filter(({ original }) => original >= date.original)
  return {
    this: { dates: 1, differing: later.filter(other => other.id === id).length },
    following: { dates: following.length, differing: later.length },
    all: { dates: span?.count ?? 0, differing: overrides.length },
  }
}
