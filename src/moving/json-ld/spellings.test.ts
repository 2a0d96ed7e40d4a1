import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceOf } from '../../../test/support/import-source.ts'
import type { Values } from '../../define/param.ts'
import { readJsonLd } from './read-json-ld.ts'

const context = { zone: 'Europe/Paris', language: 'en', now: 1_800_000_000 } as const

async function valuesIn(bytes: Buffer): Promise<Values | undefined> {
  const source = sourceOf('https://town.example/fair', bytes)
  for await (const each of readJsonLd(source, context)) if ('values' in each) return each.values
  return undefined
}

const fair = { '@type': 'Event', name: 'Fair', startDate: '2027-07-04T20:00' }
const read = (event: object) => valuesIn(Buffer.from(JSON.stringify({ ...fair, ...event })))

test('availability is the best of all offers, and nothing of an event that is off', async () => {
  const availabilityOf = async (...terms: unknown[]) =>
    (await read({ offers: terms.map(availability => ({ availability })) }))?.availability
  assert.equal(await availabilityOf('https://schema.org/SoldOut'), 'sold_out')
  assert.equal(await availabilityOf({ '@id': 'schema:OutOfStock' }, 'SoldOut'), 'sold_out')
  assert.equal(await availabilityOf('SoldOut', 'LimitedAvailability'), 'few_left')
  assert.equal(await availabilityOf('LimitedAvailability', 'InStock'), 'available')
  assert.equal(await availabilityOf('PreOrder', ''), undefined)
  for (const eventStatus of ['EventCancelled', 'EventPostponed']) {
    const off = await read({ eventStatus, offers: { availability: 'SoldOut' } })
    assert.equal(off?.availability, undefined)
  }
})

test('a status is read as a text, a node, and among others', async () => {
  const cancelled = 'https://schema.org/EventCancelled'
  for (const eventStatus of [
    cancelled,
    'EventCancelled',
    { '@id': cancelled },
    { '@type': 'EventStatusType', '@id': 'schema:EventCancelled' },
    ['https://schema.org/EventRescheduled', cancelled],
    [{ '@id': 'https://schema.org/EventScheduled' }, { '@id': cancelled }],
  ])
    assert.equal(
      (await read({ eventStatus }))?.event_status,
      'cancelled',
      JSON.stringify(eventStatus),
    )
  // stated, so that an event that was cancelled before takes place again
  for (const eventStatus of ['EventScheduled', 'https://schema.org/EventRescheduled'])
    assert.equal((await read({ eventStatus }))?.event_status, 'scheduled', eventStatus)
  assert.equal((await read({}))?.event_status, undefined)
  const online = { '@id': 'https://schema.org/OnlineEventAttendanceMode' }
  assert.equal((await read({ eventAttendanceMode: online }))?.attendance, 'online')
})

test('an offset is written with minutes or without', async () => {
  for (const offset of ['+02:00', '+0200', '+02']) {
    const values = await read({ startDate: `2027-07-04T20:00${offset}` })
    assert.deepEqual(
      [values?.start_date, values?.timezone],
      ['2027-07-04 20:00:00', 'Europe/Paris'],
    )
  }
})

test('times beyond the year 9999 are those of its last second', async () => {
  const last = '9999-12-31 23:59:59'
  assert.equal((await read({ endDate: '9999-12-31T23:59:59Z' }))?.end_date, last)
  assert.equal((await read({ startDate: '9999-12-31T23:59:59Z' }))?.start_date, last)
  const long = await read({ startDate: '9999-12-31T20:00', duration: 'PT5H' })
  assert.equal(long?.end_date, last)
})

test('the times of a schedule are also written with their day', async () => {
  const eventSchedule = {
    repeatFrequency: 'P1W',
    startDate: '2027-07-04',
    startTime: '2027-07-04T20:00:00',
    endTime: '2027-07-04T22:00:00',
  }
  const values = await read({ startDate: '2027-07-04', endDate: '2027-12-26', eventSchedule })
  assert.deepEqual(
    [values?.start_date, values?.end_date],
    ['2027-07-04 20:00:00', '2027-07-04 22:00:00'],
  )
})

