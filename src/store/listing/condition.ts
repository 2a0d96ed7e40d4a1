import { existing } from '../../define/base/objects.ts'
import { linkKinds } from '../../define/record.ts'
import { type BySort, conditionsOf, type FilterValues } from '../contract/event-filters.ts'
import type { Bound, EventOrder, EventQuery, ProtectedOf, Visible } from '../contract/store.ts'
import { type Chunk, slotAt, timeAt } from './chunk.ts'
import { customKeys, hasSlot, type ListCalendar, placesWith, statusKey } from './event-order.ts'
import { clockKeys, flagKey, flags, keyOf, languageKeys } from './posting-keys.ts'
import {
  bitCount,
  chunkSlots,
  forEachSlot,
  has,
  orInto,
  type Posting,
  postingOf,
  wordAt,
  words,
} from './postings.ts'
import { type Places, seenOnlyBy } from './venue-grid.ts'

/** The question for public events, and the one for further events that this caller sees. */
export type SplitQuery = { listed?: Question; apart?: Question }

/** One filter, as values of which an event must have any of each group, and others that it must not have. */
type Condition = { groups: readonly (readonly number[])[]; without: readonly Without[] }

const anyOf = (...keys: number[]): Condition => ({ groups: [keys], without: [] })
const withNone = (without: Without[]): Condition => ({ groups: [], without })

/** The keys of events that a caller may not read, and those of whom they may (`isReadable`). */
const protectedKeys = (protectedOf: ProtectedOf) => ({
  key: flags.protected,
  unless: keyOf('author', protectedOf === 'all' ? 0 : protectedOf),
})

const isPublish = (status: string) => status === 'publish'
const isOther = (status: string) => status !== 'publish'

const lettersOf = (search: EventQuery['search']): string[] =>
  search
    ? [...search.all, ...search.none, ...(search.asSent === undefined ? [] : [search.asSent])]
    : []

/** Letters that a question is about: those that are sought, that must not be there, the search as sent, and those of a wide search. */
export const lettersIn = ({ search, wide }: EventQuery): string[] => [
  ...lettersOf(search),
  ...(wide?.words.flatMap(({ letters }) => letters) ?? []),
]

/** `words`: the keys of `lettersIn`. */
const conditionsIn = (
  calendar: ListCalendar,
  places: Places,
  words: readonly number[],
  search: EventQuery['search'],
): BySort<Condition | undefined> => ({
  // Starts and ends are compared, not looked up (`event-lists.ts`); a few events are picked out (`selected-events.ts`), or left out (`find`).
  window: () => undefined,
  ids: () => undefined,
  // Times of change are compared too (`find`).
  change: () => undefined,
  weekday: ({ days }) => anyOf(...days.map(day => keyOf('weekday', day))),
  clock: times => anyOf(...clockKeys(times)),
  authors: ids => anyOf(...ids.map(id => keyOf('author', id))),
  near: () => undefined,
  flag: (_, name) => anyOf(flagKey(name)),
  id: (id, name) => anyOf(keyOf(name, id)),
  choice: ({ numbers }, name) => anyOf(...numbers.map(number => keyOf(name, number))),
  marks({ positions, every }, name) {
    const keys = positions.map(position => keyOf(name, position))
    return every ? { groups: keys.map(key => [key]), without: [] } : anyOf(...keys)
  },
  custom: conditions => ({
    groups: conditions.map(each => customKeys(calendar, each)),
    without: [],
  }),
  link: ({ targets, roots = targets }, kind) => anyOf(...roots.map(id => keyOf(kind, id))),
  every: ({ kind, targets }) => ({ groups: targets.map(id => [keyOf(kind, id)]), without: [] }),
  none: ({ kind, targets, roots = targets }) => anyOf(...roots.map(id => keyOf(kind, id))),
  except: () => undefined,
  place: ({ venues }) =>
    anyOf(flags.located, ...seenOnlyBy(places, venues).map(id => keyOf('venue', id))),
  text({ all, none, asSent: sent }) {
    const asSent = sent === undefined ? undefined : words[all.length + none.length]
    return {
      groups: words.slice(0, all.length).map(key => [key]),
      without: words
        .slice(all.length, all.length + none.length)
        .map(key => (asSent === undefined ? key : { key, unless: asSent })),
    }
  },
  wide({ words: searchWords }) {
    let from = lettersOf(search).length
    const groups = searchWords.map(({ letters, links }) => {
      const sequence = words.slice(from, from + letters.length)
      from += letters.length
      const linked = linkKinds.flatMap(kind => {
        const { targets, roots = targets } = links[kind]
        return roots.map(id => keyOf(kind, id))
      })
      return [...sequence, ...linked]
    })
    return { groups, without: [] }
  },
  language: ({ language }) => anyOf(languageKeys[language]),
})

