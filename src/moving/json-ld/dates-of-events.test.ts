import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceOf } from '../../../test/support/import-source.ts'
import { isObject } from '../../define/base/objects.ts'
import type { Item, Yielded } from '../base/item.ts'
import { readJsonLd } from './read-json-ld.ts'

const context = { zone: 'Europe/Paris', language: 'en', now: 1_800_000_000 } as const

async function all(document: unknown): Promise<Yielded[]> {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  return Array.fromAsync(readJsonLd(sourceOf('https://town.example/', text), context))
}

const itemsOf = async (document: unknown): Promise<Item[]> =>
  (await all(document)).filter(each => 'values' in each)

/** Start, end and recurrence of the one event of a document. */
async function whenOf(event: object) {
  const [item] = await itemsOf({ '@type': 'Event', name: 'B', ...event })
  const { start_date, end_date, recurrence = [] } = item?.values ?? {}
  const notes = (item?.notes ?? []).map(({ sentence }) => sentence.en)
  return [start_date, end_date, ...[recurrence].flat(), ...notes]
}

const placeIn = ({ venue }: Item['values']) => (isObject(venue) ? venue.venue : undefined)

const [fifth, ninth] = ['2027-06-05', '2027-06-09']
const evening = (day: string) => ({
  '@type': 'Schedule',
  startDate: day,
  endDate: day,
  startTime: '20:00',
  endTime: '22:00',
})

test('several starts, and a schedule for each performance, are dates', async () => {
  const dates = [
    '2027-06-05 20:00:00',
    '2027-06-05 22:00:00',
    'RDATE:20270605T200000,20270609T200000',
  ]
  const startDate = [`${fifth}T20:00`, `${ninth}T20:00`]
  assert.deepEqual(
    await whenOf({ startDate, endDate: [`${fifth}T22:00`, `${ninth}T22:00`] }),
    dates,
  )
  const eventSchedule = [evening(fifth), evening(ninth)]
  const span = { startDate: fifth, endDate: ninth }
  assert.deepEqual(await whenOf({ ...span, eventSchedule }), dates)
  const longer = { ...evening(ninth), endTime: '23:30' }
  assert.deepEqual(await whenOf({ eventSchedule: [evening(fifth), longer] }), [
    ...dates.slice(0, 2),
    'RDATE:20270605T200000',
    'RDATE;VALUE=PERIOD:20270609T200000/20270609T233000',
  ])
})

test('two rules that end are dates; of two that do not, one stays', async () => {
  const weekly = (byDay: string, startTime: string, more: object = { endDate: '2027-06-15' }) => ({
    repeatFrequency: 'P1W',
    byDay,
    startDate: '2027-06-01',
    startTime,
    duration: 'PT1H',
    ...more,
  })
  const eventSchedule = [weekly('Tuesday', '18:00'), weekly('Thursday', '17:00')]
  assert.deepEqual(await whenOf({ startDate: '2027-06-01', eventSchedule }), [
    '2027-06-01 18:00:00',
    '2027-06-01 19:00:00',
    'RDATE:20270601T180000,20270603T170000,20270608T180000,20270610T170000,20270615T180000',
  ])
  const endless = [weekly('Tuesday', '18:00', {}), weekly('Thursday', '17:00', {})]
  assert.deepEqual(await whenOf({ startDate: '2027-06-01', eventSchedule: endless }), [
    '2027-06-01 18:00:00',
    '2027-06-01 19:00:00',
    'RRULE:FREQ=WEEKLY;BYDAY=TU',
    'eventSchedule cannot be read as one rule: only the dates beside it are imported.',
  ])
})

test('the start of a schedule bounds its rule, and is no date itself', async () => {
  const eventSchedule = {
    repeatFrequency: 'P1W',
    byDay: 'Tuesday',
    startDate: '2027-01-01',
    startTime: '18:00',
  }
  assert.deepEqual(await whenOf({ eventSchedule }), [
    '2027-01-05 18:00:00',
    '2027-01-05 18:00:00',
    'RRULE:FREQ=WEEKLY;BYDAY=TU',
  ])
})

test('parts take from their event what they lack', async () => {
  const tour = {
    '@type': 'EventSeries',
    name: 'Tour',
    startDate: fifth,
    endDate: ninth,
    location: { '@type': 'Place', name: 'Hall' },
    offers: { price: 5, priceCurrency: 'EUR' },
    subEvent: [
      { '@type': 'Event', startDate: `${fifth}T20:00` },
      { '@type': 'Event', startDate: `${ninth}T20:00`, name: 'Last night' },
    ],
  }
  assert.deepEqual(
    (await itemsOf(tour)).map(({ values }) => [values.title, placeIn(values), values.cost]),
    [
      ['Tour', 'Hall', '5 EUR'],
      ['Last night', 'Hall', '5 EUR'],
    ],
  )
  const screening = { '@type': 'ScreeningEvent', workPresented: { name: 'Film' }, startDate: fifth }
  const graph = [
    { '@id': '#all', '@type': 'Festival', name: 'All', startDate: fifth, location: 'Park' },
    { '@type': 'Event', superEvent: { '@id': '#all' }, startDate: ninth },
    screening,
  ]
  assert.deepEqual(
    (await itemsOf({ '@graph': graph })).map(({ values }) => [values.title, placeIn(values)]),
    [
      ['All', 'Park'],
      ['All', 'Park'],
      ['Film', undefined],
    ],
  )
})

