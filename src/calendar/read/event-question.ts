import type { FieldError } from '../../define/field-type.ts'
import { isNameIn, tableOf } from '../../define/objects.ts'
import type { ParamValues, Values } from '../../define/param.ts'
import { isPlaced, isTermLink, isTree, type PlacedKind } from '../../define/record.ts'
import { eventSearch } from '../../define/text/fold.ts'
import { accessibilityWords } from '../../resources/event/accessibility.ts'
import { audienceGroups } from '../../resources/event/audience.ts'
import { attendances, eventStatuses } from '../../resources/event/event-status.ts'
import type { eventFilters as params } from '../../resources/event/filters.ts'
import { type FactName, factNames } from '../../store/form/occurrence.ts'
import {
  eventFilters,
  type FilterName,
  type FilterSort,
  type Filters,
  type FilterValues,
  filterNames,
  type NamesOf,
} from '../../store/read/event-filters.ts'
import { mayRead, visibleTo } from '../access/access.ts'
import type { Caller, Context } from '../context.ts'
import { placesInCity } from './places-in-city.ts'
import { wideSearch } from './wide-search.ts'
import type { NamedBound } from './window.ts'

/** Parameters that are not called as their filter is. */
const renamed = {
  parent: 'post_parent',
  ids: 'include',
  category: 'categories',
  tag: 'tags',
  located: 'geoloc',
  withoutTextIn: 'ml_missing',
  wide: 'q',
} as const satisfies { [N in FilterName]?: string }

type ParamOf<N extends FilterName> = N extends keyof typeof renamed ? (typeof renamed)[N] : N
const paramOf = <N extends FilterName>(name: N) =>
  (isNameIn(renamed, name) ? renamed[name] : name) as ParamOf<N>

/** Checked values of a list of events. Terms have become ids (`references.ts`). */
export type EventListValues = Omit<ParamValues<typeof params>, 'categories' | 'tags'> & {
  categories?: number[]
  tags?: number[]
}

/** Parameters that are no filters by themselves. */
type OtherParam =
  | 'page'
  | 'per_page'
  | 'status'
  | 'ml_fallback'
  | 'sort'
  | 'occurrences'
  | 'strict_dates'
  | NamedBound['name']
  | 'city'
  | 'geoloc_lat'
  | 'geoloc_lng'
  | 'geoloc_radius'
  // records of a source are looked up by their IDs
  | 'source'
  | 'source_id'
/** A parameter of the list without a row in the table of filters does not compile. */
type UnusedParam = Exclude<keyof typeof params, OtherParam | ParamOf<FilterName>>
export const everyParameterIsUsed: UnusedParam extends never ? true : UnusedParam = true

type Asking = {
  context: Context
  caller: Caller
  values: EventListValues
  window: readonly NamedBound[]
}
type Part<S extends FilterSort> = FilterValues[S] | undefined

/** The question of checked values, by the sort of the filter. */
const parts: {
  [S in FilterSort]: (asking: Asking, name: NamesOf<S>) => Part<S> | Promise<Part<S>>
} = {
  window: ({ window }) => window,
  flag: ({ values }, name) => values[paramOf(name)],
  id: ({ values }, name) => values[paramOf(name)],
  choice: ({ values }, name) => picked(wordsOf[name], values[paramOf(name)]),
  marks({ values }, name) {
    const { words, every } = marks[name]
    const chosen: readonly string[] | undefined = values[paramOf(name)]
    return chosen && { positions: chosen.map(word => words.indexOf(word)), every }
  },
  ids: ({ values }, name) => values[paramOf(name)],
  authors: ({ values }, name) => values[paramOf(name)],
  link: ({ context, caller, values }, kind) => {
    const ids = values[paramOf(kind)]
    if (isPlaced(kind) && values.city !== undefined) return inCity(context, caller, kind, values)
    return ids && linked(context, caller, kind, ids)
  },
  place({ caller, values }, name) {
    const has = values[paramOf(name)]
    return has === undefined ? undefined : { has, venues: visibleTo(caller.actor) }
  },
  near({ caller, values: { geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: km = 40 } }) {
    if (lat === undefined || lng === undefined) return undefined
    return { lat, lng, km, venues: visibleTo(caller.actor) }
  },
  text: ({ caller: { language }, values: { search } }) =>
    search === undefined ? undefined : { language, ...eventSearch(search) },
  wide: ({ context, caller, values: { q } }) =>
    q === undefined ? undefined : wideSearch({ context, caller }, q),
  language({ caller: { language, fallback }, values: { ml_missing } }, name) {
    if (name === 'withTextIn') return fallback ? undefined : { has: true, language }
    return ml_missing && { has: false, language: ml_missing }
  },
}

