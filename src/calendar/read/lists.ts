import type { GeoPoint, MapWindow } from '../../define/distance.ts'
import { notAmong, publishOnly } from '../../define/field-errors.ts'
import type { FieldError } from '../../define/field-type.ts'
import { statuses } from '../../define/field-types.ts'
import { members } from '../../define/list-types.ts'
import type { ParamValues, Values } from '../../define/param.ts'
import { isLink, type LinkKind, linkKinds } from '../../define/record.ts'
import { longTextNames } from '../../define/resource.ts'
import { fold, wordsOf } from '../../define/text/fold.ts'
import type { Language } from '../../define/text/language.ts'
import { slugKey } from '../../define/text/slug.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { type ListDependency, matcher } from '../../journal/index.ts'
import { refuseAsReference } from '../../problem/index.ts'
import {
  type FileName,
  isFile,
  type linkedFilters,
  type PostName,
  type ResourceName,
  resources,
  type TermName,
  type termFilters,
} from '../../resources/index.ts'
import {
  type DaySpan,
  type EventQuery,
  type FilterName,
  type Listed,
  type ListedDates,
  type ListedDays,
  type SortKey,
  termOrders,
  type Visible,
} from '../../store/index.ts'
import { mayRead, protectedFor, seesOthers, seesOwn, visibleTo } from '../access/access.ts'
import type { Caller, Context, ListCaller } from '../base/context.ts'
import { pageAfter, titlesFirst } from './after-cursor.ts'
import { type Dated, datesOf } from './dates.ts'
import {
  changeOf,
  changeUntil,
  cursorErrors,
  type EventListValues,
  filtersOf,
  geolocationErrors,
  type NamedBound,
  orderOf,
  sortOf,
  venuesInWindow,
  windowOf,
} from './event-question.ts'
import { dependenciesOf, facetsOf, type ListFacets } from './facets.ts'
import { horizonWithin } from './horizon.ts'
import { idsOfSource } from './of-source.ts'
import { type Showing, showingOf } from './showing.ts'
import { isMasked } from './views.ts'
import { searchOf } from './wide-search.ts'

/** A page of a list, with its exact total. */
export type Listing = {
  /** An event that has several dates in the page comes several times. */
  ids: number[]
  /** On which date of its series each of these is; undefined for the only date of an event. */
  dates?: NonNullable<Dated['dates']>
  total: number
  page: number
  perPage: number
  /** The date range and the query of the list. Events only. */
  window?: NamedBound[]
  query?: EventQuery
  /** The records that it may show; else those that the caller sees anywhere. */
  showing?: Showing
  /** Unix second from which the same request asks for something else; Infinity: never. */
  until: number
  /** Its pages follow one another by a cursor; the last has no next one. */
  cursors?: { next: string | undefined }
  /** The counts that the request asked for; a list without pages has none. */
  facets?: ListFacets
  /** The point that distances are from. */
  from?: GeoPoint
  /** Wall time up to which it has all dates of series, if its range ends later (R11). */
  horizon?: number | undefined
}

export function pageOf(
  { site }: Context,
  { max = site.maxPerPage, allUpTo }: Pick<ListCaller, 'max' | 'allUpTo'>,
  values: { page?: number; per_page?: number },
) {
  if (allUpTo !== undefined) return { page: 1, perPage: allUpTo, limit: allUpTo, offset: 0 }
  const page = values.page ?? 1
  const perPage = Math.min(values.per_page ?? site.perPage, max)
  return {
    page,
    perPage,
    limit: perPage,
    offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER),
  }
}

const isPublished = (status: unknown) =>
  status === 'publish' || (Array.isArray(status) && status.length === 1 && status[0] === 'publish')

/**
 * The records that this caller sees, by the requested statuses (A2, A4). Anonymous callers may request exactly `publish`, without whitespace and not
 * in a list. Undefined: refused.
 */
function visibility({ actor }: Caller, status: unknown): Visible | undefined {
  if (status === undefined) return visibleTo(actor)
  if (!seesOwn(actor)) return isPublished(status) ? visibleTo(actor) : undefined
  const words = (members(status) ?? []).map(String)
  const isStatus = (word: string) => word === 'any' || statuses.some(status => status === word)
  return words.length > 0 && words.every(isStatus) ? visibleTo(actor, words) : undefined
}

/** The same for a checked status: `listFieldErrors` has refused statuses that the caller may not list. */
const seenBy = (caller: ListCaller, status: unknown): Visible =>
  visibility(caller, status) ?? { statuses: [] }

