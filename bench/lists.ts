import { api } from './constants.ts'
import type { Scale } from './data.ts'

/** A list that must not grow with the calendar; `most` is how many times as much a large calendar may cost. */
export type List = {
  name: string
  path(page: number, n: number): string
  most: number
}

const oneYear = 'start_date=2026-07-01&end_date=2027-06-30'
const tenYears = 'start_date=2000-01-01&end_date=2100-01-01'

type Query = string | ((n: number) => string)
const events = (name: string, query: Query): List => ({
  name,
  path: (page, n) =>
    `${api}/events?per_page=10&page=${page}&${typeof query === 'string' ? query : query(n)}`,
  most: 2,
})
const other = (name: string, resource: string, query = ''): List => ({
  name,
  path: page => `${api}/${resource}?per_page=10&page=${page}${query && `&${query}`}`,
  most: 2,
})

/** The filters of the issue, each alone; the pairs are made of these. */
function filtersOf(scale: Scale): Record<string, string> {
  // Venues are the first records, organizers follow them; terms have numbers of their own. All of the busy kind.
  return {
    category: 'categories=2',
    tag: 'tags=41',
    venue: 'venue=3',
    organizer: `organizer=${scale.venues + 3}`,
    featured: 'featured=true',
    near: 'geoloc_lat=45.5&geoloc_lng=-73.6&geoloc_radius=60',
    'rare word': `search=${rareDigits(scale)}`,
    'common word': 'search=jazz',
  }
}

/** Titles end with the number of the event: all but one of its digits are in some twenty events, however many there are. */
const digitsOf = ({ events }: Scale) => String(events - 1).length - 1
const rareDigits = (scale: Scale) => '123456789'.slice(0, digitsOf(scale))

/** In an order that does not repeat soon, so that nobody has asked for it before. */
const newDigits = (scale: Scale) => (n: number) =>
  String((n * 7919) % 10 ** digitsOf(scale)).padStart(digitsOf(scale), '0')
const newNumber =
  ({ events }: Scale) =>
  (n: number) =>
    String(Math.floor(events / 2) + ((n * 7919) % Math.floor(events / 2)))

const eventLists = (scale: Scale): List[] => {
  const [number, digits] = [newNumber(scale), newDigits(scale)]
  return [
    events('default window', ''),
    events('a window of six months', 'start_date=2026-08-01&end_date=2027-01-31'),
    events('all ten years', tenYears),
    events('overlap', 'starts_before=2026-09-30&ends_after=2026-09-01'),
    events('one month', 'start_date=2026-09-01&end_date=2026-09-30'),
    ...Object.entries(filtersOf(scale)).map(([name, query]) => events(name, query)),
    events('category with those below it', 'categories=5'),
    // In the default window a small calendar has three events of it, and an answer of a third of the length.
    events('rare tag', `${tenYears}&tags=220`),
    events('not featured', 'featured=false'),
    events('by end', `${tenYears}&sort=end_date`),
    events('by last change', `${tenYears}&sort=-modified`),
    events('by creation, in a year', `${oneYear}&sort=created`),
    events('by title', `${tenYears}&sort=title`),
    events('changed since', `${tenYears}&modified_after=2026-01-01`),
    events('without a tag', 'tags_exclude=41'),
    events('with coordinates', 'geoloc=true'),
    events('French, without fallback', 'ml_language=fr&ml_fallback=false'),
    events('search, a new rare word each time', n => `${tenYears}&search=${number(n)}`),
    events('search, a new part of a word each time', n => `${tenYears}&search=${digits(n)}`),
  ]
}

/** First pages. */
export const singles = (scale: Scale): List[] => [
  ...eventLists(scale),
  other('venues', 'venues'),
  other('venues with events', 'venues', 'has_events=true'),
  other('venues with upcoming events', 'venues', 'only_with_upcoming=true'),
  other('organizers', 'organizers'),
  other('organizers with events', 'organizers', 'has_events=true'),
  other('organizers with upcoming events', 'organizers', 'only_with_upcoming=true'),
  other('categories in use', 'categories', 'hide_empty=true'),
  other('tags in use', 'tags', 'hide_empty=true'),
]

/** First pages of every two filters together, in windows so long that a small calendar too has ten events for most. */
export function pairs(scale: Scale): List[] {
  const filters = Object.entries(filtersOf(scale))
  return [
    ...filters.map(([name, query]) => events(`one year and ${name}`, `${oneYear}&${query}`)),
    ...filters.flatMap(([name, query], at) =>
      filters
        .slice(at + 1)
        // Both are `search`.
        .filter(([other]) => !(name.endsWith('word') && other.endsWith('word')))
        .map(([other, more]) => events(`${name} and ${other}`, `${tenYears}&${query}&${more}`)),
    ),
  ]
}

/** The same lists far down; a page may cost twice as much there. */
export const deepLists = (scale: Scale): List[] =>
  singles(scale)
    // titles are walked from the nearer end
    .filter(({ name }) => !name.startsWith('search, ') && name !== 'by title')
    .map(list => ({ ...list, most: 4 }))
