import { Problem } from '../../problem/index.ts'
import { maskedView, type ResourceName, resources, type Scope } from '../../resources/index.ts'
import { may } from '../access/access.ts'
import type { Caller, Context, Site, View } from '../base/context.ts'
import { type Address, findForReader, noSuchRecord } from './record-for.ts'
import { viewOf } from './views.ts'

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

/** True if texts fall back to the main language (M4): as `ml_fallback` says, else as the site is set. */
export function fallsBack(parameter: unknown, { fallback }: Pick<Site, 'fallback'>): boolean {
  if (typeof parameter !== 'string') return fallback
  if (/^(1|true|yes|on)$/i.test(parameter)) return true
  return fallback && !/^(0|false|no|off)$/i.test(parameter)
}

/** A record in every form in which a read may have shown it to a caller who may change it: whole, or behind its password. */
export async function formsShown(
  context: Context,
  kind: ResourceName,
  caller: Caller,
  address: Address,
): Promise<View[]> {
  const record = await findForReader(context, kind, address, caller)
  if (!record || !may(caller.actor, 'change', kind, record)) return []
  const whole = await viewOf(context, caller, record, true)
  const isMasked = !caller.editing && typeof record.facts.password === 'string'
  return isMasked ? [whole, maskedView(resources[kind], record)] : [whole]
}
