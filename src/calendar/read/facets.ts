import { namesIn } from '../../define/base/objects.ts'
import { isLink, isTermLink } from '../../define/record.ts'
import type { ListDependency } from '../../journal/index.ts'
import type { FacetParam } from '../../resources/index.ts'
import type { EventQuery, FacetName, StoredRecord } from '../../store/index.ts'
import { type Actor, visibleTo } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { isVisibleLink } from './views.ts'

/** A value of a facet: a record, or the name of a city or month. */
type FacetValue = { record?: StoredRecord; name?: string; count: number }
export type ListFacets = { [N in FacetParam]?: FacetValue[] }

const facetOf = {
  categories: 'category',
  tags: 'tag',
  venues: 'venue',
  city: 'city',
  month: 'month',
} as const satisfies Record<FacetParam, FacetName>

/** Counts the whole of a list by what the caller sees of its events. */
export async function facetsOf(
  { store }: Context,
  { actor, requester }: Caller,
  query: EventQuery,
  params: readonly FacetParam[],
): Promise<ListFacets> {
  const names = params.map(param => facetOf[param])
  const counts = await store.listFacets(query, { names, venues: visibleTo(actor) }, requester)
  const facets: ListFacets = {}
  for (const param of params) {
    const name = facetOf[param]
    if (name === 'city')
      facets.city = (counts.city ?? []).map(({ value, count }) => ({ name: value, count }))
    else if (name === 'month')
      facets.month = (counts.month ?? []).map(({ value, count }) => ({
        name: monthName(value),
        count,
      }))
    else facets[param] = await withRecords(store, actor, name, counts[name] ?? [])
  }
  return facets
}

const monthName = (month: number) =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`

async function withRecords(
  store: Context['store'],
  actor: Actor,
  kind: 'category' | 'tag' | 'venue',
  counts: readonly { value: number; count: number }[],
): Promise<FacetValue[]> {
  const ids = counts.map(({ value }) => value)
  const records = await store.getMany(kind, ids)
  let next = 0
  return counts.flatMap(({ value, count }) => {
    // in the same order, without those that are gone
    const record = records[next]?.id === value ? records[next++] : undefined
    return record && (isTermLink(kind) || isVisibleLink(actor, record)) ? [{ record, count }] : []
  })
}

/** A list with facets shows names of records that none of its events shows, and cities. */
export const dependenciesOf = (facets: ListFacets): ListDependency[] =>
  [...new Set(namesIn(facets).map(param => (param === 'city' ? 'venue' : facetOf[param])))]
    .filter(isLink)
    .map(kind => ({ of: 'kind', kind, events: false, counts: false }))
