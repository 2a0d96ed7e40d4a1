import type { Requester } from '../../define/requester.ts'
import { eventOf, type ListedEvent, occurrencesOf } from '../occurrence.ts'
import type { DaySpan, ListedDays } from '../spread.ts'
import type {
  EventQuery,
  JournalEntry,
  ListEntry,
  Listed,
  ListedDates,
  Page,
  PostQuery,
  Reader,
  Store,
} from '../store.ts'
import { listDays } from './by-day.ts'
import { listNear, type NearLists, nearestAmong, newNearLists } from './by-distance.ts'
import { questionOf } from './condition.ts'
import { openCounted } from './count-cache.ts'
import {
  everyChunk,
  forget,
  type ListCalendar,
  leave,
  newCalendar,
  put,
  rollUp,
  setValue,
} from './event-order.ts'
import {
  type LinkedRecords,
  listRecords,
  newLinkedRecords,
  refreshRecords,
  touch,
} from './linked-lists.ts'
import { flags, idIn, isOf, keyOf } from './posting-keys.ts'
import { among, isLess } from './selected-events.ts'
import { hasChanged, newWords, type Words, withKeys } from './text-matches.ts'
import { isShown, newPlaces, type Places, takeVenues } from './venue-grid.ts'

/** Few enough to die young in memory, and to let others have their turn. */
const slice = 500

/** The detail of a journal line of an event. */
type Told = { was?: ListedEvent; is?: ListedEvent }

type IndexReader = Reader & Pick<Store, 'search'>

type State = {
  reader: IndexReader
  calendar: ListCalendar
  words: Words
  places: Places
  posts: Record<'venue' | 'organizer', LinkedRecords>
  near: NearLists
  isReady: boolean
  isStopped: boolean
  /** Building and following take turns: what one has read is put in before the other reads. */
  turn: Promise<unknown>
}

/**
 * The list index: all events in memory, so that a list, its exact total and any page of it cost the same at a thousand
 * events and at a million, whoever asks. It is built in the background and follows the journal; until it is ready, the
 * engine answers.
 */
export function openListIndex(reader: IndexReader) {
  const calendar = newCalendar()
  const places = newPlaces(calendar)
  const index: State = {
    reader,
    calendar,
    words: newWords(calendar, reader, reader.search),
    places,
    posts: {
      venue: newLinkedRecords('venue', calendar, reader),
      organizer: newLinkedRecords('organizer', calendar, reader),
    },
    near: newNearLists(calendar, places),
    isReady: false,
    isStopped: false,
    turn: Promise.resolve(),
  }
  const counted = openCounted(calendar)

  return {
    get isReady() {
      return index.isReady
    },
    /** How many events there are. */
    get size() {
      const dates = everyChunk(calendar).reduce((total, { count }) => total + count, 0)
      return dates - calendar.further.size
    },

    build: (progress: (done: number) => void = () => {}) => build(index, progress),

    /** Ends the building; what is asked is answered by the engine from then on. */
    async stop() {
      index.isStopped = true
      index.isReady = false
      await index.turn.catch(() => {})
    },

    follow: async (entries: readonly JournalEntry[]) => {
      if (!index.isStopped) await alone(index, () => follow(index, entries))
    },

    async listEvents(query: EventQuery, requester?: Requester): Promise<ListedDates | undefined> {
      if (!index.isReady || (query.ids && query.window?.length)) return undefined
      return searched(index, query, requester, (keys, few) =>
        list(index, counted, query, keys, few),
      )
    },

    listDays: (query: EventQuery, span: DaySpan, requester?: Requester) =>
      daysOf(index, query, span, requester),

    async listPosts(query: PostQuery): Promise<Listed | undefined> {
      const { kind, search, showing } = query
      if (!index.isReady || search || showing || (kind !== 'venue' && kind !== 'organizer'))
        return undefined
      return listRecords(index.posts[kind], query)
    },
  }
}

/** For those who see no more than anyone, of what is neither picked out nor near. */
async function daysOf(
  index: State,
  query: EventQuery,
  span: DaySpan,
  requester?: Requester,
): Promise<ListedDays | undefined> {
  if (!index.isReady || query.ids || query.near) return undefined
  const { calendar, places } = index
  return searched(index, query, requester, keys => {
    const asked = questionOf(calendar, places, query, keys)
    if (!asked?.listed || asked.apart) return undefined
    return listDays(calendar.chunks, asked.listed, span)
  })
}