test('a page is read in the encoding that it states', async () => {
  const json = JSON.stringify({ ...fair, name: 'Fête d’été' })
  const html = (charset: string) =>
    `<html lang="fr"><meta charset="${charset}"><script type="application/ld+json">${json}</script></html>`
  const old = Buffer.from(html('ISO-8859-1').replace('’', '\x92'), 'latin1')
  assert.equal((await valuesIn(old))?.title, 'Fête d’été')
  for (const charset of ['utf-8', 'none'])
    assert.equal((await valuesIn(Buffer.from(html(charset))))?.title, 'Fête d’été')
})

test('what is stated and cannot be read is noted, and the event stays without it', async () => {
  const notesOf = async (event: object) => {
    const source = sourceOf('a.json', JSON.stringify({ ...fair, ...event }))
    for await (const each of readJsonLd(source, context))
      if ('values' in each)
        return (each.notes ?? []).map(({ params }) => [params?.name, params?.value].join(': '))
    return undefined
  }
  assert.deepEqual(
    await notesOf({ url: '/fair', image: 'fair.jpg', offers: [{ price: 'see below' }] }),
    ['url: /fair', 'image: fair.jpg', 'price: see below'],
  )
  for (const endDate of ['foo', 'T22:00', '2027-01-01', '2027-07-04T19:00'])
    assert.deepEqual(await notesOf({ endDate }), [`endDate: ${endDate}`])
  const starts = ['2027-07-04T20:00', '2027-07-05T20:00']
  assert.deepEqual(await notesOf({ startDate: starts, endDate: '2027-07-04T22:00' }), [
    'endDate: 2027-07-04T22:00',
  ])
  for (const endDate of ['2027-07-04', '2027-07-05T01:00', null, ''])
    assert.deepEqual(await notesOf({ endDate }), [])
  assert.deepEqual(await notesOf({ endDate: undefined, duration: 'long' }), ['duration: long'])
  const offers = { lowPrice: '5', highPrice: 'more or less' }
  assert.deepEqual(await notesOf({ offers }), ['price: more or less'])
  assert.deepEqual(
    await notesOf({
      url: 'example.org/fair',
      image: [{ '@type': 'ImageObject', contentUrl: 'https://example.org/a.jpg' }],
      offers: [{ price: '12,50' }, { price: 'EUR 5' }, { availability: 'InStock' }],
    }),
    [],
  )
})

test('coordinates have a comma or a point, and what is neither is left out', async () => {
  const pointOf = async (latitude: unknown, longitude: unknown) => {
    const values = await read({ location: { name: 'Hall', geo: { latitude, longitude } } })
    const { geo_lat, geo_lng } = Object(values?.venue)
    return [geo_lat, geo_lng]
  }
  assert.deepEqual(await pointOf('48,85', '2,35'), [48.85, 2.35])
  assert.deepEqual(await pointOf(' 48.85', -2.35), [48.85, -2.35])
  assert.deepEqual(await pointOf('48.85 N', '2.35 E'), [undefined, undefined])
})

test('a price that is a word for free is the cost', async () => {
  for (const [price, cost] of [
    ['Gratuit', 'Gratuit'],
    ['Entrée libre', 'Entrée libre'],
    ['Auf Anfrage', undefined],
  ])
    assert.equal((await read({ offers: { price } }))?.cost, cost)
})

test('days that end at the next midnight end before it', async () => {
  const days = await read({ startDate: '2027-07-04', endDate: '2027-07-06T00:00' })
  assert.deepEqual([days?.end_date, days?.all_day], ['2027-07-05 23:59:59', true])
  const one = await read({ startDate: '2027-07-04', endDate: '2027-07-04T00:00' })
  assert.equal(one?.end_date, '2027-07-04 23:59:59')
})

test('a URL without its site is one of the site of the page', async () => {
  const values = await read({ image: { contentUrl: '/poster.jpg' }, url: '/events/fair' })
  assert.deepEqual(
    [values?.image, values?.website],
    ['https://town.example/poster.jpg', 'https://town.example/events/fair'],
  )
})