/** The keys of flags, places and languages as one group. */
const lacking = ({ groups }: Condition) => groups.flat()

/** Writes queries as questions. Undefined: one that no caller asks, and that the index does not know. */
export function questionOf(
  calendar: ListCalendar,
  places: Places,
  query: EventQuery,
  words: readonly number[],
): SplitQuery | undefined {
  if (!isSupported(query)) return undefined
  const { key, unless } = protectedKeys(query.protectedOf)
  const conditions = conditionsOf(query, {
    of: conditionsIn(calendar, places, words, query.search),
    not: condition => withNone(lacking(condition)),
    notOrProtected: condition =>
      withNone(lacking(condition).map(each => ({ key: each, unless: key, but: unless }))),
    readable: withNone([{ key, unless }]),
  })
  const question: Question = {
    groups: conditions.flatMap(({ groups }) => groups),
    without: conditions.flatMap(({ without }) => without),
    window: query.window ?? [],
    ...(query.exclude && { except: exceptIn(calendar, query.exclude.ids) }),
    ...(query.modified && { modified: { ...query.modified, touches: calendar.touches } }),
  }
  const apart = apartFor(calendar, question, query.visible)
  return {
    ...(query.visible.statuses.some(isPublish) && { listed: question }),
    ...(apart && { apart }),
  }
}

/** The slots of a few occurrences by their chunks. */
function exceptIn(calendar: ListCalendar, ids: readonly number[]): Question['except'] {
  const places = ids.flatMap(id => placesWith(calendar, id))
  const slots = new Map<Chunk, number[]>()
  for (const [chunk, within] of Map.groupBy(places, place => place.chunk))
    slots.set(chunk, [...new Set(within.map(({ slot }) => slot))])
  return { ids, slots }
}

function apartFor(
  calendar: ListCalendar,
  question: Question,
  { statuses, own }: Visible,
): Question | undefined {
  const mine = own?.statuses.filter(isOther) ?? []
  const wanted = [...statuses.filter(isOther), ...mine].map(status => statusKey(calendar, status))
  if (wanted.length === 0) return undefined
  const { groups, without } = question
  return {
    ...question,
    groups: [...groups, wanted, ...(mine.length > 0 ? [[keyOf('author', own?.author ?? 0)]] : [])],
    without: [...without, flags.hidden],
  }
}

/** Callers see all published events or none, and other events of all authors or only their own (A2). */
const isSupported = ({ visible, located, near, search, wide, withoutTextIn }: EventQuery) =>
  [visible, located?.venues, near?.venues].every(
    of =>
      !of?.own?.statuses.length ||
      (!of.statuses.some(isOther) &&
        (of.statuses.some(isPublish) || !of.own.statuses.some(isPublish))),
  ) &&
  // letters are looked for in one language
  search?.language !== 'any' &&
  wide?.language !== 'any' &&
  !withoutTextIn?.complete &&
  (!search || !wide || search.language === wide.language) &&
  (!located || located.venues.statuses.some(isPublish))