test('containers and spellings of the vocabulary', async () => {
  const event = { '@type': 'Event', name: 'B', startDate: fifth }
  const documents = [
    { '@type': 'DataFeed', dataFeedElement: [event] },
    { '@type': 'DataFeed', dataFeedElement: [{ '@type': 'DataFeedItem', item: event }] },
    { '@type': 'WebPage', about: event },
    { '@type': 'Course', hasCourseInstance: [{ ...event, '@type': 'CourseInstance' }] },
    { '@type': 'Place', subjectOf: event },
    { '@type': 'schema:Event', 'schema:name': 'B', 'schema:startDate': fifth },
    {
      '@context': { sdo: 'https://schema.org/' },
      '@type': 'sdo:Event',
      'sdo:name': 'B',
      'sdo:startDate': fifth,
    },
    { '@type': 'EventSeries', name: 'B', startDate: fifth, subEvent: [] },
    {
      '@type': 'EventSeries',
      name: 'Run',
      startDate: '2027-01-01',
      subEvent: [{ '@type': 'Event', name: 'B', startDate: fifth }],
    },
    [
      {
        '@type': ['http://schema.org/Event'],
        'http://schema.org/name': [{ '@value': 'B' }],
        'http://schema.org/startDate': [{ '@value': fifth }],
      },
    ],
    { type: 'Event', id: 'https://town.example/b', name: 'B', startDate: fifth },
    `<script type="application/ld+json">${JSON.stringify(event)};</script>`,
    `<script type="application/ld+json">${JSON.stringify(event).replace('}', ',}')}</script>`,
    `<script type="application/ld+json">{"@type":"Thing"} ${JSON.stringify(event)}</script>`,
  ]
  for (const document of documents)
    assert.deepEqual(
      (await itemsOf(document)).map(({ values }) => [values.title, values.start_date]),
      [['B', '2027-06-05 00:00:00']],
      JSON.stringify(document),
    )
})

test('a source in which no event is recognized is refused', async () => {
  for (const document of [{ '@type': 'Organization', name: 'Town' }, '<html><p>Soon</p></html>'])
    assert.deepEqual(
      (await all(document)).map(each => 'refused' in each && each.refused.sentence.en.slice(0, 37)),
      ['No event of schema.org is recognized.'],
    )
})

test('dates of generators that are nearly those of ISO 8601', async () => {
  const starts: Record<string, string | undefined> = {
    '2027-6-5T20:00-0:00': '2027-06-05 22:00:00',
    '2027-06-05T20:00+2:00': '2027-06-05 20:00:00',
    'June 5, 2027 8:00 PM': '2027-06-05 20:00:00',
    'Sat Jun 05 2027 20:00:00 GMT+0200 (CEST)': '2027-06-05 20:00:00',
    '13/06/2027 20:00': '2027-06-13 20:00:00',
    '05/06/2027': undefined,
    tomorrow: undefined,
    '1812218400': '2027-06-05 20:00:00',
    '2027-06-05T20:00/2027-06-05T22:00': '2027-06-05 20:00:00',
  }
  for (const [startDate, start] of Object.entries(starts)) {
    const [item] = await itemsOf({ '@type': 'Event', name: 'B', startDate })
    assert.equal(item?.values.start_date, start, startDate)
  }
  const eventSchedule = { repeatFrequency: 'P1D', startDate: fifth, startTime: 'T18:00' }
  assert.equal((await whenOf({ eventSchedule }))[0], '2027-06-05 18:00:00')
})

test('prices, pages of offers, several places and names in several languages', async () => {
  const costs: [offers: object, cost: string | undefined][] = [
    [{ priceSpecification: { price: 12, priceCurrency: 'EUR' } }, '12 EUR'],
    [{ price: '$15' }, '$15'],
    [{ price: '1,200.00', priceCurrency: 'USD' }, '1200.00 USD'],
  ]
  for (const [offers, cost] of costs) {
    const [item] = await itemsOf({ '@type': 'Event', name: 'B', startDate: fifth, offers })
    assert.equal(item?.values.cost, cost)
  }
  const [item] = await itemsOf({
    '@type': 'Event',
    name: { fr: 'Été', en: 'Summer' },
    startDate: fifth,
    inLanguage: 'fr-FR',
    url: 'town.example/b',
    offers: [{ price: 1, url: 'https://tickets.example/b' }],
    location: [
      { '@type': 'Place', name: 'Hall' },
      { '@type': 'Place', name: 'Yard' },
    ],
  })
  const { title, translations, website, registration_url, venue } = item?.values ?? {}
  assert.deepEqual(
    [item?.language, title, translations, website, registration_url],
    [
      'fr',
      'Été',
      { en: { title: 'Summer' } },
      'https://town.example/b',
      'https://tickets.example/b',
    ],
  )
  assert.deepEqual(venue, [{ venue: 'Hall' }, { venue: 'Yard' }])
})
