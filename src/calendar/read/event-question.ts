import { isNameIn, namesIn, tableOf } from '../../define/base/objects.ts'
import { type MapWindow, middleOf } from '../../define/distance.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { ParamValues, Values } from '../../define/param.ts'
import {
  isPlaced,
  isTermLink,
  isTree,
  type PlacedKind,
  type PostLinkKind,
  type TermLinkKind,
} from '../../define/record.ts'
import { longTextNames } from '../../define/resource.ts'
import { eventSearch, fold } from '../../define/text/fold.ts'
import {
  addMonths,
  daySeconds,
  endOfDay,
  firstWall,
  lastWall,
  startOfDay,
} from '../../define/time/clock.ts'
import type { Moment, ParamMoment } from '../../define/time/parse.ts'
import { instantOf, wallOf } from '../../define/time/zone.ts'
import {
  accessibilityWords,
  attendances,
  audienceGroups,
  availabilities,
  customQuestion,
  eventStatuses,
  type eventFilters as params,
  resources,
  weekdays,
} from '../../resources/index.ts'
import {
  type Bound,
  type EventOrder,
  type EventQuery,
  eventFilters,
  type FactName,
  type FilterName,
  type FilterSort,
  type Filters,
  type FilterValues,
  factNames,
  filterNames,
  type NamesOf,
} from '../../store/index.ts'
import { mayRead, visibleTo } from '../access/access.ts'
import type { Caller, Context, ListCaller } from '../base/context.ts'
import { editorsSearch, wideSearch } from './wide-search.ts'

/** Parameters that are not called as their filter is. */
const renamed = {
  parent: 'post_parent',
  ids: 'include',
  category: 'categories',
  tag: 'tags',
  located: 'geoloc',
  withoutTextIn: 'ml_missing',
  wide: 'q',
  modified: 'modified_after',
  clock: 'starts_after_time',
} as const satisfies { [N in FilterName]?: string }

type ParamOf<N extends FilterName> = N extends keyof typeof renamed ? (typeof renamed)[N] : N
const paramOf = <N extends FilterName>(name: N) =>
  (isNameIn(renamed, name) ? renamed[name] : name) as ParamOf<N>

/** Checked values of a list of events. Terms have become ids (`check.ts`). */
export type EventListValues = Omit<ParamValues<typeof params>, TermParam> & {
  [N in TermParam]?: number[]
}
type TermParam = 'categories' | 'tags' | 'tags_all' | 'tags_exclude' | 'categories_exclude'

/** Parameters that are no filters by themselves. */
type OtherParam =
  | 'page'
  | 'per_page'
  | 'status'
  | 'ml_fallback'
  | 'sort'
  | 'occurrences'
  | 'facets'
  | 'cursor'
  | 'strict_dates'
  | NamedBound['name']
  | 'city'
  | 'geoloc_lat'
  | 'geoloc_lng'
  | 'geoloc_radius'
  | 'bbox'
  | 'modified_before'
  | 'starts_before_time'
  | 'has_category'
  // records of a source are looked up by their IDs
  | 'source'
  | 'source_id'
/** A parameter of the list without a row in the table of filters does not compile. */
type UnusedParam = Exclude<keyof typeof params, OtherParam | ParamOf<FilterName>>
export const everyParameterIsUsed: UnusedParam extends never ? true : UnusedParam = true

