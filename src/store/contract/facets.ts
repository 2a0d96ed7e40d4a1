import { isPlaced } from '../../define/record.ts'
import { fold } from '../../define/text/fold.ts'
import { dateOfDay, daySeconds, wallTime } from '../../define/time/clock.ts'
import type { EventQuery } from './queries.ts'
import { sees, type Visible } from './visible.ts'

/** What lists of events are counted by: their terms and venues, the cities of these, and the month of the start on its own clock. */
export const facetNames = ['category', 'tag', 'venue', 'city', 'month'] as const
export type FacetName = (typeof facetNames)[number]

/** `venues`: those that the caller sees. */
export type FacetQuery = { names: readonly FacetName[]; venues: Visible }

/** An ID, the name of a city, or a month as `monthOf` gives it, with the number of entries of the list that have it. */
export type FacetCount<Value> = { value: Value; count: number }
export type Facets = {
  [N in FacetName]?: FacetCount<N extends 'city' ? string : number>[]
}

/** The most values of a facet. */
const maxFacetValues = 100

/** True of facets that depend on which venues the caller sees. */
export const isOfVenues = (name: FacetName) => isPlaced(name) || name === 'city'

/** A password hides what an event is linked to, so links are counted as those of a source are found: of readable events. */
export const countedIn = (query: EventQuery, name: FacetName): EventQuery =>
  name === 'month' ? query : { ...query, bySource: true }

/** Months since the year 0. */
export function monthOf(wall: number): number {
  const { year, month } = dateOfDay(Math.floor(wall / daySeconds))
  return year * 12 + month - 1
}
export const startOfMonth = (month: number) => wallTime(Math.floor(month / 12), (month % 12) + 1, 1)

/** The cities of the venues that a caller sees, by venue, as places in `names`: cities are called alike whatever their case and accents. */
export type Cities = { names: readonly string[]; of: ReadonlyMap<number, number> }

type VenueEntry = { id: number; status: string; author: number; city?: string }

export function citiesOf(venues: Iterable<VenueEntry>, visible: Visible): Cities {
  const names: string[] = []
  const places = new Map<string, number>()
  const of = new Map<number, number>()
  for (const venue of [...venues].sort((a, b) => a.id - b.id)) {
    const key = fold(venue.city ?? '')
    if (key === '' || !sees(visible, venue)) continue
    const place = places.get(key) ?? names.push((venue.city ?? '').trim()) - 1
    places.set(key, place)
    of.set(venue.id, place)
  }
  return { names, of }
}

/** Counts by value. */
export type Tally = Map<number, number>

export const addTo = (tally: Tally, value: number, count: number) =>
  tally.set(value, (tally.get(value) ?? 0) + count)

/** The most frequent values; of equals the lowest first. */
export function mostFrequent(
  tally: ReadonlyMap<number, number>,
  isSeen: (value: number) => boolean = () => true,
): FacetCount<number>[] {
  const most: FacetCount<number>[] = []
  const isBehind = ({ value, count }: FacetCount<number>, of: FacetCount<number> | undefined) =>
    of !== undefined && (count - of.count || of.value - value) < 0
  for (const [value, count] of tally) {
    const entry = { value, count }
    if (isBehind(entry, most[maxFacetValues - 1]) || !isSeen(value)) continue
    let at = most.length
    while (at > 0 && !isBehind(entry, most[at - 1])) at--
    most.splice(at, 0, entry)
    if (most.length > maxFacetValues) most.pop()
  }
  return most
}
