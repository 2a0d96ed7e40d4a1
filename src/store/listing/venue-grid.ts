import { boxAround, nearestFirst } from '../contract/distance.ts'
import type { Near, Place, PostEntry, Visible } from '../contract/store.ts'
import { sees } from '../contract/visible.ts'
import { type Chunk, idAt } from './chunk.ts'
import { everyChunk, type ListCalendar, setValueOn } from './event-order.ts'
import { flags, idIn, isOf, keyOf } from './posting-keys.ts'
import { forEachSlot, orInto, wordAt, words } from './postings.ts'

type Located = PostEntry & { place: Place }

/** Cells of a quarter of a degree: a circle of a city is a few dozen of them. */
const perDegree = 4
const cellsAround = 360 * perDegree + 1
const rowOf = (lat: number) => Math.floor((lat + 90) * perDegree)
const columnOf = (lng: number) => Math.floor((lng + 180) * perDegree)
const cellOf = ({ lat, lng }: Place) => rowOf(lat) * cellsAround + columnOf(lng)

/** Venues that have coordinates, by where they are. Events at those that anyone may see have a flag. */
export type Places = {
  calendar: ListCalendar
  located: Map<number, Located>
  /** Those of them that not everyone sees, by status: few, so that no list looks at all venues. */
  reserved: Map<string, Map<number, Located>>
  cells: Map<number, Map<number, Located>>
  /** Goes up when a venue gains, loses or changes coordinates, or is seen by others. */
  version: number
}

export const newPlaces = (calendar: ListCalendar): Places => ({
  calendar,
  located: new Map(),
  reserved: new Map(),
  cells: new Map(),
  version: 0,
})

/** True if the coordinates of a venue are public. */
export const isVisible = ({ located }: Places, id: number) => located.get(id)?.status === 'publish'

/** Replaces the venues of `ids` by `venues`; IDs without a venue were removed. */
export function takeVenues(places: Places, venues: readonly PostEntry[], ids: readonly number[]) {
  places.version++
  const now = new Map(venues.map(venue => [venue.id, venue]))
  for (const id of ids) {
    const wasVisible = isVisible(places, id)
    displace(places, id)
    const venue = now.get(id)
    if (venue?.place) put(places, { ...venue, place: venue.place })
    if (isVisible(places, id) !== wasVisible) flag(places, id)
  }
}

function put({ cells, located, reserved }: Places, entry: Located) {
  located.set(entry.id, entry)
  putIn(cells, cellOf(entry.place), entry)
  if (entry.status !== 'publish') putIn(reserved, entry.status, entry)
}

function displace({ cells, located, reserved }: Places, id: number) {
  const entry = located.get(id)
  if (!entry) return
  located.delete(id)
  takeFrom(cells, cellOf(entry.place), id)
  takeFrom(reserved, entry.status, id)
}

function putIn<Key>(groups: Map<Key, Map<number, Located>>, key: Key, entry: Located) {
  const there = groups.get(key)
  if (there) there.set(entry.id, entry)
  else groups.set(key, new Map([[entry.id, entry]]))
}

function takeFrom<Key>(groups: Map<Key, Map<number, Located>>, key: Key, id: number) {
  const there = groups.get(key)
  there?.delete(id)
  if (there?.size === 0) groups.delete(key)
}

/** Updates the events of a venue whose coordinates became public or private; events at another public venue stay as they are. */
function flag(places: Places, venue: number) {
  const key = keyOf('venue', venue)
  for (const chunk of everyChunk(places.calendar)) {
    const posting = chunk.postings.get(key)
    if (!posting) continue
    const slots = isVisible(places, venue) ? undefined : visibleSlots(places, chunk)
    forEachSlot(posting, slot => {
      const stays = !slots || (wordAt(slots, slot >>> 5) & (1 << (slot & 31))) !== 0
      setValueOn(places.calendar, idAt(chunk.id, slot), flags.located, stays)
    })
  }
}

function visibleSlots(places: Places, chunk: Chunk): Uint32Array {
  const bits = new Uint32Array(words)
  for (const [key, posting] of chunk.postings)
    if (isOf('venue', key) && isVisible(places, idIn(key))) orInto(bits, posting)
  return bits
}

/** Venues in the cells that a circle touches; all venues if the circle touches more cells than exist. */
function* inCells({ cells, located }: Places, near: Near): Generator<Located> {
  const { south, north, west, east } = boxAround(near)
  const [low, high] = [rowOf(Math.max(south, -90)), rowOf(Math.min(north, 90))]
  const [left, right] = [columnOf(west), columnOf(east)]
  if ((high - low + 1) * (right - left + 1) >= cells.size) return yield* located.values()
  for (let row = low; row <= high; row++)
    for (let column = left; column <= right; column++)
      yield* cells.get(row * cellsAround + column)?.values() ?? []
}

/** Ids of venues within a circle that the caller sees, nearest first. */
export function venuesAround(places: Places, near: Near): number[] {
  const candidates: (Place & { id: number })[] = []
  for (const venue of inCells(places, near))
    if (sees(near.venues, venue)) candidates.push({ id: venue.id, ...venue.place })
  return nearestFirst(near, candidates)
}

/** Venues with coordinates that this caller sees, but not everyone. */
export const seenOnlyBy = ({ reserved }: Places, visible: Visible): number[] =>
  [...new Set([...visible.statuses, ...(visible.own?.statuses ?? [])])]
    .flatMap(status => [...(reserved.get(status)?.values() ?? [])])
    .filter(venue => sees(visible, venue))
    .map(({ id }) => id)