/** It would tell of venues that are not public. */
const editorsOnly: FieldError = {
  sentence: {
    en: '{name} is for those who see the records of all users.',
    fr: '{name} est réservé à ceux qui voient les fiches de tous.',
  },
}

/** Errors of a list's parameters that only the calendar can tell: statuses, order, geolocation. */
export function listFieldErrors(
  context: Context,
  caller: ListCaller,
  values: Values,
): Record<string, FieldError> {
  return {
    ...(visibility(caller, values.status)
      ? {}
      : { status: seesOwn(caller.actor) ? notAmong(['any', ...statuses]) : publishOnly }),
    ...(values.has_venue !== undefined && !seesOthers(caller.actor) && { has_venue: editorsOnly }),
    ...(isDirection(values.order) ? {} : { order: notAmong(['asc', 'desc']) }),
    ...geolocationErrors(context, values),
    ...cursorErrors(values),
  }
}

export function refuseBeyond(kind: string, { ids, total }: Listed, page: number) {
  if (page > 1 && ids.length === 0) refuseAsReference(`${kind}-archive-page-not-found`)
  return total
}

type PostListValues = ParamValues<ReturnType<typeof linkedFilters>> & { bbox?: MapWindow }
type TermListValues = ParamValues<ReturnType<typeof termFilters>>

const languageFilters = (
  { language, fallback, forEditors }: ListCaller,
  kind: ResourceName,
  { ml_missing }: Pick<PostListValues, 'ml_missing'>,
) => ({
  ...(!fallback && { withTextIn: language }),
  ...(ml_missing && { withoutTextIn: ml_missing }),
  ...(ml_missing && forEditors && { complete: longTextNames(resources[kind]) }),
})

/** The language of the texts that a search looks into. */
const searchedIn = ({ forEditors, language }: ListCaller): Language | 'any' =>
  forEditors ? 'any' : language

/** The filters on texts in lists of venues and organizers. */
export const textFilters = (
  caller: ListCaller,
  kind: ResourceName,
  values: Pick<PostListValues, 'search' | 'ml_missing'>,
) => ({
  ...(values.search !== undefined && {
    search: { language: searchedIn(caller), words: wordsOf(values.search) },
  }),
  ...languageFilters(caller, kind, values),
})

const sortedFor = ({ sorted }: ListCaller) =>
  sorted && { sorted, ...(sorted.among && { ids: [...sorted.among] }) }

const initialsFor = ({ initials, language }: ListCaller) =>
  initials && { initials: { language, among: initials } }

/** Events in a window (specification; T1–T3, P2, P4, P8, X1–X3). */
export async function listEvents(
  context: Context,
  caller: ListCaller,
  values: EventListValues,
): Promise<Listing> {
  const { store, site, now } = context
  const { page, perPage, limit, offset } = pageOf(context, caller, values)
  const { bounds: window, until } = windowOf(values, { now: now(), zone: site.zone })
  const filters = await filtersOf({ context, caller, values, window })
  const ofSource = await idsOfSource(store, 'event', values)
  const query: EventQuery = {
    visible: seenBy(caller, values.status),
    protectedOf: protectedFor(caller.actor),
    ...filters,
    ...(ofSource && { ids: among(ofSource, filters.ids), bySource: true }),
    ...orderOf(caller, values),
    ...(values.occurrences === 'series' && { bySeries: true }),
    ...sortedFor(caller),
    page: { limit, offset },
  }
  const showing = showingOf(query)
  const { cursor } = caller.allUpTo === undefined ? values : {}
  const listed: ListedDates & { next?: string | undefined } = await (cursor
    ? pageAfter(context, caller, query, cursor)
    : isRanked(values) && !caller.sorted
      ? titlesFirst(context, caller, query)
      : store.listEvents(query, caller.requester))
  const { items, total } = listed
  const ids = items.map(({ event }) => event)
  refuseBeyond('event', { ids, total }, page)
  const facets =
    values.facets && caller.allUpTo === undefined
      ? await facetsOf(context, caller, query, values.facets)
      : undefined
  return {
    ids,
    total,
    page,
    perPage,
    window,
    horizon: await horizonWithin(context, window),
    query,
    showing,
    ...(facets && { facets }),
    ...(cursor && { cursors: { next: listed.next } }),
    ...fromPoint(values),
    until: ofSource ? now() : Math.min(until, changeUntil(context, values)),
    ...datesOf(items),
  }
}

const fromPoint = ({ geoloc_lat: lat, geoloc_lng: lng }: EventListValues) =>
  lat === undefined || lng === undefined ? {} : { from: { lat, lng } }

