import { type AddressQueue, openAddressQueue, type QueuePlace } from '../../common/index.ts'
import type { Requester } from '../../define/requester.ts'
import type { Language } from '../../define/text/language.ts'
import type { Reader } from '../contract/store.ts'
import type { TextSearch } from '../contract/text-search.ts'
import { discard, type ListCalendar, mark, setValue } from './event-order.ts'
import { keyOf } from './posting-keys.ts'

/** Searched letters: which events have them is cached, and corrected when they are searched again. */
type Word = {
  key: number
  language: Language
  letters: string
  /** It is right up to this change; before it was looked for, to none. */
  seen: number
  /** Milliseconds of reading that it would take to find it again. */
  cost: number
  /** Every event with these letters is in this set; undefined when the candidates are too many to check one by one. */
  events: Set<number> | undefined
  /** The number of callers that wait for it; the search ends with the last of them. */
  users: number
  work?: AbortController | undefined
  turn: Promise<unknown>
}

/** Letters, of which so many of the first must all be there. */
type Sought = {
  language: Language
  letters: readonly string[]
  needed?: number
  requester?: Requester | undefined
}

/** Maximum number of words of each sort: quick searches must not evict slow ones. Several are evicted at a time. */
const maxWords = 256
const someWords = 64
const isDear = ({ cost }: Word) => cost > 20
/** After more changes it is quicker to look for the letters again. */
const maxChanged = { dear: 5000, cheap: 500 }
const maxChanges = 50_000
const atOnce = 500
/** The limit up to which events are stored one by one. */
const maxFew = 256

/**
 * Search as a filter like any other: letters that are searched for the first time are looked up in the texts; after that
 * they are a posting, and only what has changed since is looked at again.
 */
export type Words = {
  calendar: ListCalendar
  reader: Pick<Reader, 'eventsOfText'>
  search: Pick<TextSearch, 'find'>
  byName: Map<string, Word>
  queue: AddressQueue
  /** The number of the last key. */
  series: number
  /** Events as they changed; the first of these was the change of number `first`. */
  changes: number[]
  first: number
  isUntidy: boolean
  /** The number of words after the last tidying. */
  tidied: number
}

export const newWords = (
  calendar: ListCalendar,
  reader: Words['reader'],
  search: Words['search'],
): Words => ({
  calendar,
  reader,
  search,
  byName: new Map(),
  queue: openAddressQueue({
    running: { all: Infinity, each: 4 },
    waiting: { all: Infinity, each: 20 },
  }),
  series: 0,
  changes: [],
  first: 0,
  isUntidy: false,
  tidied: maxWords,
})

/** Notes that an event has changed: its text is searched again before the next list. */
export function noteChange(words: Words, event: number) {
  words.changes.push(event)
  if (words.changes.length < 2 * maxChanges) return
  words.changes = words.changes.slice(maxChanges)
  words.first += maxChanges
}

/**
 * Gives the keys of the events that have these letters, right as of now, and who they may be where they are few. Where no event
 * has one that must be there, the others are not looked for.
 */
export async function withKeys<T>(
  words: Words,
  { language, letters, needed = 0, requester }: Sought,
  list: (keys: number[], few?: ReadonlySet<number>) => T,
): Promise<T> {
  const wanted = letters.map(each => wordOf(words, language, each))
  const { leave, begin, goOn } = join(words, wanted, requester)
  try {
    await begin()
    for (const [at, word] of wanted.entries()) {
      goOn()
      await inTurn(words, word)
      if (at < needed && word.seen === lastChange(words) && word.events?.size === 0)
        return list(Array(needed).fill(word.key), word.events)
    }
    while (wanted.some(({ seen }) => seen < lastChange(words)))
      for (const word of wanted) {
        goOn()
        await inTurn(words, word)
      }
    return list(
      wanted.map(({ key }) => key),
      fewestOf(wanted.slice(0, needed)),
    )
  } finally {
    leave()
  }
}

function fewestOf(words: readonly Word[]): ReadonlySet<number> | undefined {
  let fewest: ReadonlySet<number> | undefined
  for (const { events } of words)
    if (events && !(fewest && fewest.size <= events.size)) fewest = events
  return fewest
}

/** The number of the last change. */
export const lastChange = ({ first, changes }: Words) => first + changes.length

