import { existing } from '../../define/base/objects.ts'
import { openBounds } from '../contract/bounds.ts'
import type {
  EventOrder,
  EventsByTitle,
  ListItem,
  Page,
  Reader,
  TitlePlace,
} from '../contract/store.ts'
import { type Chunk, compare, idAt, type Plan, passes, placeIn, planOf, timeAt } from './chunk.ts'
import {
  contains,
  find,
  fits,
  inOrder,
  keyAt,
  type Selection,
  type SplitQuery,
} from './condition.ts'
import { span } from './event-lists.ts'
import {
  compareEvents,
  eventsIn,
  itemOf,
  type ListCalendar,
  maxDates,
  placesWith,
} from './event-order.ts'

type Ordered = { order: EventOrder; descending: boolean }

/** A chunk on the way through its slots in an order. `slot`: of the next event, once it has been looked for. */
type Cursor = {
  chunk: Chunk
  plan: Plan
  selection: Selection
  slots: Uint16Array
  at: number
  slot: number | undefined
}

/** The slot at a step of the way, from the start or from the end. */
const slotOn = ({ slots }: Cursor, at: number, descending: boolean) =>
  existing(slots[descending ? slots.length - 1 - at : at])

function isWanted({ chunk, plan, selection }: Cursor, slot: number): boolean {
  const starts = timeAt(chunk.starts, slot)
  return (
    starts >= plan.from &&
    starts <= plan.to &&
    contains(selection, slot) &&
    passes(chunk, slot, plan.rest)
  )
}

/** Goes on to the next event that the question asks for; false at the end. */
function advance(cursor: Cursor, descending: boolean): boolean {
  for (; cursor.at < cursor.slots.length; cursor.at++) {
    const slot = slotOn(cursor, cursor.at, descending)
    if (!isWanted(cursor, slot)) continue
    cursor.at++
    cursor.slot = slot
    return true
  }
  return false
}

/** The chunks of a question. None is looked through before its turn: its first key says where that is. */
function cursorsOf({ chunks, apart }: ListCalendar, query: SplitQuery, order: EventOrder) {
  const cursors: Cursor[] = []
  for (const [of, question] of [
    [chunks, query.listed],
    [apart, query.apart],
  ] as const) {
    if (!question) continue
    const plan = planOf(question.window)
    for (const chunk of of.slice(...span(of, plan))) {
      const rest = openBounds(chunk, plan.rest)
      const selection = find(chunk, question)
      if (!rest || (!selection.all && selection.size === 0)) continue
      // what it has found may be in memory that is shared with the next
      const own =
        !selection.all && selection.bits
          ? { ...selection, bits: selection.bits.slice() }
          : selection
      const slots = inOrder(chunk, order)
      if (slots.length === 0) continue
      cursors.push({
        chunk,
        plan: { ...plan, rest },
        selection: own,
        slots,
        at: 0,
        slot: undefined,
      })
    }
  }
  return cursors
}

/** The order of two cursors by what comes next. Of one that has not been looked through at least the key is known: it is first. */
function compareCursors(a: Cursor, b: Cursor, { order, descending }: Ordered): number {
  const key = (of: Cursor) => keyAt(of.chunk, order, of.slot ?? slotOn(of, of.at, descending))
  const way = descending ? -1 : 1
  const byKey = (key(a) - key(b)) * way
  if (byKey !== 0) return byKey
  if (a.slot === undefined || b.slot === undefined)
    return Number(a.slot !== undefined) - Number(b.slot !== undefined)
  return compare(a.chunk, a.slot, placeIn(b.chunk, b.slot)) * way
}

/** Puts a cursor among others, of which the last comes next. */
function putAmong(cursors: Cursor[], cursor: Cursor, of: Ordered) {
  let low = 0
  for (let high = cursors.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (compareCursors(existing(cursors[middle]), cursor, of) > 0) low = middle + 1
    else high = middle
  }
  cursors.splice(low, 0, cursor)
}

/**
 * Passes over many events at once, and returns how many are left to pass over. Of all chunks, the one whose slot a few steps ahead is
 * first has nothing up to there that is not among those to pass over: the others have fewer steps before that slot.
 */
function skip(cursors: Cursor[], { order, descending }: Ordered, offset: number): number {
  const way = descending ? -1 : 1
  let left = offset
  while (left > cursors.length && cursors.length > 0) {
    const steps = Math.floor(left / cursors.length)
    const target = (of: Cursor) =>
      slotOn(of, Math.min(of.at + steps, of.slots.length) - 1, descending)
    const isBefore = (a: Cursor, b: Cursor) => {
      const [one, other] = [target(a), target(b)]
      const byKey = keyAt(a.chunk, order, one) - keyAt(b.chunk, order, other)
      return (byKey || compare(a.chunk, one, placeIn(b.chunk, other))) * way < 0
    }
    const cursor = cursors.reduce((first, each) => (isBefore(each, first) ? each : first))
    const end = Math.min(cursor.at + steps, cursor.slots.length)
    for (; cursor.at < end; cursor.at++)
      if (isWanted(cursor, slotOn(cursor, cursor.at, descending))) left--
    if (end === cursor.slots.length) cursors.splice(cursors.indexOf(cursor), 1)
  }
  return left
}