type Asking = {
  context: Context
  caller: ListCaller
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
  custom({ context, values }, name) {
    const { conditions } = customQuestion(values[paramOf(name)], context.site.customFields)
    return conditions.length > 0 ? conditions : undefined
  },
  ids: ({ values }, name) => values[paramOf(name)],
  weekday: ({ values: { weekday } }) =>
    weekday && { days: weekday.map(day => weekdays.indexOf(day)) },
  clock({ values: { starts_after_time: from, starts_before_time: before } }) {
    if (from === undefined && before === undefined) return undefined
    return { ...(from !== undefined && { from }), ...(before !== undefined && { before }) }
  },
  change: ({ context, values }) => changeOf(context, values),
  authors: ({ values }, name) => values[paramOf(name)],
  link: ({ context, caller, values }, kind) => {
    const ids = values[paramOf(kind)]
    if (isPlaced(kind) && (values.city !== undefined || values.bbox || isNearByDate(values)))
      return atPlaces(context, caller, kind, values)
    if (ids) return linked(context, caller, kind, ids)
    const isOfAny = values.has_category === true && isTermLink(kind) && isTree(kind)
    return isOfAny ? everyCategory(context).then(targets => ({ targets })) : undefined
  },
  every({ values }, name) {
    const targets = values[paramOf(name)]
    return targets && { kind: 'tag', targets }
  },
  none({ context, values }, name) {
    const kind = name === 'tags_exclude' ? 'tag' : 'category'
    if (name === 'categories_exclude' && values.has_category === false)
      return everyCategory(context).then(targets => ({ has: false, kind, targets }))
    const ids = values[paramOf(name)]
    return ids && termsIn(context, kind, ids).then(terms => ({ has: false, kind, ...terms }))
  },
  except({ values }, name) {
    const ids = values[paramOf(name)]
    return ids && { has: false, ids }
  },
  place({ caller, values }, name) {
    const has = values[paramOf(name)]
    return has === undefined ? undefined : { has, venues: visibleTo(caller.actor) }
  },
  near: ({ caller, values }) => (isNearByDate(values) ? undefined : circleOf(caller, values)),
  text({ context, caller: { language, forEditors }, values: { search, custom_fields } }) {
    const { letters } = customQuestion(custom_fields, context.site.customFields)
    const sought = search === undefined ? { all: [], none: [] } : eventSearch(search)
    if (!forEditors || search === undefined) {
      const all = [...sought.all, ...letters]
      return search === undefined && letters.length === 0 ? undefined : { language, ...sought, all }
    }
    // what must be there is looked for more widely
    return sought.none.length + letters.length > 0
      ? { ...sought, language: 'any', all: letters }
      : undefined
  },
  wide({ context, caller, values: { q, search } }) {
    if (q !== undefined) return wideSearch({ context, caller }, q)
    return caller.forEditors && search !== undefined
      ? editorsSearch({ context, caller }, search)
      : undefined
  },
  language({ caller: { language, fallback, forEditors }, values: { ml_missing } }, name) {
    if (name === 'withTextIn') return fallback ? undefined : { has: true, language }
    if (!ml_missing) return undefined
    const complete = forEditors ? longTextNames(resources.event) : undefined
    return { has: false, language: ml_missing, ...(complete && { complete }) }
  },
}

const wordsOf: Record<NamesOf<'choice'>, readonly string[]> = {
  event_status: eventStatuses,
  attendance: attendances,
  availability: availabilities,
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
  context: Context,
  { actor }: Caller,
  kind: NamesOf<'link'>,
  ids: number[],
): Promise<FilterValues['link']> {
  if (isTermLink(kind)) return termsIn(context, kind, ids)
  const { store } = context
  const records = await store.getMany(kind, ids)
  const seen = records.filter(record => record.facts.status !== 'trash' && mayRead(actor, record))
  return { targets: seen.map(({ id }) => id) }
}

/** However many there are: nobody reads through more. */
const everyCategory = ({ store }: Context) => store.idsAfter('category', 0, 10_000)

const termsIn = async ({ store }: Context, kind: TermLinkKind, ids: number[]) =>
  isTree(kind) ? { targets: await store.withDescendants(kind, ids), roots: ids } : { targets: ids }

/** The circle that is asked for, if one is. */
function circleOf(
  { actor }: Caller,
  { geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: km = 40 }: EventListValues,
) {
  if (lat === undefined || lng === undefined) return undefined
  return { lat, lng, km, venues: visibleTo(actor) }
}

/** In an order by date, a circle is the places in it. */
const isNearByDate = ({ geoloc_lat, sort }: EventListValues) =>
  geoloc_lat !== undefined && sort !== undefined && !isByDistance(sort)

const isByDistance = (sort: unknown) => sort === 'distance' || sort === '-distance'

type ChangeValues = {
  modified_after?: ParamMoment | undefined
  modified_before?: ParamMoment | undefined
}

/** The times of change that a list asks for, of whichever resource. */
export function changeOf(
  { site }: Pick<Context, 'site'>,
  { modified_after: from, modified_before: before }: ChangeValues,
): FilterValues['change'] | undefined {
  if (!from && !before) return undefined
  const instant = ({ clock, at }: Moment) => (clock === 'wall' ? instantOf(at, site.zone) : at)
  return { ...(from && { from: instant(from) }), ...(before && { before: instant(before) }) }
}

/** The Unix second from which they are other times. */
export const changeUntil = ({ now }: Pick<Context, 'now'>, values: ChangeValues) =>
  values.modified_after?.isRelative || values.modified_before?.isRelative ? now() + 1 : Infinity

/** A parameter `sort`: what to sort by, and whether from the end. */
export function sortOf(sort = '') {
  const descending = sort.startsWith('-')
  return { name: descending ? sort.slice(1) : sort, descending }
}

/** Orders of lists of events, besides those by start, title and distance. */
const orders: Record<string, EventOrder> = {
  end_date: 'ends',
  modified: 'modified',
  created: 'event',
}

