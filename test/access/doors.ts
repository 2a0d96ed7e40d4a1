import { type Language, languages } from '../../src/define/text/language.ts'
import { pagedNames } from '../../src/resources/table.ts'
import { filterNames } from '../../src/web/listing/filter-names.ts'
import type { AddressName } from '../../src/web/shell/addresses.ts'
import { feedExtensions } from '../../src/web/shell/feed-extensions.ts'
import { type AddressRequest, everyAddress } from './every-address.ts'
import { eventDay, hiddenSlugs, longDay, openSlugs, sealedSlug, unlisted } from './secrets.ts'

/** One way to ask the calendar for what it has: a page, a feed, a file of programs, or a list of the API. */
export type Door = { name: AddressName | 'api'; url: string }

export const publicUrl = 'https://calendar.example'

const kinds: Record<string, string> = {
  ...openSlugs,
  [sealedSlug]: 'event',
  [unlisted]: 'event',
  editors: 'guide',
  ...hiddenSlugs,
}

/** Every address; with a slug, of each record that is there and of each that is hidden, and of one that is not there. */
export const addressesOf = (files: readonly string[], hidden: readonly number[]) =>
  everyAddress({
    slug: [...Object.keys(kinds), 'unknown'],
    day: [eventDay, longDay],
    date: [eventDay, longDay],
    month: ['2027-03'],
    format: feedExtensions,
    part: ['pages', '1'],
    rest: ['events', 'events/12', 'users'],
    file: [...files, 'events.webp'],
    side: ['192', '512', '7'],
    kind: ['event', 'venue', 'organizer', 'page'],
    id: ['1', ...hidden.map(String)],
  }).filter(({ name, params: { slug = '' } }) => name.startsWith(kinds[slug] ?? ''))

/** True if it is about the event that is in no list, whose address had to be known. */
export const isRouted = ({ params, name }: AddressRequest) =>
  params.slug === unlisted && /^event/.test(name)

/** Questions that might open something. */
const ofRecords = ['', 'ical=1', 'password=sesame&context=edit']

/** Filters that hidden records fit, and other questions about lists. */
export const ofLists = (hidden: readonly number[]) => [
  ...ofRecords,
  'past=1',
  `date=${eventDay}&view=day`,
  'start_date=2000-01-01&end_date=2100-01-01',
  'view=list&ml_fallback=false',
  ...filterNames.map(name => `${name}=${filterValues[name]}`),
  `include=${hidden}`,
]
const filterValues: Record<(typeof filterNames)[number], string> = {
  q: 'wordo',
  search: 'wordo',
  categories: 'music,unused',
  tags: 'outdoors',
  venue: '4',
  organizer: '5',
  featured: 'true',
  free: 'true',
  city: 'Lyon',
  attendance: 'online',
  audience: 'family',
  accessibility: 'wheelchair',
  event_status: 'cancelled',
  availability: 'sold_out',
  occurrences: 'each',
}

/** One of each reader of lists; all others have the same filters from them. */
const readers: readonly Door['name'][] = ['home', 'month', 'day', 'list', 'map', 'embedFrame']
export const isFiltered = (name: Door['name']) =>
  name === 'api' || name === 'feed' || readers.includes(name)

/** In which language a question is asked where it comes in one alone: by turns. */
const byTurns = (at: number): Language | undefined => languages[at % languages.length]

/** Each door of these addresses, with each question at one of its kind, and in one language or the other. */
export function doorsOf(addresses: readonly AddressRequest[], hidden: readonly number[]): Door[] {
  const lists = ofLists(hidden)
  const names = [...new Set(addresses.map(({ name }) => name))]
  return addresses.flatMap((request, at) => {
    const { name, params, path, language } = request
    const ask = (queries: readonly string[]) =>
      [...new Set(queries)].map(query => ({ name, url: path + (query && `?${query}`) }))
    if (params.slug !== undefined) {
      const query = ofRecords[at % ofRecords.length] ?? ''
      return ask(params.slug in hiddenSlugs ? [query] : ['', query])
    }
    // nobody but who is signed in; the same bytes for everyone
    if (params.id !== undefined || params.file !== undefined) return ask(ofRecords.slice(0, 2))
    if (!isFiltered(name) || /^(?:rss|atom|csv|geojson)$/.test(params.format ?? ''))
      return ask(['', lists[at % lists.length] ?? ''])
    const mine = lists.filter((_, turn) => language === byTurns(turn + names.indexOf(name)))
    return ask(['', ...mine])
  })
}

/** oEmbed is asked about each page of a record. */
export const embeddedDoors = (addresses: readonly AddressRequest[]): Door[] =>
  addresses
    .filter(({ params, name }) => params.slug && pagedNames.some(each => each === name))
    .map(({ path }, at) => ({
      name: 'oembed',
      url: `/oembed?format=${at % 2 ? 'json' : 'xml'}&url=${encodeURIComponent(publicUrl + path)}`,
    }))

const api = '/cal/events/v1'
const year = 'start_date=2027-01-01&end_date=2028-12-31&per_page=50'

/** Lists of the API, in one language or the other. */
export function apiDoors(hidden: readonly number[]): Door[] {
  const events = [
    ...ofLists(hidden).filter(query => !/^(?:ical|past|date|view|password)=/.test(query)),
    'password=wrong',
    'geoloc=true',
    'geoloc_lat=45.7&geoloc_lng=4.8&geoloc_radius=50',
    'sort=-start_date',
    'status=publish',
    'ml_missing=es',
    'author=0',
  ].map(query => `/events?${year}&${query}`)
  const others = ['', '?has_events=true', '?has_events=false', '?only_with_upcoming=true'].flatMap(
    query => ['venues', 'organizers'].map(path => `/${path}${query}`),
  )
  return [...events, ...others].map((path, at) => ({
    name: 'api',
    url: `${byTurns(at) === 'en' ? '' : `/${byTurns(at)}`}${api}${path}`,
  }))
}
