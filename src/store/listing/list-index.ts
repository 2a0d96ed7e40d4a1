import type { Requester } from '../../define/requester.ts'
import { eventOf, type ListedEvent, occurrencesOf } from '../occurrence.ts'
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
import { openNearest } from './by-distance.ts'
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
import { openPosts } from './linked-lists.ts'
import { flags, idIn, isOf, keyOf } from './posting-keys.ts'
import { among } from './selected-events.ts'
import { openWords } from './text-matches.ts'
import { openPlaces } from './venue-grid.ts'

/** Few enough to die young in memory, and to let others have their turn. */
const slice = 500

/** The detail of a journal line of an event. */
type Told = { was?: ListedEvent; is?: ListedEvent }

/**
 * The list index: all events in memory, so that a list, its exact total and any page of it cost the same at a thousand
 * events and at a million, whoever asks. It is built beside the service and follows the journal; until it is ready, the
 * engine answers.
 */
export function openListIndex(reader: Reader & Pick<Store, 'search'>) {
  const calendar: ListCalendar = newCalendar()
  const words = openWords(calendar, reader, reader.search)
  const posts = {
    venue: openPosts('venue', calendar, reader),
    organizer: openPosts('organizer', calendar, reader),
  }
  const places = openPlaces(calendar)
  const counted = openCounted(calendar)
  const nearest = openNearest(calendar, places)
  let isReady = false
  let isStopped = false
  let turn: Promise<unknown> = Promise.resolve()

  /** Building and following take turns: what one has read is put in before the other reads. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work, work)
    turn = mine
    return mine
  }

  /** Places and people among these values have other events now. */
  function touch(values: readonly number[]) {
    for (const value of values)
      if (isOf('venue', value)) posts.venue.touched(idIn(value))
      else if (isOf('organizer', value)) posts.organizer.touched(idIn(value))
  }

  function putIn(entry: ListEntry) {
    put(calendar, entry)
    const { event } = entry.at
    if (entry.links.venue.some(places.isShown)) setValue(calendar, event, flags.located, true)
    for (const kind of ['venue', 'organizer'] as const)
      for (const id of entry.links[kind]) posts[kind].touched(id)
    words.changed(event)
  }

  async function readTree() {
    calendar.parents.clear()
    for (let after = 0; ; ) {
      const ids = await reader.idsAfter('category', after, slice)
      for (const { id, facts } of await reader.getMany('category', ids))
        if (facts.parent) calendar.parents.set(id, Number(facts.parent))
      if (ids.length < slice) return
      after = ids.at(-1) as number
    }
  }

  /** Takes in what the journal tells; each event once, as it is after all of it. */
  async function follow(entries: readonly JournalEntry[]) {
    const events = new Map<number, Told>()
    let isTold = true
    const changedPosts = { venue: new Set<number>(), organizer: new Set<number>() }
    let tree = false
    for (const { kind, id, verb, detail } of entries) {
      // What a term takes along when it goes is told of no event: then all are read again.
      if (verb === 'remove') isTold = false
      if (kind === 'event') events.set(id, (detail ?? {}) as Told)
      else if (kind === 'venue' || kind === 'organizer') changedPosts[kind].add(id)
      else if (kind === 'category') {
        tree = true
        if (verb === 'remove') forget(calendar, keyOf('direct', id))
      } else if (kind === 'tag' && verb === 'remove') forget(calendar, keyOf('tag', id))
    }
    if (tree) {
      await readTree()
      rollUp(calendar)
    }
    for (const kind of ['venue', 'organizer'] as const)
      if (changedPosts[kind].size > 0) await posts[kind].refresh([...changedPosts[kind]])
    const venues = [...changedPosts.venue]
    if (venues.length > 0) places.take(await reader.postEntries('venue', venues), venues)
    const unknown: number[] = []
    for (const [id, { was, is }] of events) {
      if (!isTold || !is) unknown.push(id)
      else if (was && JSON.stringify(was) === JSON.stringify(is)) words.changed(id)
      else {
        touch(leave(calendar, id))
        for (const at of occurrencesOf(is)) putIn({ at, links: is.links })
      }
    }
    if (unknown.length > 0) await refresh(unknown)
  }

  async function refresh(ids: number[]) {
    const entries = await reader.listEntriesOf(ids)
    for (const id of ids) touch(leave(calendar, id))
    for (const entry of entries) putIn(entry)
  }

  /** `words`: keys of the letters that are sought, then of those that must not be there, then of the search as sent. */
  function answer(query: EventQuery, words: readonly number[] = []): ListedDates | undefined {
    const { ids, near, page } = query
    const asked = questionOf(calendar, places, query, words)
    if (!asked) return undefined
    if (!ids) return datesOf(near ? nearest.list(near, asked, page) : counted(asked, page))
    const found = among(calendar, ids, asked)
    return datesOf(pageOf(near ? nearest.among(near, found) : found, page))
  }

  return {
    get isReady() {
      return isReady
    },
    /** How many events there are. */
    get size() {
      return everyChunk(calendar).reduce(
        (total, { count }) => total + count,
        -calendar.further.size,
      )
    },

    /** Reads all events in slices, and lets others have their turn between. */
    async build(progress: (done: number) => void = () => {}) {
      await alone(async () => {
        await readTree()
        const venues = await reader.postEntries('venue')
        places.take(
          venues,
          venues.map(({ id }) => id),
        )
      })
      for (let after: ListEntry['at'] | undefined, done = 0; ; ) {
        const entries = await alone(async () => {
          const read = await reader.listEntries(after, slice)
          for (const entry of read) putIn(entry)
          return read
        })
        done += entries.length
        progress(done)
        if (entries.length < slice || isStopped) break
        after = (entries.at(-1) as ListEntry).at
        await new Promise(setImmediate)
      }
      isReady = !isStopped
    },

    /** Ends the building; what is asked is answered by the engine from then on. */
    async stop() {
      isStopped = true
      isReady = false
      await turn.catch(() => {})
    },

    follow: async (entries: readonly JournalEntry[]) => {
      if (!isStopped) await alone(() => follow(entries))
    },

    async listEvents(query: EventQuery, requester?: Requester): Promise<ListedDates | undefined> {
      if (!isReady || (query.ids && query.window?.length)) return undefined
      if (!query.search) return answer(query)
      const { language, all, none, asSent } = query.search
      const letters = [...all, ...none, ...(asSent === undefined ? [] : [asSent])]
      // What stands as it was sent has all of the words, too.
      const needed = all.length
      return words.withKeys({ language, letters, needed, requester }, keys => answer(query, keys))
    },

    async listPosts(query: PostQuery): Promise<Listed | undefined> {
      const { kind, search } = query
      if (!isReady || search || (kind !== 'venue' && kind !== 'organizer')) return undefined
      return posts[kind].list(query)
    },
  }
}

export type ListIndex = ReturnType<typeof openListIndex>

const datesOf = ({ ids, total }: Listed): ListedDates => ({
  items: ids.map(occurrence => ({ occurrence, event: eventOf(occurrence) })),
  total,
})

const pageOf = (ids: readonly number[], { limit, offset }: Page): Listed => ({
  ids: ids.slice(offset, offset + limit),
  total: ids.length,
})
