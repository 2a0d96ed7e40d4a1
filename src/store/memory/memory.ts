import { LRUCache } from 'lru-cache'
import type {
  EventQuery,
  JournalEntry,
  ListEntry,
  Listed,
  PostQuery,
  Reader,
  Visible,
} from '../store.ts'
import { among } from './among.ts'
import { forget, type ListCalendar, leave, newCalendar, put, rollUp, setValue } from './calendar.ts'
import type { Chunk } from './chunk.ts'
import { flags, idIn, isOf, keyOf, languageKeys } from './keys.ts'
import { forEachSlot, has } from './postings.ts'
import { openPosts } from './posts.ts'
import { type Counts, count, each, pageOf as pageIn, type Question } from './query.ts'
import { openWords } from './search.ts'

/** Few enough to die young in memory, and to let others have their turn. */
const slice = 500
const locatedFlag = keyOf('flag', 4)

const isPublic = ({ statuses, own }: Visible) =>
  !own && statuses.length === 1 && statuses[0] === 'publish'

/** The detail of a journal line of an event. */
type Told = { was?: ListEntry; is?: ListEntry }

/**
 * The list index: all events that anyone may see, in memory, so that a list, its exact total and any page of it cost the
 * same at a thousand events and at a million. It is built beside the service and follows the journal; until it is ready,
 * and for what it does not know (drafts, a caller's own records), the engine answers.
 */