/** A wide search is ranked unless the request names another order. */
const isRanked = ({ q, sort, geoloc_lat }: EventListValues) =>
  q !== undefined && sort === undefined && geoloc_lat === undefined

/** Those of a source that another filter leaves. No list of a source is cached: which records have it, the journal does not say. */
const among = (ofSource: readonly number[], others: readonly number[] | undefined) =>
  others ? ofSource.filter(id => others.includes(id)) : ofSource

/** The events of a list that take place in a span of days, also those that began before it. */
export async function listDays(
  context: Context,
  caller: ListCaller,
  values: EventListValues,
  span: DaySpan,
): Promise<ListedDays & Pick<Listing, 'query' | 'showing' | 'until'>> {
  const window: NamedBound[] = [
    {
      name: 'starts_before',
      edge: 'start',
      is: '<',
      clock: 'wall',
      at: span.from + span.count * daySeconds,
    },
    { name: 'ends_after', edge: 'end', is: '>=', clock: 'wall', at: span.from },
  ]
  const query: EventQuery = {
    visible: seenBy(caller, values.status),
    protectedOf: protectedFor(caller.actor),
    ...(await filtersOf({ context, caller, values, window })),
    page: { limit: 0, offset: 0 },
  }
  return {
    ...(await context.store.listDays(query, span, caller.requester)),
    query,
    showing: showingOf(query),
    until: Infinity,
  }
}

/** The keys of orders of venues and organizers. */
const sortKeys: Record<string, SortKey> = {
  name: { by: 'text', name: 'name_key' },
  modified: { by: 'fact', name: 'modified', isNumber: true },
  created: { by: 'fact', name: 'id', isNumber: true },
}

function postOrderOf({ language }: Caller, { sort }: PostListValues) {
  const { name, descending } = sortOf(sort)
  const key = sortKeys[name]
  return key && { sorted: { key, language, descending } }
}

/** Venues, organizers and others with a status, newest first (P3, P4). */
export async function listPosts(
  context: Context,
  caller: ListCaller,
  kind: Exclude<PostName, 'event'>,
  values: PostListValues,
): Promise<Listing> {
  const { store, now } = context
  const { page, perPage, limit, offset } = pageOf(context, caller, values)
  const events = {
    visible: visibleTo(caller.actor),
    protectedOf: protectedFor(caller.actor),
  }
  const isUpcoming = values.only_with_upcoming === true
  const linked =
    values.event === undefined || !isLink(kind)
      ? undefined
      : await linksOfEvent(context, caller, kind, values.event)
  const visible = seenBy(caller, values.status)
  const ofSource = await idsOfSource(store, kind, values)
  const inWindow = values.bbox && (await venuesInWindow(context, caller, values.bbox))
  const within = inWindow ? among(inWindow, linked) : linked
  const ids = ofSource ? among(ofSource, within) : within
  const { language } = caller
  const wide =
    values.q === undefined
      ? undefined
      : await searchOf(context, caller, kind, values.q, (letters, among) =>
          store.listPosts({ kind, visible, search: { language, words: [letters] }, page: among }),
        )
  const listed = await store.listPosts({
    kind,
    visible,
    ...textFilters(caller, kind, values),
    ...(wide && { wide }),
    ...(ids && { ids: [...ids] }),
    events: [
      ...(values.has_events === undefined ? [] : [{ has: values.has_events, ...events }]),
      ...(isUpcoming ? [{ has: true, ...events, notOverAt: now() }] : []),
    ],
    modified: changeOf(context, values),
    ...postOrderOf(caller, values),
    ...sortedFor(caller),
    ...initialsFor(caller),
    page: { limit, offset },
  })
  const total = refuseBeyond(kind, listed, page)
  // Events may end during the request (P4).
  const until = ofSource ? now() : isUpcoming ? now() + 1 : changeUntil(context, values)
  return { ids: listed.ids, total, page, perPage, showing: { visible }, until }
}

/** The links of an event that the caller may read, without what a password hides. */
async function linksOfEvent(context: Context, caller: ListCaller, kind: LinkKind, id: number) {
  const event = await context.store.get('event', id)
  if (!event || event.facts.status === 'trash' || !mayRead(caller.actor, event)) return []
  return isMasked(context, caller, event) ? [] : event.links[kind]
}