const nextKey = (words: Words) => keyOf('search', ++words.series)

function wordOf(words: Words, language: Language, letters: string): Word {
  const name = `${language} ${letters}`
  const word = words.byName.get(name) ?? newWord(words, language, letters)
  // Used last, evicted last.
  words.byName.delete(name)
  words.byName.set(name, word)
  return word
}

function newWord(words: Words, language: Language, letters: string): Word {
  tidySoon(words)
  const turn = Promise.resolve()
  return {
    key: nextKey(words),
    language,
    letters,
    seen: -1,
    cost: 0,
    events: new Set<number>(),
    users: 0,
    turn,
  }
}

async function find(words: Words, word: Word) {
  const { calendar, search } = words
  const seen = lastChange(words)
  if (word.seen >= 0) discard(calendar, [word])
  word.seen = -1
  // Counts under the old key are never read again.
  const key = nextKey(words)
  word.key = key
  word.events = new Set()
  const work = new AbortController()
  word.work = work
  const onMatch = (ids: readonly number[]) => {
    for (const id of ids) {
      mark(calendar, id, key)
      keep(word, id)
    }
  }
  try {
    word.cost = await search.find(word.language, word.letters, onMatch, work.signal)
    work.signal.throwIfAborted()
  } catch (error) {
    discard(calendar, [word])
    throw error
  } finally {
    word.work = undefined
  }
  word.seen = seen
}

function keep(word: Word, event: number) {
  word.events?.add(event)
  if (word.events && word.events.size > maxFew) word.events = undefined
}

/** True if the word was not searched yet, or too long ago to be updated. */
const isToFind = (words: Words, word: Word) =>
  word.seen < words.first ||
  lastChange(words) - word.seen > maxChanged[isDear(word) ? 'dear' : 'cheap']

async function putRight(words: Words, word: Word) {
  if (isToFind(words, word)) await find(words, word)
  while (word.seen < lastChange(words)) {
    const from = word.seen - words.first
    const next = words.changes.slice(from, from + atOnce)
    const ids = [...new Set(next)]
    const having = new Set(await words.reader.eventsOfText(word.language, word.letters, ids))
    for (const id of ids) {
      setValue(words.calendar, id, word.key, having.has(id))
      if (having.has(id)) keep(word, id)
      else word.events?.delete(id)
    }
    word.seen += next.length
  }
}

/** Concurrent requests for one word wait for each other, but do not fail with each other. */
function inTurn(words: Words, word: Word): Promise<unknown> {
  const work = async () => {
    // those whose turn it was have gone meanwhile
    if (word.users > 0) await putRight(words, word)
    else throw new DOMException('Nobody asks any more.', 'AbortError')
  }
  word.turn = word.turn.then(work, work)
  return word.turn
}

/** Counts requests per word. A closed request cancels work that no other request waits for. */
function join(words: Words, wanted: readonly Word[], requester?: Requester) {
  for (const word of wanted) word.users++
  const long = requester && wanted.some(word => isToFind(words, word)) ? requester : undefined
  const signal = long?.signal
  let place: QueuePlace | undefined
  let isIn = true
  const leave = () => {
    if (!isIn) return
    isIn = false
    signal?.removeEventListener('abort', leave)
    place?.leave()
    for (const word of wanted) if (--word.users === 0) word.work?.abort()
  }
  signal?.addEventListener('abort', leave, { once: true })
  return {
    leave,
    async begin() {
      if (long) place = words.queue.place(long)
      await place?.ready
    },
    goOn: () => signal?.throwIfAborted(),
  }
}

/** Later, so that nothing is dropped between its being right and its being counted. */
function tidySoon(words: Words) {
  if (words.isUntidy || words.byName.size < words.tidied + someWords) return
  words.isUntidy = true
  setImmediate(() => {
    words.isUntidy = false
    tidy(words, true)
    tidy(words, false)
    words.tidied = words.byName.size
  })
}

function tidy({ byName, calendar }: Words, dear: boolean) {
  const idle = [...byName].filter(([, word]) => word.users === 0 && isDear(word) === dear)
  const removed = idle.slice(0, Math.max(0, idle.length - maxWords))
  for (const [name] of removed) byName.delete(name)
  discard(
    calendar,
    removed.map(([, word]) => word),
  )
}
