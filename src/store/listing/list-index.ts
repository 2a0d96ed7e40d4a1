import { isPostLink } from '../../define/record.ts'
import type { Requester } from '../../define/requester.ts'
import type { Near } from '../contract/distance.ts'
import type { DaySpan, ListedDays } from '../contract/events-per-day.ts'
import { countedIn, type FacetQuery, type Facets, isOfVenues } from '../contract/facets.ts'
import type {
  EventQuery,
  JournalEntry,
  ListEntry,
  Listed,
  ListedDates,
  ListItem,
  Page,
  PostQuery,
  Sorted,
} from '../contract/store.ts'
import { listDays } from './by-day.ts'
import { listNear, nearestAmong, newNearLists } from './by-distance.ts'
import {
  among,
  fewByTitle,
  fewInOrder,
  firstWithCount,
  isLess,
  isQuickerSorted,
  maxSortedByTitle,
  pageInOrder,
  walkByTitle,
} from './by-order.ts'
import { openBySeries, withCount } from './by-series.ts'
import type { Compared } from './compared.ts'
import { differing, openRounds, takeAgain } from './comparing.ts'
import { lettersIn, questionOf, type SplitQuery } from './condition.ts'
import { fromEnd, openCounted } from './event-lists.ts'
import { eventsIn, itemOf, type ListCalendar, newCalendar } from './event-order.ts'
import { type Counting, countFacet, type FacetLists, newFacetLists } from './facets.ts'
import { follow, type IndexReader, putIn, readTree, type State, slice } from './following.ts'
import { listRecords, loaded, newLinkedRecords } from './linked-lists.ts'
import { newWords, withKeys } from './text-matches.ts'
import { newPlaces, takeVenues, venuesAround } from './venue-grid.ts'

function newState(reader: IndexReader): State {
  const calendar = newCalendar()
  const places = newPlaces(calendar)
  return {
    reader,
    calendar,
    words: newWords(calendar, reader, reader.search),
    places,
    posts: {
      venue: newLinkedRecords('venue', calendar, reader),
      organizer: newLinkedRecords('organizer', calendar, reader),
    },
    near: newNearLists(calendar, places),
    leaving: new Set(),
    isReady: false,
    isStopped: false,
    turn: Promise.resolve(),
  }
}

/**
 * The list index: all events in memory, so that a list, its exact total and any page of it cost the same at a thousand
 * events and at a million, for every caller. It is built in the background and follows the journal; until it is ready, the
 * engine answers.
 */
export function openListIndex(reader: IndexReader) {
  const index = newState(reader)
  const { calendar } = index
  const lists: Lists = { counted: openCounted(calendar), bySeries: openBySeries(calendar) }
  const facetLists = newFacetLists(calendar, index.posts.venue)

  return {
    get isReady() {
      return index.isReady
    },
    /** The number of events. */
    get size() {
      return eventsIn(calendar)
    },

    build: (progress: (done: number) => void = () => {}) => build(index, progress),

    /** Ends the building; the engine answers queries from then on. */
    async stop() {
      index.isStopped = true
      index.isReady = false
      await index.turn.catch(() => {})
    },

    follow: async (entries: readonly JournalEntry[]) => {
      if (!index.isStopped) await alone(index, () => follow(index, entries))
    },

    ...comparisonsOf(index),

    async listEvents(query: EventQuery, requester?: Requester): Promise<ListedDates | undefined> {
      if (!index.isReady || (query.ids && query.window?.length)) return undefined
      if (query.sorted) return sortedByTitle(index, lists, query, query.sorted, requester)
      return searched(index, query, requester, (keys, few) => list(index, lists, query, keys, few))
    },

    listFacets: (query: EventQuery, wanted: FacetQuery, requester?: Requester) =>
      facetsOf(index, lists, facetLists, query, wanted, requester),

    listDays: (query: EventQuery, span: DaySpan, requester?: Requester) =>
      daysOf(index, query, span, requester),

    venuesNear: (near: Near) => (index.isReady ? venuesAround(index.places, near) : undefined),

    async listPosts(query: PostQuery): Promise<Listed | undefined> {
      const { kind, search, wide, showing, sorted, initials, complete, modified } = query
      if (!index.isReady || search || wide || showing || sorted || initials) return undefined
      if (complete || modified) return undefined
      if (!isPostLink(kind)) return undefined
      return listRecords(index.posts[kind], query)
    },
  }
}

/** A large calendar is counted a few milliseconds at a time, so that others have their turn; while it is written to, not for ever. */
const [chunksPerTurn, maxTurns] = [16, 200]