/** Terms by name, or another order (P5). A page beyond the last is empty, not an error. */
export async function listTerms(
  context: Context,
  caller: ListCaller,
  kind: TermName,
  values: TermListValues,
): Promise<Listing> {
  const { store } = context
  const { page, perPage, limit, offset } = pageOf(context, caller, values)
  const event = values.event ?? values.post
  const ofSource = await idsOfSource(store, kind, values)
  const slug =
    values.slug === undefined ? undefined : await store.bySlug(kind, slugKey(values.slug))
  const only = [
    ...(event === undefined ? [] : [await linksOfEvent(context, caller, kind, event)]),
    ...(values.slug === undefined ? [] : [slug === undefined ? [] : [slug]]),
    ...(ofSource ? [ofSource] : []),
  ]
  const { language } = caller
  const wide =
    values.q === undefined
      ? undefined
      : await searchOf(context, caller, kind, values.q, (letters, among) =>
          store.listTerms({ kind, language, search: letters, order: termOrderOf({}), page: among }),
        )
  const { ids, total } = await store.listTerms({
    kind,
    language,
    ...(wide && { wide }),
    ...(values.search !== undefined && { search: fold(values.search) }),
    ...(caller.forEditors && { searchIn: 'any' as const }),
    ...(values.include !== undefined && { include: values.include }),
    ...(values.exclude !== undefined && { exclude: values.exclude }),
    ...(only.length > 0 && { ids: only.reduce((a, b) => a.filter(id => b.includes(id))) }),
    ...(isUsedOnly(values) && { used: true }),
    ...(values.parent !== undefined && { parent: values.parent }),
    ...languageFilters(caller, kind, values),
    modified: changeOf(context, values),
    order: termOrderOf(values),
    ...sortedFor(caller),
    ...initialsFor(caller),
    page: { limit, offset },
  })
  return {
    ids,
    total,
    page,
    perPage,
    until: ofSource ? context.now() : changeUntil(context, values),
  }
}

/** The terms of an event are listed even when no published event has them. */
const isUsedOnly = ({ hide_empty, event, post }: TermListValues) =>
  Boolean(hide_empty) && event === undefined && post === undefined

const isDirection = (order: unknown) => order === undefined || /^(asc|desc)$/i.test(String(order))

const termOrderOf = ({ order = 'asc', orderby }: TermListValues) => ({
  by: termOrders.find(name => name === orderby) ?? 'name',
  descending: order.toLowerCase() === 'desc',
})

/** Filters whose tags a request may name by their slugs. */
const byTags = ['tag', 'tags_all', 'tags_exclude'] as const satisfies readonly FilterName[]

/** Filters whose result depends on other records: visibility of linked records, places of venues, the tree of categories. */
const deciding = [
  ...linkKinds,
  ...byTags,
  'categories_exclude',
  'located',
  'near',
  'wide',
] as const satisfies readonly FilterName[]

/** A wide search reads the names of tags too, and a tag is named by its slug; a change of any other linked record already invalidates such a list. */
const tagsByName: ListDependency = { of: 'kind', kind: 'tag', events: false, counts: false }

/** A word of a wide search may have a wrong letter unless any event has it, whatever else the list asks for. */
const decidingFilters = (query: EventQuery): EventQuery => {
  const { wide, visible, protectedOf, page } = query
  return wide ? { wide, visible, protectedOf, page } : query
}

/** The visibility of images changes with every record that may use one (A9). */
export const listOfKind = (kind: FileName): ListDependency => ({
  of: 'kind',
  kind,
  events: true,
  dependsOnPosts: true,
})

/** The changes that invalidate a list, besides those of the records in it. */
export function dependencyOf(
  kind: ResourceName,
  {
    query,
    facets,
    values,
  }: Pick<Listing, 'query' | 'facets'> & { values: Record<string, unknown> },
): ListDependency {
  if (query) {
    // compiled on the first change: most lists are never checked against one
    let matches: ReturnType<typeof matcher> | undefined
    const events: ListDependency = {
      of: 'event',
      ...(!deciding.some(name => query[name] !== undefined) && { linked: false }),
      matches(event) {
        matches ??= matcher(decidingFilters(query))
        // a parent that nobody may read any more is an error
        return event.facts.event === query.parent || matches(event)
      },
    }
    const namesTags = query.wide || byTags.some(name => query[name])
    const lists = [
      events,
      ...(namesTags ? [tagsByName] : []),
      ...(facets ? dependenciesOf(facets) : []),
    ]
    return lists.length > 1 ? { of: 'several', lists } : events
  }
  const counts =
    values.has_events !== undefined ||
    values.only_with_upcoming === true ||
    values.event !== undefined ||
    values.post !== undefined
  return isFile(kind) ? listOfKind(kind) : { of: 'kind', kind, events: counts }
}