/** A question to the index: events that have any value of each group and none of `without`, inside a window. */
export type Question = {
  groups: readonly (readonly number[])[]
  without: readonly Without[]
  window: readonly Bound[]
  /** Events or dates that are left out; `slots`: while nothing changes. */
  except?: { ids: readonly number[]; slots: ReadonlyMap<Chunk, readonly number[]> } | undefined
  /** `touches`: of the calendar, so that nothing made for an earlier state is taken for it. */
  modified?: FilterValues['change'] & { touches: number }
}

/** A value that events must not have, unless they have a second one without a third one. */
type Without = number | { key: number; unless: number; but?: number }

/** The slots of a chunk that have the wanted values. */
export type Selection =
  | { all: true }
  | { all: false; size: number; bits?: Uint32Array; posting?: Posting; except?: Posting }
const nothing: Selection = { all: false, size: 0 }
const everything: Selection = { all: true }

const scratch = new Uint32Array(words)
const second = new Uint32Array(words)

function gatherAny(chunk: Chunk, group: readonly number[], into: Uint32Array): boolean {
  into.fill(0)
  let isFilled = false
  for (const key of group) {
    const posting = chunk.postings.get(key)
    if (!posting) continue
    isFilled = true
    orInto(into, posting)
  }
  return isFilled
}

/** The result may live in shared scratch: it is used up before the next chunk is looked at. */
export function find(chunk: Chunk, question: Question): Selection {
  const { groups, without, modified, except } = question
  if (modified) return findChanged(chunk, question, modified)
  const leftOut = except?.slots.get(chunk)
  const excluded = without.flatMap(each => excludedBy(chunk, each) ?? [])
  if (leftOut) excluded.push(postingOf(leftOut))
  if (groups.length === 0 && excluded.length === 0) return everything
  const [group] = groups
  const [excludedOne] = excluded
  if (group && groups.length === 1 && !excludedOne && group.length === 1) {
    const [key = 0] = group
    const posting = chunk.postings.get(key)
    return posting ? { all: false, size: posting.size, posting } : nothing
  }
  if (!group && excludedOne && excluded.length === 1) return allBut(chunk, excludedOne)
  if (groups.length === 0) scratch.fill(0xffffffff)
  for (const [index, group] of groups.entries()) {
    if (index === 0) {
      if (!gatherAny(chunk, group, scratch)) return nothing
      continue
    }
    if (!gatherAny(chunk, group, second)) return nothing
    for (let word = 0; word < words; word++)
      scratch[word] = wordAt(scratch, word) & wordAt(second, word)
  }
  for (const { list = [], bits } of excluded) {
    if (bits)
      for (let word = 0; word < words; word++)
        scratch[word] = wordAt(scratch, word) & ~wordAt(bits, word)
    else
      for (const slot of list)
        scratch[slot >>> 5] = wordAt(scratch, slot >>> 5) & ~(1 << (slot & 31))
  }
  if (groups.length === 0) return { all: false, size: maskToUsed(chunk), bits: scratch }
  return { all: false, size: bitCount(scratch), bits: scratch }
}

/** Events with a value that is excluded, without those that a second value spares unless they have a third one too. */
type Exclusion = { posting: Posting; spared?: Posting | undefined; but?: Posting | undefined }

function exclusionIn({ postings }: Chunk, without: Without): Exclusion | undefined {
  if (typeof without === 'number') {
    const posting = postings.get(without)
    return posting && { posting }
  }
  const posting = postings.get(without.key)
  const but = without.but === undefined ? undefined : postings.get(without.but)
  return posting && { posting, spared: postings.get(without.unless), but }
}

const isSpared = ({ spared, but }: Exclusion, slot: number) =>
  spared !== undefined && has(spared, slot) && !(but && has(but, slot))

/** The slots of a chunk that have a value which they must not have. */
function excludedBy(chunk: Chunk, without: Without): Posting | undefined {
  const exclusion = exclusionIn(chunk, without)
  if (!exclusion?.spared) return exclusion?.posting
  const list: number[] = []
  forEachSlot(exclusion.posting, slot => {
    if (!isSpared(exclusion, slot)) list.push(slot)
  })
  return { size: list.length, list, bits: undefined }
}