function walk(
  calendar: ListCalendar,
  query: SplitQuery,
  of: Ordered,
  { limit, offset: all }: Page,
) {
  const ids: number[] = []
  const cursors = cursorsOf(calendar, query, of.order)
  const offset = skip(cursors, of, all)
  cursors.sort((a, b) => compareCursors(b, a, of))
  for (let skipped = 0; ids.length < limit; ) {
    const cursor = cursors.pop()
    if (!cursor) break
    if (cursor.slot !== undefined) {
      if (skipped === offset) ids.push(idAt(cursor.chunk.id, cursor.slot))
      else skipped++
    }
    if (advance(cursor, of.descending)) putAmong(cursors, cursor, of)
  }
  return ids
}

/** A page of a list with this total, in another order: as deep as it is, or as far from the end. */
export function pageInOrder(
  calendar: ListCalendar,
  query: SplitQuery,
  of: Ordered,
  { limit, offset }: Page,
  total: number,
): number[] {
  const end = Math.min(total, offset + limit)
  if (offset >= end) return []
  const page = { limit: end - offset, offset }
  if (offset <= total - end) return walk(calendar, query, of, page)
  const back = { ...of, descending: !of.descending }
  return walk(calendar, query, back, { ...page, offset: total - end }).reverse()
}

/** A few occurrences in another order. */
export function fewInOrder(calendar: ListCalendar, ids: readonly number[], order: EventOrder) {
  const keyOf = (id: number) => {
    const place = placesWith(calendar, id).find(each => each.id === id)
    return place ? keyAt(place.chunk, order, place.slot) : 0
  }
  return ids
    .map(id => ({ id, key: keyOf(id) }))
    .sort((a, b) => a.key - b.key || compareEvents(calendar, a.id, b.id))
    .map(({ id }) => id)
}

/** At most so many dates are sorted by the database. More of them are met on a walk through all titles. */
export const maxSortedByTitle = 2000
/** Titles that are read at first, and then, at a time. */
const [firstSlice, slice] = [64, 500]

/** True if sorting so many dates looks at fewer titles than a walk, on which they are as rare as they are among all. */
export const isQuickerSorted = (calendar: ListCalendar, { limit, offset }: Page, total: number) =>
  total * total <= (limit + Math.min(offset, Math.max(0, total - offset))) * eventsIn(calendar)

type Order = Pick<EventsByTitle, 'language' | 'descending'>
type Titles = { calendar: ListCalendar; reader: Pick<Reader, 'eventsByTitle'> }

/** The dates of an event: all of them in their order, or the first with their number. */
type Shown = (items: ListItem[]) => ListItem[]

/** A few dates by the title of their event. Other dates of the calendar may change meanwhile. */
export async function fewByTitle(
  { calendar, reader }: Titles,
  ids: readonly number[],
  order: Order,
  shown: Shown,
): Promise<ListItem[]> {
  const items = Map.groupBy(
    ids.map(id => itemOf(calendar, id)),
    ({ event }) => event,
  )
  const events = [...items.keys()]
  const sorted = await reader.eventsByTitle({ ...order, ids: events, limit: events.length })
  return sorted.flatMap(({ id }) => shown(items.get(id) ?? []))
}

/** A page of a long list: titles are walked from the nearer end until it is full, and each event is looked up in memory. */
export async function walkByTitle(
  { calendar, reader }: Titles,
  query: SplitQuery,
  order: Order,
  shown: Shown,
  { limit, offset }: Page,
  total: number,
): Promise<ListItem[]> {
  const end = Math.min(total, offset + limit)
  if (offset >= end) return []
  const isBack = offset > total - end
  const first = isBack ? total - end : offset
  const wanted = first + end - offset
  const descending = order.descending !== isBack
  const found: ListItem[] = []
  let met = 0
  for (let after: TitlePlace | undefined; met < wanted; ) {
    const size: number = after ? slice : firstSlice
    const titles = await reader.eventsByTitle({ ...order, descending, after, limit: size })
    for (const { id } of titles) {
      const items = shown(among(calendar, [id], query).map(date => itemOf(calendar, date)))
      for (const item of isBack ? items.reverse() : items)
        if (met++ >= first && met <= wanted) found.push(item)
    }
    if (titles.length < size) break
    after = titles.at(-1)
  }
  return isBack ? found.reverse() : found
}

/** One entry for each series: the first of its dates. */
export const firstWithCount: Shown = ([first, ...others]) =>
  first ? [first.event === first.occurrence ? first : { ...first, count: others.length + 1 }] : []

/** As long as it takes to look at one occurrence, so many chunks are walked. */
const chunksWorth = 4

/** True if the events are so few that checking each costs less than walking all chunks. */
export function isLess(
  calendar: Pick<ListCalendar, 'chunks' | 'apart' | 'datesOf'>,
  events: ReadonlySet<number>,
): boolean {
  let left = (calendar.chunks.length + calendar.apart.length) / chunksWorth
  if (events.size > left) return false
  for (const event of events) left -= maxDates(calendar, event)
  return left >= 0
}

/** The occurrences of a few events that meet a question, in list order. An ID may be that of one date. */
export function among(
  calendar: ListCalendar,
  ids: Iterable<number>,
  { listed, apart }: SplitQuery,
): number[] {
  const unique = [...new Set(ids)]
    .flatMap(id => placesWith(calendar, id))
    .filter(({ chunk, slot }) => {
      const question = chunk.isListed ? listed : apart
      return question && fits(chunk, question, slot) && passes(chunk, slot, question.window)
    })
  return [...new Set(unique.map(({ id }) => id))].sort((a, b) => compareEvents(calendar, a, b))
}