export function openListIndex(reader: Reader) {
  const calendar: ListCalendar = newCalendar()
  const words = openWords(calendar, reader)
  const posts = {
    venue: openPosts('venue', calendar, reader),
    organizer: openPosts('organizer', calendar, reader),
  }
  const located = new Set<number>()
  /** Lists by distance, while nothing changes. */
  const near = new Map<string, number[]>()
  const counted = new LRUCache<string, { version: number; counts: Counts }>({ max: 500 })
  let isReady = false
  let isStopped = false
  let turn: Promise<unknown> = Promise.resolve()

  /** Building and following take turns: what one has read is put in before the other reads. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work, work)
    turn = mine
    return mine
  }

  function putIn(entry: ListEntry) {
    put(calendar, entry)
    const { event } = entry.at
    if (entry.links.venue.some(id => located.has(id))) setValue(calendar, event, locatedFlag, true)
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

  /** Which venues have coordinates has changed: their events follow. */
  async function locate(ids?: readonly number[]) {
    for (const { id, located: isLocated, status } of await reader.postEntries('venue', ids)) {
      const now = isLocated && status === 'publish'
      if (now === located.has(id)) continue
      if (now) located.add(id)
      else located.delete(id)
      relocate(id)
    }
  }

  function relocate(venue: number) {
    for (const chunk of calendar.chunks) {
      const posting = chunk.postings.get(keyOf('venue', venue))
      if (!posting) continue
      forEachSlot(posting, slot => {
        const stays =
          located.has(venue) ||
          [...located].some(id => {
            const at = chunk.postings.get(keyOf('venue', id))
            return at !== undefined && has(at, slot)
          })
        if (stays) setValue(calendar, chunk.event[slot] as number, locatedFlag, true)
        else setValue(calendar, chunk.event[slot] as number, locatedFlag, false)
      })
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
    near.clear()
    if (tree) {
      await readTree()
      rollUp(calendar)
    }
    for (const kind of ['venue', 'organizer'] as const)
      if (changedPosts[kind].size > 0) await posts[kind].refresh([...changedPosts[kind]])
    if (changedPosts.venue.size > 0) await locate([...changedPosts.venue])
    const unknown: number[] = []
    for (const [id, { was, is }] of events) {
      if (!isTold || !is) unknown.push(id)
      else if (was && JSON.stringify(was) === JSON.stringify(is)) words.changed(id)
      else {
        noteLinked(id)
        putIn(is)
      }
    }
    if (unknown.length > 0) await refresh(unknown)
  }

  async function refresh(ids: number[]) {
    for (const id of ids) noteLinked(id)
    const entries = await reader.listEntriesOf(ids)
    const known = new Set(entries.map(({ at }) => at.event))
    for (const id of ids) if (!known.has(id)) leave(calendar, id)
    for (const entry of entries) putIn(entry)
  }

  /** Before an event moves: the places and people it had have other events now. */
  function noteLinked(event: number) {
    const chunk = calendar.chunkOf[event]
    if (!chunk) return
    const slot = calendar.slotOf[event] as number
    for (const [key, posting] of chunk.postings) {
      const kind = isOf('venue', key) ? 'venue' : isOf('organizer', key) ? 'organizer' : undefined
      if (kind && has(posting, slot)) posts[kind].touched(idIn(key))
    }
  }

  async function question(query: EventQuery): Promise<Question> {
    const groups: number[][] = query.linked.map(({ kind, targets, roots }) =>
      (roots ?? targets).map(id => keyOf(kind, id)),
    )
    const without: number[] = []
    const flag = (key: number, wanted: boolean | undefined) => {
      if (wanted === true) groups.push([key])
      else if (wanted === false) without.push(key)
    }
    flag(flags.featured, query.featured)
    flag(flags.ticketed, query.ticketed)
    flag(locatedFlag, query.located?.has)
    if (query.parent !== undefined) groups.push([keyOf('parent', query.parent)])
    if (query.hasText) groups.push([languageKeys[query.hasText]])
    if (query.nearest) groups.push(query.nearest.map(id => keyOf('venue', id)))
    if (query.search) {
      const { language, all, none } = query.search
      without.push(flags.protected)
      for (const letters of all) groups.push([await words.keyOf(language, letters)])
      for (const letters of none) without.push(await words.keyOf(language, letters))
    }
    return { groups, without, window: query.window }
  }

  /** The pages of a list share its counts, until something changes. */
  function countsOf(asked: Question): Counts {
    const name = JSON.stringify(asked)
    const known = counted.get(name)
    if (known?.version === calendar.version) return known.counts
    const counts = count(calendar.chunks, asked)
    counted.set(name, { version: calendar.version, counts })
    return counts
  }

  /** Nearest venue first, then list order: ranked once, and kept until something changes. */
  function byDistance(asked: Question, nearest: readonly number[]): number[] {
    const name = JSON.stringify([asked, nearest])
    const known = near.get(name)
    if (known) return known
    const ranks = new Uint16Array(4096)
    const ranked: number[][] = []
    let current: Chunk | undefined
    each(calendar.chunks, asked, (chunk, slot) => {
      if (chunk !== current) {
        current = chunk
        for (let rank = nearest.length - 1; rank >= 0; rank--) {
          const posting = chunk.postings.get(keyOf('venue', nearest[rank] as number))
          if (posting) forEachSlot(posting, at => (ranks[at] = rank))
        }
      }
      const rank = ranks[slot] as number
      const list = ranked[rank]
      if (list) list.push(chunk.event[slot] as number)
      else ranked[rank] = [chunk.event[slot] as number]
    })
    const ids = ranked.flat().filter(id => id !== undefined)
    if (near.size >= 16) near.delete(near.keys().next().value as string)
    near.set(name, ids)
    return ids
  }

  const pageOf = (
    ids: readonly number[],
    { limit, offset }: { limit: number; offset: number },
  ): Listed => ({
    ids: ids.slice(offset, offset + limit),
    total: ids.length,
  })

  return {
    get isReady() {
      return isReady
    },
    get size() {
      return calendar.size
    },

    /** Reads all events in slices, and lets others have their turn between. */
    async build(progress: (done: number) => void = () => {}) {
      await alone(async () => {
        await readTree()
        await locate()
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

    async listEvents(query: EventQuery): Promise<Listed | undefined> {
      if (!isReady || !isPublic(query.visible)) return undefined
      const asked = await question(query)
      if (query.ids)
        return query.window.length === 0
          ? pageOf(among(calendar, query.ids, asked), query.page)
          : undefined
      if (query.nearest) return pageOf(byDistance(asked, query.nearest), query.page)
      const counts = countsOf(asked)
      return { ids: pageIn(calendar.chunks, asked, counts, query.page), total: counts.total }
    },

    async listPosts(query: PostQuery): Promise<Listed | undefined> {
      if (!isReady || query.kind === 'image' || query.search || !isPublic(query.visible))
        return undefined
      if (!(query.events ?? []).every(({ visible }) => isPublic(visible))) return undefined
      return posts[query.kind].list(query)
    },
  }
}
