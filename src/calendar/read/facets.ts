import { namesIn } from '../../define/base/objects.ts'
import { isLink, isTermLink } from '../../define/record.ts'
import { dateParts } from '../../define/time/clock.ts'
import type { ListDependency } from '../../journal/index.ts'
import type { FacetParam } from '../../resources/index.ts'
import {
  type EventQuery,
  type FacetName,
  type StoredRecord,
  startOfMonth,
} from '../../store/index.ts'
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

function monthName(month: number): string {
  const { year, month: digits } = dateParts(startOfMonth(month))
  return `${year}-${digits}`
}

async function withRecords(
  store: Context['store'],
  actor: Actor,
  kind: 'category' | 'tag' | 'venue',
  counts: readonly { value: number; count: number }[],
): Promise<FacetValue[]> {
  const ids = counts.map(({ value }) => value)
  const records = new Map((await store.getMany(kind, ids)).map(record => [record.id, record]))
  return counts.flatMap(({ value, count }) => {
    const record = records.get(value)
    return record && (isTermLink(kind) || isVisibleLink(actor, record)) ? [{ record, count }] : []
  })
}

/** A list with facets shows names of records that none of its events shows, and cities. */
export const dependenciesOf = (facets: ListFacets): ListDependency[] =>
  [...new Set(namesIn(facets).map(param => (param === 'city' ? 'venue' : facetOf[param])))]
    .filter(isLink)
    .map(kind => ({ of: 'kind', kind, events: false, counts: false }))
