import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoCalendar } from './calendar.ts'
import type { EventDraft } from './draft.ts'
import { everySeries } from './series/every.ts'

const today = '2026-07-26'
const { events, ...records } = demoCalendar(today)
const everyEvent = [...events]
const everyRecord = [
  ...records.categories,
  ...records.tags,
  ...records.venues,
  ...records.organizers,
  ...everyEvent,
]

test('the same day, count and seed always give the same calendar', () => {
  assert.deepEqual([...demoCalendar(today).events], everyEvent)
  assert.deepEqual([...events], everyEvent)
})

test('another seed gives other events on the same days', () => {
  const others = [...demoCalendar(today, 300, 2).events]
  assert.deepEqual(
    others.map(({ key }) => key),
    everyEvent.map(({ key }) => key),
  )
  assert.notDeepEqual(others, everyEvent)
})

test('an invalid date is refused', () => {
  assert.throws(() => demoCalendar('tomorrow'), RangeError)
})

test('there are 300 events, 40 venues, 20 organizers, 15 categories and 24 tags', () => {
  assert.equal(events.length, 300)
  assert.equal(everyEvent.length, 300)
  assert.equal(records.venues.length, 40)
  assert.equal(records.organizers.length, 20)
  assert.equal(records.categories.length, 15)
  assert.equal(records.tags.length, 24)
  assert.ok(everySeries.length >= 45)
})

test('any number of events can be made, none and one included', () => {
  for (const count of [0, 1, 7, 299])
    assert.equal([...demoCalendar(today, count).events].length, count)
})

test('keys are unique and every reference resolves', () => holdTogether(everyEvent))

test('every venue, organizer, category and tag is used within a few years', () => {
  const years = [...demoCalendar(today, 2000).events]
  const used = {
    venues: new Set(years.map(({ venue }) => venue)),
    organizers: new Set(years.flatMap(({ organizers }) => organizers)),
    categories: new Set(years.flatMap(({ categories }) => categories)),
    tags: new Set(years.flatMap(({ tags }) => tags)),
  }
  for (const kind of ['venues', 'organizers', 'categories', 'tags'] as const) {
    const unused = records[kind].filter(({ key }) => !used[kind].has(key)).map(({ key }) => key)
    assert.deepEqual(unused, [], kind)
  }
})

test('a parent category comes before its children', () => {
  const seen = new Set<string>()
  for (const { key, parent } of records.categories) {
    if (parent) assert.ok(seen.has(parent), key)
    seen.add(key)
  }
})

test('categories, tags, venues and organizers have texts in both languages', () => {
  const names = {
    categories: 'name',
    tags: 'name',
    venues: 'venue',
    organizers: 'organizer',
  } as const
  for (const [kind, field] of Object.entries(names)) {
    for (const { key, body } of records[kind as keyof typeof names]) {
      const english = body as unknown as Record<string, string>
      const french = body.translations?.fr as unknown as Record<string, string>
      assert.equal(body.ml_language, 'en', key)
      assert.ok(english[field] && french[field], key)
      if (kind === 'tags') continue
      assert.ok(english.description && french.description, key)
      assert.notEqual(english.description, french.description, key)
    }
  }
})

test('names and slugs of terms are distinct across languages', () => {
  const terms = [...records.categories, ...records.tags]
  const names = terms.flatMap(({ body }) => [body.name, body.translations?.fr.name])
  const slugs = records.categories.flatMap(({ body }) => [body.slug, body.translations?.fr.slug])
  assert.equal(new Set(names).size, names.length)
  assert.equal(new Set(slugs).size, slugs.length)
})

test('every event is well formed', () => {
  for (const event of everyEvent) assertWellFormed(event)
})

test('most events have texts in both languages, a few in one', () => {
  const only = (language: string) =>
    everyEvent.filter(({ body }) => !body.translations && body.ml_language === language).length
  assert.ok(only('en') >= 3 && only('en') <= 20, `${only('en')} in English only`)
  assert.ok(only('fr') >= 3 && only('fr') <= 20, `${only('fr')} in French only`)
})

test('events spread around today, whatever the season', () => {
  for (const day of ['2026-01-15', '2026-03-31', '2026-05-25', '2026-09-10', '2027-12-01']) {
    const starts = [...demoCalendar(day).events].map(({ body }) => daysFrom(day, body.start_date))
    assert.ok(Math.min(...starts) >= -60 && Math.min(...starts) <= -55, day)
    assert.ok(Math.max(...starts) >= 210 && Math.max(...starts) <= 260, day)
    const upcoming = starts.filter(start => start >= 0).length
    assert.ok(upcoming >= 210 && upcoming <= 265, `${upcoming} from ${day} on`)
    for (let from = -60; from < 200; from += 20) {
      assert.ok(starts.filter(start => start >= from && start < from + 20).length >= 8, day)
    }
  }
})

test('an exhibition is running today', () => {
  const running = everyEvent.filter(
    ({ body }) =>
      body.all_day && body.start_date <= `${today} 00:00:00` && body.end_date > `${today} 23:59:00`,
  )
  assert.ok(running.some(({ categories }) => categories.includes('exhibitions')))
})

