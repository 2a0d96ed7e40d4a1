import { type CustomFilterName, isCustomFilter } from '../../define/custom-fields.ts'
import type { GeoPoint } from '../../define/distance.ts'
import type { Values } from '../../define/param.ts'
import { isTermLink, type LinkKind } from '../../define/record.ts'
import { type Day, daySeconds } from '../../define/time/clock.ts'
import { dayName, dayOf } from '../shell/dates.ts'
import type { PageRequest } from '../shell/page.ts'
import { filterNames } from './filter-names.ts'

/** Date filters of the API: with one of them, a view shows a list of that range. */
export const dateNames = [
  'start_date',
  'end_date',
  'ends_after',
  'starts_before',
  'starts_after',
  'ends_before',
  'strict_dates',
] as const
/** Near a place, by date; with `sort=distance` the nearest first. */
const nearNames = ['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'sort'] as const
/** All of them, in the order of URLs. */
export const pageFilterNames = [...filterNames, ...dateNames, ...nearNames]

type FilterName = (typeof pageFilterNames)[number] | CustomFilterName
export type Filters = Partial<Record<FilterName, string>>

/** Dates as the form names them. */
export const formDates = ['from', 'to', 'days'] as const

/** Parameters of views besides filters, and those that other sites add to links to count visits. */
const otherNames: ReadonlySet<string> = new Set([
  ...([
    ...formDates,
    'venue_name',
    'organizer_name',
    'page',
    'past',
    'date',
    'view',
    'layout',
  ] as const),
  ...(['ml_language', 'lang'] as const),
])
const ofVisits = /^(?:utm|mtm|pk|piwik|hsa|mc|at|xtor|ref|_\w+)(?:_\w+)?$|clid$/i
export const isFilter = (name: string): name is FilterName =>
  pageFilterNames.some(each => each === name) || isCustomFilter(name)
/** The filters by fields that the site has defined, of a query. */
export const customNames = (query: URLSearchParams): CustomFilterName[] => [
  ...new Set([...query.keys()].filter(isCustomFilter)),
]
export const isFilterName = (name: string): boolean =>
  otherNames.has(name) || ofVisits.test(name) || isFilter(name)

/** The filters of a request; forms send empty ones, which filter nothing. */
export function filtersOf({ query }: Pick<PageRequest, 'query'>): Filters {
  const filters: Filters = {}
  if (query.size === 0) return filters
  for (const name of [...pageFilterNames, ...customNames(query)]) {
    if (!query.has(name)) continue
    const value = query
      .getAll(name)
      .filter(each => each.trim() !== '')
      .join(',')
    if (value) filters[name] = value
  }
  // pages show a series once unless they are asked for each of its dates
  if (filters.occurrences === 'series') delete filters.occurrences
  if (filters.strict_dates !== 'true') delete filters.strict_dates
  if (!isNear(filters) || filters.sort !== 'distance') delete filters.sort
  // a button of the form has both days, whatever its fields say
  const [from = '', to = ''] = query.get('days')?.split('/') ?? [
    query.get('from') ?? '',
    query.get('to') ?? '',
  ]
  const day = dayOf(from)
  if (to === 'evening' && day !== undefined) return { ...filters, ...eveningFilters(day) }
  if (from === '' && to === '') return filters
  // days take the place of an evening
  if (filters.strict_dates) for (const name of dateNames) delete filters[name]
  if (from !== '') filters.ends_after = neighbour(from, -1)
  if (to !== '') filters.starts_before = to
  return filters
}

/** The form takes the first day; the API, the day before it. Any other text is an error there. */
function neighbour(name: string, days: number): string {
  const day = dayOf(name)
  return day === undefined ? name : dayName(day + days * daySeconds)
}

/** The days that a range goes from and to, as far as its filters are days that the form has. */
export function rangeOf({ ends_after, starts_before, strict_dates }: Filters): {
  from?: Day
  to?: Day
} {
  if (strict_dates) return {}
  const after = dayOf(ends_after ?? '')
  const to = dayOf(starts_before ?? '')
  return {
    ...(after !== undefined && { from: after + daySeconds }),
    ...(to !== undefined && { to }),
  }
}

/** The filters for events between two days, both included. */
export const rangeFilters = (from: Day, to: Day): Filters => ({
  ends_after: dayName(from - daySeconds),
  starts_before: dayName(to),
})

/** What begins on a day from five in the afternoon on. */
export const eveningFilters = (day: Day): Filters => ({
  start_date: `${dayName(day)} 17:00`,
  starts_before: dayName(day + daySeconds),
  strict_dates: 'true',
})

export const hasDates = (filters: Values) => dateNames.some(name => filters[name] !== undefined)
export const isNear = ({ geoloc_lat, geoloc_lng }: Values) =>
  geoloc_lat !== undefined || geoloc_lng !== undefined

export const isByDistance = ({ sort }: Values) => sort === 'distance'

/** The point that distances are from, if there is one. */
export function pointOf({ geoloc_lat, geoloc_lng }: Filters): GeoPoint | undefined {
  const [lat, lng] = [Number(geoloc_lat), Number(geoloc_lng)]
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : undefined
}

/** The value by which a filter finds one record: a term by its slug, since digits are looked up as a slug before they are an ID. */
export const filterValue = (kind: LinkKind, { id, slug }: { id: number; slug: string }): string =>
  isTermLink(kind) ? decodeURIComponent(slug) : String(id)

/** Kilometres around it; that of the API where none is said. */
export const nearRadius = ({ geoloc_radius = '40' }: Filters) => geoloc_radius

/** True where each date of a series is an entry. */
export const isOfEachDate = ({ occurrences }: Values) => occurrences === 'each'

/** True for search results, which are no page for search engines. */
export const isSearch = ({ q, search }: Filters) => q !== undefined || search !== undefined

/** Views of a month, a week or a day have dates and an order of their own: such filters are shown by the list. */
export const isForList = (filters: Filters) => hasDates(filters) || isNear(filters)

/** The filters that every view takes. */
export const ofAnyView = (filters: Filters): Filters =>
  Object.fromEntries(
    [...filterNames, ...Object.keys(filters).filter(isCustomFilter)].flatMap(name =>
      filters[name] ? [[name, filters[name]]] : [],
    ),
  )

/** A query string, with its question mark; empty without filters. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return ''
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text.replaceAll('%2C', ',')}`
}

/** Wall times from one to another, the last not included: events in between, whenever they began. */
export const within = (from: number, to: number, write: (at: number) => string): Values => ({
  // an event that ends at this moment is over, unless it also begins then
  ends_after: write(from - 1),
  starts_before: write(to),
  strict_dates: true,
})