async function facetsOf(
  index: State,
  lists: Lists,
  facetLists: FacetLists,
  query: EventQuery,
  { names, venues }: FacetQuery,
  requester: Requester | undefined,
): Promise<Facets | undefined> {
  if (!index.isReady || (query.ids && query.window?.length)) return undefined
  if (names.some(isOfVenues)) await loaded(index.posts.venue)
  const facets: Facets = {}
  for (const name of names) {
    const asked = countedIn(query, name)
    for (let turns = 0; !facets[name]; turns++) {
      if (turns > 0) await new Promise(setImmediate)
      // words that are searched may be forgotten between two turns
      const max = query.search || query.wide || turns > maxTurns ? Infinity : chunksPerTurn
      const isKnown = await searched(index, query, requester, (keys, few) => {
        const counting = countingOf(index, lists, asked, keys, few)
        if (!counting) return false
        const counts = countFacet(facetLists, name, venues, counting, max)
        return Object.assign(facets, counts && { [name]: counts })
      })
      if (!isKnown) return undefined
    }
  }
  return facets
}

/** By title; every other order of records is of the database. The titles are there, in an index. */
async function sortedByTitle(
  index: State,
  lists: Lists,
  { sorted: _, ...query }: EventQuery,
  { key, language, descending, unless }: Sorted,
  requester: Requester | undefined,
): Promise<ListedDates | undefined> {
  if (key.by !== 'text' || key.name !== 'name_key' || unless || query.near) return undefined
  const { calendar, places } = index
  const { page } = query
  const order = { language, descending }
  const shown = query.bySeries ? firstWithCount : (items: ListItem[]) => items
  const few = { ...query, page: { limit: maxSortedByTitle, offset: 0 }, bySeries: false }
  const found = await searched(index, query, requester, keys => {
    const question = questionOf(calendar, places, few, keys)
    if (!question) return undefined
    return { question, ...idsOf(index, lists.counted, few, question, undefined) }
  })
  if (!found) return undefined
  // words that were searched may be forgotten on a walk, and of single events the question says nothing
  const isFixed = Boolean(query.ids || query.search || query.wide)
  if (
    found.total <= maxSortedByTitle &&
    (isFixed || isQuickerSorted(calendar, page, found.total))
  ) {
    const items = await fewByTitle(index, found.ids, order, shown)
    return { items: items.slice(page.offset, page.offset + page.limit), total: items.length }
  }
  if (isFixed) return undefined
  const total = query.bySeries
    ? (list(index, lists, { ...query, page: { limit: 0, offset: 0 } })?.total ?? 0)
    : found.total
  return { items: await walkByTitle(index, found.question, order, shown, page, total), total }
}

/** Compares it with the database. */
const comparisonsOf = (index: State) => ({
  /** The records to compare with the database next. */
  nextCompared: openRounds(index),
  /** The records of these that differ between the index and the database, or that it has not followed yet. */
  differing: (ids: Compared) => alone(index, () => differing(index, ids)),
  /** Takes these records in again, as the database has them. */
  takeAgain: (ids: Compared) => alone(index, () => takeAgain(index, ids)),
})

/** For callers who see no more than the public, of questions neither by ID nor by distance. */
async function daysOf(
  index: State,
  query: EventQuery,
  span: DaySpan,
  requester?: Requester,
): Promise<ListedDays | undefined> {
  if (!index.isReady || query.ids || query.near) return undefined
  const { calendar, places } = index
  return searched(index, query, requester, keys => {
    const question = questionOf(calendar, places, query, keys)
    if (!question?.listed || question.apart) return undefined
    return listDays(calendar.chunks, question.listed, span)
  })
}

/** Answers with the keys of the searched words, if there are any. */
async function searched<T>(
  { words }: State,
  query: EventQuery,
  requester: Requester | undefined,
  answer: (keys: readonly number[], few?: ReadonlySet<number>) => T,
): Promise<T> {
  const { search, wide } = query
  const language = (search ?? wide)?.language
  if (language === undefined || language === 'any') return answer([])
  // The phrase contains all of the words, too.
  const sought = { language, letters: lettersIn(query), needed: search?.all.length ?? 0, requester }
  return withKeys(words, sought, answer)
}

export type ListIndex = ReturnType<typeof openListIndex>

function alone<T>(index: State, work: () => Promise<T>): Promise<T> {
  const mine = index.turn.then(work, work)
  index.turn = mine
  return mine
}