/** The order that a list asks for; by distance it follows from the place. */
export function orderOf(
  { language }: Pick<Caller, 'language'>,
  { sort }: EventListValues,
): Pick<EventQuery, 'descending' | 'order' | 'sorted'> {
  const { name, descending } = sortOf(sort)
  const order = orders[name]
  if (name === 'title')
    return { sorted: { key: { by: 'text', name: 'name_key' }, language, descending } }
  return { ...(order && { order }), ...(descending && { descending }) }
}

/** Places in a city, or in a circle; among the chosen places if there are any. */
async function atPlaces(
  context: Context,
  caller: ListCaller,
  kind: PlacedKind,
  values: EventListValues,
): Promise<FilterValues['link']> {
  const { city } = values
  const circle = isNearByDate(values) ? circleOf(caller, values) : undefined
  const around = circle && (await context.store.venuesNear(circle)).slice(0, maxPlaces)
  const inWindow = values.bbox && (await venuesInWindow(context, caller, values.bbox))
  const there = city === undefined ? undefined : await placesInCity(context, caller, kind, city)
  const [first = [], ...others] = [around, inWindow, there, values[paramOf(kind)]].filter(
    ids => ids,
  )
  return { targets: first.filter(id => others.every(ids => ids?.includes(id))) }
}

/** The venues in a window of a map that the caller may see, those in its middle first. */
export async function venuesInWindow(
  { store }: Context,
  { actor }: Caller,
  within: MapWindow,
): Promise<number[]> {
  const near = { ...middleOf(within), km: halfEarth, venues: visibleTo(actor), within }
  return (await store.venuesNear(near)).slice(0, maxPlaces)
}
/** More than any distance on Earth, in kilometers. */
const halfEarth = 20_100

/** The filters that a request asks. */
export async function filtersOf(asking: Asking): Promise<Filters> {
  const entries: [FilterName, unknown][] = []
  for (const name of filterNames) {
    const part = partOf<FilterSort>(eventFilters[name].sort, asking, name)
    if (part !== undefined) entries.push([name, part instanceof Promise ? await part : part])
  }
  // Each part is of the sort of its filter, as `Filters` wants it.
  return Object.fromEntries(entries) as Filters
}

/** The part of a filter of this sort. */
const partOf = <S extends FilterSort>(sort: S, asking: Asking, name: NamesOf<S>) =>
  parts[sort](asking, name)

/** The facts that filters ask for, under the names of the filters. */
export const filterFacts = <T>(factOf: (field: ParamOf<FactName>) => T) =>
  tableOf(factNames, name => factOf(paramOf(name)))

const notByStart: FieldError = {
  sentence: {
    en: '{name} lists each date by its start. Leave out page, occurrences=series and every other order; q and geoloc_lat need sort=start_date too.',
    fr: '{name} liste chaque date par son début. Omettez page, occurrences=series et tout autre tri ; q et geoloc_lat exigent aussi sort=start_date.',
  },
}

/** A cursor is a place in the order of the dates by start. */
export const cursorErrors = ({ cursor, page, sort, occurrences, q, geoloc_lat }: Values) =>
  cursor === undefined ||
  ((page === undefined || page === 1) &&
    occurrences !== 'series' &&
    (sort === 'start_date' || (sort ?? q ?? geoloc_lat) === undefined))
    ? {}
    : { cursor: notByStart }