/** Of those that were changed within these times, the others are looked at one by one. */
function findChanged(
  chunk: Chunk,
  { modified: _, ...question }: Question,
  { from = -Infinity, before = Infinity }: FilterValues['change'],
): Selection {
  const slots = inOrder(chunk, 'modified')
  const place = (time: number) => firstNotBelow(chunk.modified, slots, time)
  const rest = find(chunk, question)
  const changed = slots.subarray(place(from), place(before))
  const posting = postingOf([...changed].filter(slot => contains(rest, slot)))
  return { all: false, size: posting.size, posting }
}

const isChangedIn = (
  time: number,
  { from = -Infinity, before = Infinity }: FilterValues['change'] = {},
) => time >= from && time < before

/** True if one slot meets the condition. As `find`, without looking at other slots. */
export function fits(
  chunk: Chunk,
  { groups, without, modified, except }: Question,
  slot: number,
): boolean {
  const hasAny = (group: readonly number[]) => group.some(key => hasSlot(chunk, key, slot))
  return (
    isChangedIn(timeAt(chunk.modified, slot), modified) &&
    !except?.ids.some(id => id === chunk.event[slot] || id === chunk.id[slot]) &&
    groups.every(hasAny) &&
    !without.some(each => {
      const exclusion = exclusionIn(chunk, each)
      return exclusion && has(exclusion.posting, slot) && !isSpared(exclusion, slot)
    })
  )
}

/** Nearly all events of a chunk: the posting itself says which. */
const allBut = (chunk: Chunk, except: Posting): Selection => ({
  all: false,
  size: chunk.count - except.size,
  except,
})

/** Without a group every bit is set; only those of events count. */
function maskToUsed(chunk: Chunk): number {
  second.fill(0)
  for (let position = 0; position < chunk.count; position++) {
    const slot = slotAt(chunk, position)
    second[slot >>> 5] = wordAt(second, slot >>> 5) | (1 << (slot & 31))
  }
  for (let word = 0; word < words; word++)
    scratch[word] = wordAt(scratch, word) & wordAt(second, word)
  return bitCount(scratch)
}

export const contains = (selection: Selection, slot: number): boolean =>
  selection.all ||
  (selection.except !== undefined && !has(selection.except, slot)) ||
  (selection.bits
    ? (wordAt(selection.bits, slot >>> 5) & (1 << (slot & 31))) !== 0
    : selection.posting !== undefined && has(selection.posting, slot))

/** The keys of an order by slot. */
const keysOf = (chunk: Chunk, order: EventOrder): ArrayLike<number> => chunk[order]

/** The key of a slot that is taken. */
export const keyAt = (chunk: Chunk, order: EventOrder, slot: number): number =>
  existing(keysOf(chunk, order)[slot])

/**
 * The slots of a chunk in another order; those with the same key in list order. They are sorted when they are first asked for after a
 * change of the chunk: without a question for this order, neither writes nor memory pay for it.
 */
export function inOrder(chunk: Chunk, order: EventOrder): Uint16Array {
  const { stamp, touched } = chunk
  const sorted = chunk.orders.get(order)
  if (sorted?.stamp === stamp && sorted.touched === touched) return sorted.slots
  const keys = keysOf(chunk, order)
  // key and position in one number, which is exact: keys are seconds or IDs, below 2^40
  const places = new Float64Array(chunk.count)
  for (let position = 0; position < chunk.count; position++)
    places[position] = existing(keys[slotAt(chunk, position)]) * chunkSlots + position
  const slots = new Uint16Array(chunk.count)
  for (const [at, place] of places.sort().entries())
    slots[at] = slotAt(chunk, place - Math.floor(place / chunkSlots) * chunkSlots)
  chunk.orders.set(order, { stamp, touched, slots })
  return slots
}

/** The first place among slots in order whose key is not below. */
function firstNotBelow(keys: ArrayLike<number>, slots: Uint16Array, key: number): number {
  let low = 0
  for (let high = slots.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (existing(keys[existing(slots[middle])]) < key) low = middle + 1
    else high = middle
  }
  return low
}