/** Reads all events in slices, and lets others have their turn between. */
async function build(index: State, progress: (done: number) => void) {
  const { reader, places } = index
  await alone(index, async () => {
    await readTree(index)
    const venues = await reader.postEntries('venue')
    const ids = venues.map(({ id }) => id)
    takeVenues(places, venues, ids)
  })
  for (let after: ListEntry['at'] | undefined, done = 0; ; ) {
    const entries = await alone(index, async () => {
      const read = await reader.listEntries(after, slice)
      putIn(index, read)
      return read
    })
    done += entries.length
    progress(done)
    if (entries.length < slice || index.isStopped) break
    after = entries.at(-1)?.at
    await new Promise(setImmediate)
  }
  index.isReady = !index.isStopped
}

type Lists = { counted: ReturnType<typeof openCounted>; bySeries: ReturnType<typeof openBySeries> }

/** `words`: the keys of `lettersIn`. `few`: only these events can have all the words. */
function list(
  index: State,
  lists: Lists,
  query: EventQuery,
  words: readonly number[] = [],
  few?: ReadonlySet<number>,
): ListedDates | undefined {
  const { calendar, places } = index
  const question = questionOf(calendar, places, query, words)
  if (!question) return undefined
  if (!query.bySeries) return datesOf(calendar, idsOf(index, lists.counted, query, question, few))
  const { counts, ...firsts } = firstsOf(index, lists, query, question, words, few)
  const { items, total } = datesOf(calendar, firsts)
  return { items: items.map(item => withCount(item, counts)), total }
}

const allOfThem = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }

/** What identifies a list, whatever its page. Where venues are is in no state of the calendar, nor always when an event was changed. */
const nameOf = ({ calendar, places }: State, query: EventQuery, words: readonly number[]) =>
  JSON.stringify([
    places.version,
    query.modified || query.order ? calendar.touches : 0,
    words,
    { ...query, page: undefined },
  ])

/** A page of the first dates of each series. */
function firstsOf(
  index: State,
  { counted, bySeries }: Lists,
  query: EventQuery,
  question: SplitQuery,
  words: readonly number[],
  few: ReadonlySet<number> | undefined,
) {
  const { near, ids, descending = false } = query
  const all = () => idsOf(index, counted, { ...query, page: allOfThem }, question, few).ids
  const datesIn = (event: number) => among(index.calendar, [event], question)
  const order = near || ids || query.order ? undefined : { datesIn, descending }
  return bySeries.page(nameOf(index, query, words), all, query.page, order)
}

/** What the facets of a list are counted of: of most lists what its question finds, whatever their order. */
function countingOf(
  index: State,
  lists: Lists,
  { sorted: _, ...query }: EventQuery,
  words: readonly number[],
  few: ReadonlySet<number> | undefined,
): Counting | undefined {
  const question = questionOf(index.calendar, index.places, query, words)
  if (!question) return undefined
  const name = nameOf(index, query, words)
  const firstsOn = (page: Page) => firstsOf(index, lists, { ...query, page }, question, words, few)
  if (query.near || query.ids) {
    const entries = () =>
      query.bySeries
        ? firstsOn(allOfThem).ids
        : idsOf(index, lists.counted, { ...query, page: allOfThem }, question, few).ids
    return { name, entries }
  }
  if (!query.bySeries) return { name: JSON.stringify(question), question }
  const firsts = () =>
    firstsOn({ limit: 0, offset: 0 })
      .counts.values()
      .map(({ first }) => first)
  return { name, question, firsts }
}

function idsOf(
  { calendar, near: lists }: State,
  counted: Lists['counted'],
  { ids, near, order, page, descending = false }: EventQuery,
  question: SplitQuery,
  few: ReadonlySet<number> | undefined,
): Listed {
  const some = ids ?? (few && !near && isLess(calendar, few) ? few : undefined)
  if (some) {
    const list = among(calendar, some, question)
    const ordered = near
      ? nearestAmong(lists, near, list)
      : order
        ? fewInOrder(calendar, list, order)
        : list
    return pageOf(descending ? ordered.reverse() : ordered, page)
  }
  if (near) {
    const list = (part: Page) => listNear(lists, near, question, part)
    return descending ? fromEnd(list, page) : list(page)
  }
  if (!order) return counted(question, page, descending)
  const { total } = counted(question, { limit: 0, offset: 0 })
  return { ids: pageInOrder(calendar, question, { order, descending }, page, total), total }
}

const datesOf = (calendar: ListCalendar, { ids, total }: Listed): ListedDates => ({
  items: ids.map(id => itemOf(calendar, id)),
  total,
})

const pageOf = (ids: readonly number[], { limit, offset }: Page): Listed => ({
  ids: ids.slice(offset, offset + limit),
  total: ids.length,
})