const notAvailable: FieldError = {
  code: 'geolocation-not-available',
  sentence: {
    en: 'The geolocation extension is switched off.',
    fr: 'L’extension de géolocalisation est désactivée.',
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

/** Errors of the geolocation filters (X1), and of an order that needs them. */
export function geolocationErrors(
  { site }: Pick<Context, 'site'>,
  sent: Values,
): Record<string, FieldError> {
  const isLost = isByDistance(sent.sort) && sent.geoloc_lat === undefined
  return { ...placeErrors(site, sent), ...(isLost && { sort: needs('geoloc_lat') }) }
}

function placeErrors(site: Context['site'], sent: Values): Record<string, FieldError> {
  const names = ['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'bbox'].filter(
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

/** Default window of the events list (T10): yesterday 23:59:00 to now + 24 months, wall times of the site. */
export function defaultWindow(now: number, zone: string) {
  const today = wallOf(now, zone)
  return { start: endOfDay(today - daySeconds) - 59, end: addMonths(today, 24) }
}

/** The condition of each parameter on an event; a date without a time is widened to the start or the end of the day. */
const rules = {
  start_date: { edge: 'start', is: '>=', widened: startOfDay },
  end_date: { edge: 'end', is: '<=', widened: endOfDay },
  starts_before: { edge: 'start', is: '<', widened: endOfDay },
  starts_after: { edge: 'start', is: '>', widened: endOfDay },
  ends_before: { edge: 'end', is: '<', widened: endOfDay },
  ends_after: { edge: 'end', is: '>', widened: endOfDay },
} as const

/** The conditions of a range: what overlaps it. A day without an hour is a whole one, whatever `strict_dates` says. */
const rangeRules = {
  from: { edge: 'end', is: '>' },
  to: { edge: 'start', is: '<' },
} as const

/** A bound with the name of its parameter. */
export type NamedBound = Bound & { name: keyof typeof rules | keyof typeof rangeRules | 'on' }
const names = namesIn(rules)

/** The bounds of a list, and the Unix second from which the same parameters ask for something else; Infinity: never. */
type Window = { bounds: NamedBound[]; until: number }

/**
 * The window of a list (T1, T2): wall times are compared with each event's own clock, instants
 * with its instants. Without `strict_dates` a bound is a whole day; an instant is then first moved to the site's zone.
 */
export function windowOf(
  values: Pick<ParamValues<typeof params>, keyof typeof rules | 'include' | 'strict_dates'> &
    Partial<Pick<ParamValues<typeof params>, 'on' | 'from' | 'to'>>,
  { now, zone }: { now: number; zone: string },
): Window {
  if (values.include) return { bounds: [], until: Infinity }
  const isStrict = values.strict_dates === true
  const bounds: NamedBound[] = []
  let until = Infinity
  const add = (name: keyof typeof rules, { clock, at }: Moment) => {
    const { edge, is, widened } = rules[name]
    if (isStrict) bounds.push({ name, edge, is, clock, at })
    else
      bounds.push({
        name,
        edge,
        is,
        clock: 'wall',
        at: widened(clock === 'wall' ? at : onSite(at, zone)),
      })
  }
  for (const name of names) {
    const moment = values[name]
    if (!moment) continue
    add(name, moment)
    if (moment.isRelative) until = now + 1
  }
  const { on, from, to } = values
  bounds.push(
    ...rangeOf({ from: on, to: on }, 1).map(bound => ({ ...bound, name: 'on' as const })),
    ...rangeOf({ from, to }, 0),
  )
  if ([on, from, to].some(moment => moment?.isRelative)) until = now + 1
  // Those that ask for events before or after something have no defaults.
  const isPlain =
    names.every(name => isDefault(name) || values[name] === undefined) && !on && !from && !to
  const missing = isPlain ? names.filter(name => isDefault(name) && !values[name]) : []
  if (missing.length === 0) return { bounds, until }
  const { start, end } = defaultWindow(now, zone)
  for (const name of missing) add(name, { clock: 'wall', at: name === 'start_date' ? start : end })
  const midnight = () => instantOf(startOfDay(wallOf(now, zone)) + daySeconds, zone)
  return { bounds, until: Math.min(until, isStrict ? now + 1 : midnight()) }
}

/** The bounds of what overlaps a range; `length`: of a moment, in seconds, where it is the end. */
function rangeOf(
  range: { [N in keyof typeof rangeRules]?: ParamMoment | undefined },
  length: number,
) {
  return namesIn(rangeRules).flatMap((name): NamedBound[] => {
    const moment = range[name]
    if (!moment) return []
    const { clock, at, isDay } = moment
    const end = Math.min(at + (isDay ? daySeconds : length), lastWall)
    return [{ name, ...rangeRules[name], clock, at: name === 'to' ? end : at }]
  })
}

const isDefault = (name: keyof typeof rules) => name === 'start_date' || name === 'end_date'

/** The wall time of the site, which at the ends of time is held within the years that can be written. */
const onSite = (at: number, zone: string) =>
  Math.min(Math.max(wallOf(at, zone), firstWall), lastWall)

/** Limits: venues per city or circle, and cities per request. */
const [maxPlaces, maxCities] = [1000, 10]

/** The venues of any of these cities that the caller may see: cities are called alike whatever their case and accents. */
async function placesInCity(
  { store }: Context,
  { actor, language }: Caller,
  kind: PostLinkKind,
  cities: string,
): Promise<number[]> {
  const matches: number[] = []
  for (const city of new Set(cities.split(',', maxCities).map(fold))) {
    if (city === '') continue
    const { ids } = await store.listPosts({
      kind,
      visible: visibleTo(actor),
      search: { language, words: [city] },
      page: { limit: maxPlaces, offset: 0 },
    })
    for (const { id, facts } of await store.getMany(kind, ids))
      if (fold(String(facts.city ?? '')) === city) matches.push(id)
  }
  return matches
}
