import { onNothing, type Table } from '../../common/index.ts'
import { existing } from '../../define/base/objects.ts'
import { isPlaced } from '../../define/record.ts'
import { openBounds } from '../contract/bounds.ts'
import {
  addTo,
  type Cities,
  citiesOf,
  type FacetCount,
  type FacetName,
  type Facets,
  isOfVenues,
  monthOf,
  mostFrequent,
  startOfMonth,
  type Tally,
} from '../contract/facets.ts'
import type { Visible } from '../contract/store.ts'
import { sees } from '../contract/visible.ts'
import { slotsOf } from './by-day.ts'
import { chunksOf } from './by-distance.ts'
import { type Chunk, passes, planOf, positionAt, slotAt, timeAt } from './chunk.ts'
import { find, type Question, type SplitQuery } from './condition.ts'
import { positionsOf, rangeOf } from './event-lists.ts'
import type { ListCalendar } from './event-order.ts'
import type { LinkedRecords } from './linked-lists.ts'
import { idIn, isOf } from './posting-keys.ts'
import { countAmong, isIn, type Posting, wordAt, words } from './postings.ts'

/** The values of the events of one chunk, and how many have each. */
type Part = { values: Float64Array; counts: Uint16Array }

/** Counts chunk by chunk and in all, with the versions of events and venues that they were made from. */
type Counted = {
  version: number
  placed: number
  cities: Cities | undefined
  stamps: number[]
  parts: Part[]
  totals: Tally
  /** Undefined: some chunks are still to be counted. */
  most: FacetCount<number>[] | undefined
}

export type FacetLists = {
  calendar: ListCalendar
  venues: LinkedRecords
  lists: Table<string, Counted>
  cities: Table<string, { version: number; cities: Cities }>
}

/**
 * The counts of a list are kept by chunks, as its total is: a change ends that of one chunk. So the facets of a list cost what has changed
 * since they were asked for last.
 */
export const newFacetLists = (calendar: ListCalendar, venues: LinkedRecords): FacetLists => ({
  calendar,
  venues,
  lists: calendar.lists.table({
    sizeOf: ({ parts, totals }, key) =>
      key.length +
      60 * totals.size +
      parts.reduce((bytes, { values }) => bytes + 250 + 10 * values.length, 0),
    // it has the versions that it was made from
    dependsOn: onNothing,
  }),
  cities: calendar.lists.table({
    sizeOf: ({ cities: { names, of } }, key) => key.length + 60 * (of.size + names.length),
    dependsOn: onNothing,
  }),
})

/**
 * What a facet is counted of: the dates that a question finds, or of each series that it finds the first; or the entries of a list. `name`
 * identifies them.
 */
export type Counting = { name: string } & (CountedDates | { entries: () => Iterable<number> })
type CountedDates = { question: SplitQuery; firsts?: () => Iterable<number> }

/**
 * The venues have been loaded, where the facet is of these. `visible`: those that the caller sees. Undefined: so many chunks have been
 * counted (`max`), and the rest follows when it is asked for again.
 */
export function countFacet<N extends FacetName>(
  lists: FacetLists,
  facet: N,
  visible: Visible,
  counting: Counting,
  max: number,
): Facets[N]
export function countFacet(
  lists: FacetLists,
  facet: FacetName,
  visible: Visible,
  counting: Counting,
  max: number,
): FacetCount<number>[] | FacetCount<string>[] | undefined {
  const cities = facet === 'city' ? citiesSeen(lists, visible) : undefined
  const { most } = countedFor(lists, facet, visible, counting, cities, max)
  return cities && most
    ? most.map(({ value, count }) => ({ value: cities.names[value] ?? '', count }))
    : most
}

function citiesSeen({ venues, cities: table }: FacetLists, visible: Visible): Cities {
  const name = JSON.stringify(visible)
  const cached = table.get(name)
  if (cached?.version === venues.version) return cached.cities
  const cities = citiesOf(venues.sorted, visible)
  table.set(name, { version: venues.version, cities })
  return cities
}

function countedFor(
  { calendar, venues, lists }: FacetLists,
  facet: FacetName,
  visible: Visible,
  { name, ...of }: Counting,
  cities: Cities | undefined,
  max: number,
): Counted {
  const key = `${facet} ${isOfVenues(facet) ? JSON.stringify(visible) : ''} ${name}`
  const placed = isOfVenues(facet) ? venues.version : 0
  const cached = lists.get(key)
  const earlier = cached?.cities === cities ? cached : undefined
  if (earlier?.most && earlier.version === calendar.version && earlier.placed === placed)
    return earlier
  const counts =
    'entries' in of
      ? { ...noCounts, totals: countEntries(calendar, of.entries(), facet, cities) }
      : countChunks(calendar, of, facet, cities, earlier, max)
  const now = { ...counts, version: calendar.version, placed, cities }
  if (!counts.isComplete) {
    const counted = { ...now, most: undefined }
    lists.set(key, counted)
    return counted
  }
  const firsts = 'question' in of ? of.firsts?.() : undefined
  const totals = firsts
    ? countEntries(calendar, firsts, facet, cities, new Map(counts.totals))
    : counts.totals
  const isSeen = (id: number) => {
    const venue = venues.byId.get(id)
    return venue !== undefined && sees(visible, venue)
  }
  const most = mostFrequent(totals, isPlaced(facet) ? isSeen : undefined)
  const counted = { ...now, most }
  lists.set(key, counted)
  return counted
}

type Counts = Pick<Counted, 'stamps' | 'parts' | 'totals'>
const noCounts = { stamps: [], parts: [], isComplete: true }