/** Answers with the keys of what is searched for, if anything is. */
async function searched<T>(
  { words }: State,
  { search }: EventQuery,
  requester: Requester | undefined,
  answer: (keys: readonly number[], few?: ReadonlySet<number>) => T,
): Promise<T> {
  if (!search) return answer([])
  const { language, all, none, asSent } = search
  const letters = [...all, ...none, ...(asSent === undefined ? [] : [asSent])]
  // What stands as it was sent has all of the words, too.
  const sought = { language, letters, needed: all.length, requester }
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
      for (const entry of read) putIn(index, entry)
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

async function readTree({ calendar, reader }: State) {
  calendar.parents.clear()
  for (let after = 0; ; ) {
    const ids = await reader.idsAfter('category', after, slice)
    for (const { id, facts } of await reader.getMany('category', ids))
      if (facts.parent) calendar.parents.set(id, Number(facts.parent))
    if (ids.length < slice) return
    after = ids.at(-1) ?? after
  }
}

/** Venues and organizers among these values have other events now. */
function touchAll({ posts }: State, values: readonly number[]) {
  for (const kind of ['venue', 'organizer'] as const)
    for (const value of values) if (isOf(kind, value)) touch(posts[kind], idIn(value))
}

function putIn({ calendar, places, posts, words }: State, entry: ListEntry) {
  put(calendar, entry)
  const { event } = entry.at
  if (entry.links.venue.some(id => isShown(places, id)))
    setValue(calendar, event, flags.located, true)
  for (const kind of ['venue', 'organizer'] as const)
    for (const id of entry.links[kind]) touch(posts[kind], id)
  hasChanged(words, event)
}

/** Takes in what the journal says; each event once, as it is after all of it. */
async function follow(index: State, entries: readonly JournalEntry[]) {
  const { calendar, reader, posts, places, words } = index
  const events = new Map<number, Told>()
  let isTold = true
  const changedPosts = { venue: new Set<number>(), organizer: new Set<number>() }
  let tree = false
  for (const { kind, id, verb, detail } of entries) {
    // What a term takes along when it goes is told of no event: then all are read again.
    if (verb === 'remove') isTold = false
    if (kind === 'event') events.set(id, detail ?? {})
    else if (kind === 'venue' || kind === 'organizer') changedPosts[kind].add(id)
    else if (kind === 'category') {
      tree = true
      if (verb === 'remove') forget(calendar, keyOf('direct', id))
    } else if (kind === 'tag' && verb === 'remove') forget(calendar, keyOf('tag', id))
  }
  if (tree) {
    await readTree(index)
    rollUp(calendar)
  }
  for (const kind of ['venue', 'organizer'] as const)
    if (changedPosts[kind].size > 0) await refreshRecords(posts[kind], [...changedPosts[kind]])
  const venues = [...changedPosts.venue]
  if (venues.length > 0) takeVenues(places, await reader.postEntries('venue', venues), venues)
  const unknown: number[] = []
  for (const [id, { was, is }] of events) {
    if (!isTold || !is) unknown.push(id)
    else if (was && JSON.stringify(was) === JSON.stringify(is)) hasChanged(words, id)
    else {
      touchAll(index, leave(calendar, id))
      for (const at of occurrencesOf(is)) putIn(index, { at, links: is.links })
    }
  }
  if (unknown.length > 0) await refresh(index, unknown)
}

async function refresh(index: State, ids: number[]) {
  const entries = await index.reader.listEntriesOf(ids)
  for (const id of ids) touchAll(index, leave(index.calendar, id))
  for (const entry of entries) putIn(index, entry)
}

/**
 * `words`: keys of the letters that are sought, then of those that must not be there, then of the search as sent. `few`: nobody else
 * has all of those that are sought.
 */
function list(
  { calendar, places, near: lists }: State,
  counted: ReturnType<typeof openCounted>,
  query: EventQuery,
  words: readonly number[] = [],
  few?: ReadonlySet<number>,
): ListedDates | undefined {
  const { ids, near, page, descending } = query
  const asked = questionOf(calendar, places, query, words)
  if (!asked || (near && descending)) return undefined
  if (ids) {
    const found = among(calendar, ids, asked)
    const ordered = near ? nearestAmong(lists, near, found) : descending ? found.reverse() : found
    return datesOf(pageOf(ordered, page))
  }
  if (near) return datesOf(listNear(lists, near, asked, page))
  if (few && isLess(calendar, few)) {
    const found = among(calendar, few, asked)
    return datesOf(pageOf(descending ? found.reverse() : found, page))
  }
  return datesOf(counted(asked, page, descending))
}

const datesOf = ({ ids, total }: Listed): ListedDates => ({
  items: ids.map(occurrence => ({ occurrence, event: eventOf(occurrence) })),
  total,
})

const pageOf = (ids: readonly number[], { limit, offset }: Page): Listed => ({
  ids: ids.slice(offset, offset + limit),
  total: ids.length,
})