const wordsOf: Record<NamesOf<'choice'>, readonly string[]> = {
  event_status: eventStatuses,
  attendance: attendances,
}

/** People with several needs must find all of them met (`every`); groups of an audience are alternatives. */
const marks: Record<NamesOf<'marks'>, { words: readonly string[]; every: boolean }> = {
  audience: { words: audienceGroups, every: false },
  accessibility: { words: accessibilityWords, every: true },
}

/** The chosen words by their positions or, if the first word is chosen, all that are not chosen. */
function picked(words: readonly string[], chosen: readonly string[] | undefined) {
  if (!chosen) return undefined
  const has = !words.slice(0, 1).some(first => chosen.includes(first))
  const numbers = words.flatMap((word, number) => (chosen.includes(word) === has ? [number] : []))
  return { has, numbers }
}

/** A link that the caller may not see is as if it were not there (A3); categories bring those below them (P8). */
async function linked(
  { store }: Context,
  { actor }: Caller,
  kind: NamesOf<'link'>,
  ids: number[],
): Promise<FilterValues['link']> {
  if (isTree(kind)) return { targets: await store.withDescendants(kind, ids), roots: ids }
  if (isTermLink(kind)) return { targets: ids }
  const records = await store.getMany(kind, ids)
  const seen = records.filter(record => record.facts.status !== 'trash' && mayRead(actor, record))
  return { targets: seen.map(({ id }) => id) }
}

/** Places in a city, among the chosen places if there are any. */
async function inCity(
  context: Context,
  caller: Caller,
  kind: PlacedKind,
  { city = '', ...values }: EventListValues,
): Promise<FilterValues['link']> {
  const there = await placesInCity(context, caller, kind, city)
  const ids = values[paramOf(kind)]
  return { targets: ids ? there.filter(id => ids.includes(id)) : there }
}

/** The filters that a request asks. */
export async function filtersOf(asking: Asking): Promise<Filters> {
  const entries: [FilterName, unknown][] = []
  for (const name of filterNames) {
    const part = partOf(eventFilters[name].sort)(asking, name)
    if (part !== undefined) entries.push([name, part instanceof Promise ? await part : part])
  }
  // Each part is of the sort of its filter, as `Filters` wants it.
  return Object.fromEntries(entries) as Filters
}

/** The part of a sort, for a filter of that sort. */
const partOf = (sort: FilterSort) => parts[sort] as (asking: Asking, name: FilterName) => unknown

/** The facts that filters ask for, under the names of the filters. */
export const filterFacts = <T>(factOf: (field: ParamOf<FactName>) => T) =>
  tableOf(factNames, name => factOf(paramOf(name)))

const notAvailable: FieldError = {
  code: 'geolocation-not-available',
  sentence: {
    en: 'The geolocation extension is switched off.',
    fr: 'L’extension de géolocalisation est désactivée.',
  },
}
const nearestFirst: FieldError = {
  sentence: {
    en: '{name} does not go with geoloc_lat, whose events come nearest first. Expected one of the two.',
    fr: '{name} ne va pas avec geoloc_lat, dont les évènements viennent du plus proche au plus lointain. Attendu : l’un des deux.',
  },
}
const needs = (other: string): FieldError => ({
  code: 'geolocation-incomplete',
  sentence: {
    en: '{name} needs {other} too. Expected both.',
    fr: '{name} ne va pas sans {other}. Attendu : les deux.',
  },
  params: { other },
})

/** Errors of the geolocation filters (X1), and of an order that does not go with them. */
export function geolocationErrors(
  { site }: Pick<Context, 'site'>,
  sent: Values,
): Record<string, FieldError> {
  const hasOrder = sent.sort !== undefined && sent.geoloc_lat !== undefined
  return { ...placeErrors(site, sent), ...(hasOrder && { sort: nearestFirst }) }
}

function placeErrors(site: Context['site'], sent: Values): Record<string, FieldError> {
  const names = ['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'].filter(
    name => sent[name] !== undefined,
  )
  if (!site.geolocation)
    return Object.fromEntries(
      names.filter(name => name !== 'geoloc_radius').map(name => [name, notAvailable]),
    )
  if (names.includes('geoloc_lat') === names.includes('geoloc_lng')) return {}
  return names.includes('geoloc_lat')
    ? { geoloc_lat: needs('geoloc_lng') }
    : { geoloc_lng: needs('geoloc_lat') }
}