/** Counts the chunks that are not as they were at an earlier count, of which the totals are taken over. */
function countChunks(
  calendar: ListCalendar,
  { question, firsts }: CountedDates,
  facet: FacetName,
  cities: Cities | undefined,
  earlier: Counts | undefined,
  max: number,
): Counts & { isComplete: boolean } {
  const totals: Tally = earlier?.totals ?? new Map()
  const stamps: number[] = []
  const parts: Part[] = []
  const over = new Set(earlier?.parts)
  const placeIn = positionsOf(earlier?.stamps ?? [])
  let left = max
  for (const [chunk, asked] of chunksOf(calendar, question)) {
    const kept = earlier?.parts[placeIn(chunk)]
    if (!kept && left-- <= 0) continue
    const part =
      kept ?? partOf(tallyOf(chunk, matchesIn(chunk, asked, firsts !== undefined), facet, cities))
    if (kept) over.delete(kept)
    else add(totals, part, 1)
    stamps.push(chunk.stamp)
    parts.push(part)
  }
  for (const part of over) add(totals, part, -1)
  return { totals, stamps, parts, isComplete: left >= 0 }
}

/** All entries are counted again: which entries a list has may depend on any other. */
function countEntries(
  { chunkOf, slotOf }: ListCalendar,
  ids: Iterable<number>,
  facet: FacetName,
  cities: Cities | undefined,
  totals: Tally = new Map(),
): Tally {
  const slots = new Map<Chunk, Uint32Array>()
  for (const id of ids) {
    const chunk = chunkOf[id]
    const slot = slotOf[id]
    if (!chunk || slot === undefined) continue
    const bits = slots.get(chunk) ?? new Uint32Array(words)
    slots.set(chunk, bits)
    setBit(bits, slot)
  }
  for (const [chunk, bits] of slots) add(totals, partOf(tallyOf(chunk, bits, facet, cities)), 1)
  return totals
}

const setBit = (bits: Uint32Array, slot: number) => {
  bits[slot >>> 5] = wordAt(bits, slot >>> 5) | (1 << (slot & 31))
}

const partOf = (tally: Tally): Part => ({
  values: Float64Array.from(tally.keys()),
  counts: Uint16Array.from(tally.values()),
})

function add(totals: Tally, { values, counts }: Part, sign: 1 | -1) {
  for (let at = 0; at < values.length; at++) {
    const value = existing(values[at])
    const total = (totals.get(value) ?? 0) + sign * existing(counts[at])
    if (total === 0) totals.delete(value)
    else totals.set(value, total)
  }
}

/** The events of a chunk that a question finds: these slots, or all. */
type Matches = Uint32Array | 'all' | 'none'
const found = new Uint32Array(words)

/** They are used up before the next chunk is looked at. `single`: no dates of series. */
function matchesIn(chunk: Chunk, question: Question, single: boolean): Matches {
  const plan = planOf(question.window)
  const open = openBounds(chunk, plan.rest)
  const [low, high] = rangeOf(chunk, plan)
  if (!open || low >= high) return 'none'
  const selection = find(chunk, question)
  if (!selection.all && selection.size === 0) return 'none'
  const isComplete = !single && low === 0 && high === chunk.count && open.length === 0
  const among = slotsOf(selection)
  if (isComplete && !among) return 'all'
  if (isComplete && among && !among.isRest) return among.bits
  found.fill(0)
  for (let position = low; position < high; position++) {
    const slot = slotAt(chunk, position)
    if (among && isIn(among.bits, slot) === among.isRest) continue
    if (single && chunk.event[slot] !== chunk.id[slot]) continue
    if (passes(chunk, slot, open)) setBit(found, slot)
  }
  return found
}

function tallyOf(
  chunk: Chunk,
  matches: Matches,
  facet: FacetName,
  cities: Cities | undefined,
): Tally {
  const tally: Tally = new Map()
  if (matches === 'none') return tally
  if (facet === 'month') addMonths(chunk, matches, tally)
  else if (facet === 'city') {
    if (cities) addCities(chunk, matches, tally, cities)
  } else
    for (const [key, posting] of chunk.postings)
      if (isOf(facet, key)) {
        const count = countIn(posting, matches)
        if (count > 0) tally.set(idIn(key), count)
      }
  return tally
}

const countIn = (posting: Posting, matches: Uint32Array | 'all') =>
  matches === 'all' ? posting.size : countAmong(posting, matches)

/** The months of a chunk, which is in the order of starts, are looked up. */
function addMonths(chunk: Chunk, matches: Uint32Array | 'all', tally: Tally) {
  for (let low = 0; low < chunk.count; ) {
    const month = monthOf(timeAt(chunk.starts, slotAt(chunk, low)))
    const high = positionAt(chunk, startOfMonth(month + 1))
    let count = high - low
    if (matches !== 'all') {
      count = 0
      for (let at = low; at < high; at++) if (isIn(matches, slotAt(chunk, at))) count++
    }
    if (count > 0) addTo(tally, month, count)
    low = high
  }
}

/** Events at two venues of a city are counted once. */
function addCities(chunk: Chunk, matches: Uint32Array | 'all', tally: Tally, { of }: Cities) {
  for (const [key, posting] of chunk.postings) {
    const city = isOf('venue', key) ? of.get(idIn(key)) : undefined
    if (city !== undefined) addTo(tally, city, countIn(posting, matches))
  }
  for (const [slot, others] of chunk.venues) {
    if (matches !== 'all' && !isIn(matches, slot)) continue
    const here = [chunk.venue[slot] ?? 0, ...others].flatMap(id => of.get(id) ?? [])
    for (const city of new Set(here))
      addTo(tally, city, 1 - here.filter(each => each === city).length)
  }
  for (const [city, count] of tally) if (count === 0) tally.delete(city)
}
