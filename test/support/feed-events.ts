import fc from 'fast-check'
import { usualLocale } from '../../src/define/text/locales.ts'
import { daySeconds, endOfDay, startOfDay, wallTime } from '../../src/define/time/clock.ts'
import { instantOf, wallOf } from '../../src/define/time/zone.ts'
import type {
  FeedAbout,
  FeedEvent,
  FeedFormat,
  FeedOrganizer,
  FeedVenue,
} from '../../src/web/feeds/format.ts'
import { anyText } from './any-text.ts'

type Named<T> = Omit<T, 'name'> & { name: string }

/** A feed event as tests write it: names as plain text. */
type Brief = Partial<
  Omit<FeedEvent, 'title' | 'categories' | 'tags' | 'venues' | 'organizers'> & {
    title: string
    categories: string[]
    tags: string[]
    venues: (Omit<Named<FeedVenue>, 'point'> & { point?: FeedVenue['point'] })[]
    organizers: Named<FeedOrganizer>[]
  }
>

const textView = (text: string) => ({ text, lang: undefined })
const named = <T extends { name: string }>(list: readonly T[] = []) =>
  list.map(each => ({ ...each, name: textView(each.name) }))
const terms = (names: readonly string[] = []) => names.map(name => ({ name: textView(name) }))

/** An event of a feed; missing values are ordinary. */
export function feedEventOf({
  title = 'Summer fair',
  categories,
  tags,
  venues,
  organizers,
  ...of
}: Brief = {}): FeedEvent {
  const zone = of.zone ?? 'Europe/Paris'
  const starts = of.starts ?? wallTime(2027, 7, 4, 20)
  const ends = of.ends ?? starts + 7200
  return {
    id: 12,
    occurrence: of.id ?? 12,
    version: 3,
    language: 'en',
    locale: usualLocale(of.language ?? 'en'),
    title: textView(title),
    url: 'https://calendar.example/event/summer-fair/',
    html: '<p>Come &amp; see.</p>',
    summary: '',
    isAllDay: false,
    zone,
    starts,
    ends,
    utcStarts: instantOf(starts, zone),
    utcEnds: instantOf(ends, zone),
    original: starts,
    isDate: false,
    recurrence: '',
    published: wallTime(2026, 11, 1, 10),
    updated: wallTime(2026, 11, 20, 10),
    status: 'publish',
    held: 'scheduled',
    reason: '',
    attendance: 'in_person',
    onlineUrl: '',
    fields: () => [],
    cost: '',
    isFeatured: false,
    categories: terms(categories),
    tags: terms(tags),
    venues: named(venues).map(venue => ({ point: undefined, ...venue })),
    organizers: named(organizers),
    ...of,
  }
}

export const feedAbout = (of: Partial<FeedAbout> = {}): FeedAbout => ({
  title: 'Events',
  language: 'en',
  locale: usualLocale(of.language ?? 'en'),
  page: 'https://calendar.example/events/',
  self: 'https://calendar.example/events.ics?categories=jazz',
  host: 'calendar.example',
  zone: 'Europe/Paris',
  isSingle: false,
  isReference: false,
  ...of,
})

export function written(
  format: FeedFormat,
  events: readonly FeedEvent[],
  about = feedAbout(),
): string {
  const writer = format.open(about)
  for (const event of events) writer.add(event)
  return Buffer.concat(writer.finish()).toString()
}

const words = anyText({ maxLength: 60 }).map(text =>
  text.toWellFormed().replace(/[\p{Cc}--[\t\n]]/gv, ''),
)
const url = fc.webUrl({ withQueryParameters: true })
const zones = ['UTC', 'Europe/Paris', 'America/St_Johns', 'UTC+5:30', '+02:00', 'Pacific/Apia']
const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** Any event: every text that a record can hold, in zones of every sort, between 1960 and 2100. */
export const anyFeedEvent: fc.Arbitrary<FeedEvent> = fc
  .record({
    id: fc.integer({ min: 1, max: 1e9 }),
    zone: fc.constantFrom(...zones),
    at: fc.integer({ min: wallTime(1960, 1, 1), max: wallTime(2100, 1, 1) }),
    lasts: fc.integer({ min: 0, max: 40 * daySeconds }),
    isAllDay: fc.boolean(),
    title: words,
    html: words,
    summary: words,
    cost: words,
    categories: fc.array(words, { maxLength: 3 }),
    url,
    venues: fc.array(fc.record({ name: words, url, address: words, point }), { maxLength: 2 }),
    organizers: fc.array(fc.record({ name: words, url, email: words, phone: words }), {
      maxLength: 3,
    }),
  })
  .map(({ at, lasts, zone, isAllDay, ...more }) => {
    const starts = isAllDay ? startOfDay(at) : wallOf(instantOf(at, zone), zone)
    const ends = isAllDay ? endOfDay(at + lasts) : wallOf(instantOf(starts, zone) + lasts, zone)
    return feedEventOf({ ...more, zone, isAllDay, starts, ends })
  })