test('the calendar has a little of everything', () => {
  const amounts: [string, (event: EventDraft) => boolean, least: number, most: number][] = [
    ['featured', ({ body }) => body.featured === true, 10, 60],
    ['sticky', ({ body }) => body.sticky === true, 1, 2],
    ['ticketed', ({ body }) => body.ticketed === true, 20, 120],
    ['draft', ({ body }) => body.status === 'draft', 2, 4],
    ['pending', ({ body }) => body.status === 'pending', 1, 1],
    ['free', ({ body }) => body.cost === '0', 80, 200],
    ['in dollars', ({ body }) => /^\$\d/.test(body.cost ?? ''), 20, 150],
    ['in dollars, French style', ({ body }) => /\d \$$/.test(body.cost ?? ''), 5, 80],
    ['in euros', ({ body }) => /\d €$/.test(body.cost ?? ''), 5, 40],
    ['price range', ({ body }) => body.cost?.includes(' – ') === true, 30, 150],
    ['without a venue', ({ venue }) => venue === null, 10, 50],
    ['online', ({ tags }) => tags.includes('online'), 4, 20],
    ['whole days', ({ body }) => body.all_day, 5, 40],
    ['several organizers', ({ organizers }) => organizers.length > 1, 30, 200],
    ['website', ({ body }) => body.website !== undefined, 30, 150],
  ]
  for (const [name, holds, min, max] of amounts) {
    const amount = everyEvent.filter(holds).length
    assert.ok(amount >= min && amount <= max, `${amount} ${name}`)
  }
  assert.deepEqual([...new Set(everyEvent.map(({ body }) => body.timezone))].toSorted(), [
    'America/Moncton',
    'America/Toronto',
    'America/Vancouver',
    'Europe/London',
    'Europe/Paris',
  ])
})

test('titles and texts of the list differ from each other', () => {
  const titles = new Map<string, number>()
  for (const { body } of everyEvent) titles.set(body.title, (titles.get(body.title) ?? 0) + 1)
  assert.ok(titles.size >= 250, `${titles.size} different titles`)
  assert.ok(Math.max(...titles.values()) <= 4)
})

test('nothing points at a real site, mailbox or telephone', () => {
  const all = JSON.stringify(everyRecord)
  for (const [address, host] of all.matchAll(/https?:\/\/([^/"\s]+)/g)) {
    assert.match(host ?? '', /\.example$/, address)
  }
  for (const [address] of all.matchAll(/[\w.-]+@[\w.-]+/g)) assert.match(address, /\.example$/)
  // kept for fiction: North America 555-01xx, France 01 99 00 and 04 65 71, London 020 7946 0xxx
  const fictional = /^(\d{3}-555-01\d\d|01 99 00 \d\d \d\d|04 65 71 \d\d \d\d|020 7946 0\d{3})$/
  const phones = [...records.venues, ...records.organizers].map(({ body }) => body.phone)
  for (const phone of phones) assert.match(phone, fictional)
  assert.equal(new Set(phones).size, phones.length)
})

test('venues lie near the centre of their city', () => {
  for (const { key, body } of records.venues) {
    assert.ok(Number(body.geo_lat) > 43 && Number(body.geo_lat) < 52, key)
    assert.ok(Number(body.geo_lng) > -124 && Number(body.geo_lng) < 6, key)
  }
  const places = records.venues.map(({ body }) => `${body.geo_lat},${body.geo_lng}`)
  assert.equal(new Set(places).size, places.length)
})

test('a large calendar spans years and follows its rules', () => {
  const many = [...demoCalendar(today, 5000).events]
  assert.equal(many.length, 5000)
  assert.deepEqual(many.slice(0, 300), everyEvent)
  holdTogether(many)
  for (const event of many) assertWellFormed(event)
})

test('a very large calendar is written as it is read', () => {
  const { events } = demoCalendar(today, 100_000)
  assert.equal(events.length, 100_000)
  const [first] = events
  assert.deepEqual(first, everyEvent[0])
})

function holdTogether(events: EventDraft[]) {
  const keys = {
    venues: new Set(records.venues.map(({ key }) => key)),
    organizers: new Set(records.organizers.map(({ key }) => key)),
    categories: new Set(records.categories.map(({ key }) => key)),
    tags: new Set(records.tags.map(({ key }) => key)),
  }
  for (const [kind, keyNames] of Object.entries(keys)) {
    assert.equal(keyNames.size, records[kind as keyof typeof records].length, kind)
  }
  assert.equal(new Set(events.map(({ key }) => key)).size, events.length)
  for (const { key, venue, organizers, categories, tags } of events) {
    if (venue !== null) assert.ok(keys.venues.has(venue), `${key}: ${venue}`)
    assert.ok(organizers.length > 0 && categories.length > 0, key)
    for (const kind of ['organizers', 'categories', 'tags'] as const) {
      const named = { organizers, categories, tags }[kind]
      assert.equal(new Set(named).size, named.length, key)
      for (const name of named) assert.ok(keys[kind].has(name), `${key}: ${name}`)
    }
  }
}

function assertWellFormed({ key, body }: EventDraft) {
  const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
  assert.match(body.start_date, moment, key)
  assert.match(body.end_date, moment, key)
  assert.match(body.date, moment, key)
  assert.ok(body.start_date < body.end_date, key)
  assert.ok(body.date < body.start_date && body.date < today, key)
  if (body.all_day) {
    assert.ok(body.start_date.endsWith('00:00:00') && body.end_date.endsWith('23:59:59'), key)
  }
  const { translations } = body
  for (const text of translations ? [body, translations.fr] : [body]) {
    assert.ok(text.title.length > 0 && text.title.length <= 120, key)
    assert.match(text.excerpt, /^[^<{]{15,}[.!?]$/, key)
    assert.match(text.description, /^<p>[^{}]+$/, key)
    assert.doesNotMatch(text.title + text.description, /undefined|null|'|\.\.|\?\./, key)
    assert.equal(text.website === undefined, body.website === undefined, key)
  }
  if (translations) {
    assert.equal(body.ml_language, 'en', key)
    assert.notEqual(body.description, translations.fr.description, key)
  }
}

function daysFrom(day: string, start: string): number {
  return (
    (Date.parse(`${start.slice(0, 10)}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000
  )
}
