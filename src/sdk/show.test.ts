import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf, type ImageView, plainText, srcset, startOf, venuesOf, whenOf } from './client.ts'

const event = {
  start_date: '2026-12-05 20:00:00',
  end_date: '2026-12-05 22:30:00',
  utc_start_date: '2026-12-05 19:00:00',
  utc_end_date: '2026-12-05 21:30:00',
  all_day: false,
}
const plainSpaces = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ')

test('the start and the end of an event are moments', () => {
  assert.equal(startOf(event).toISOString(), '2026-12-05T19:00:00.000Z')
  assert.equal(endOf(event).toISOString(), '2026-12-05T21:30:00.000Z')
})

test('dates are written in a language, in the local time of the event, wherever the reader is', () => {
  assert.match(plainSpaces(whenOf(event, 'en')), /^Saturday 5 December 2026, 8 pm – 10:30 pm$/)
  assert.match(plainSpaces(whenOf(event, 'fr')), /^samedi 5 décembre 2026, 20 h – 22 h 30$/)
  assert.match(plainSpaces(whenOf(event, 'en-US')), /^Saturday, December 5, 2026, 8 PM – 10:30 PM$/)
  assert.match(
    plainSpaces(whenOf(event, 'en-CA')),
    /^Saturday, December 5, 2026, 8 p.m. – 10:30 p.m.$/,
  )
  // a language that the calendar has not is that of Intl
  assert.match(plainSpaces(whenOf(event, 'de')), /^Samstag, 5. Dezember 2026.* 20:00–22:30 Uhr$/)
  assert.equal(
    plainSpaces(whenOf({ ...event, end_date: '2026-12-06 02:00:00' }, 'fr')),
    'samedi 5 décembre 2026, 20 h – dimanche 6 décembre 2026, 2 h',
  )
  assert.equal(
    plainSpaces(whenOf({ ...event, end_date: event.start_date }, 'fr')),
    'samedi 5 décembre 2026, 20 h',
  )
  const days = { ...event, end_date: '2026-12-06 23:59:59', all_day: true }
  const short = plainSpaces(whenOf(days, 'en-GB', { dateStyle: 'medium' }))
  assert.match(short, /^5 ?– ?6 Dec 2026$/)
})

test('the first of a month is “1er” in French, alone and in a range', () => {
  const text = (from: string, to: string, language: string, style = {}) => {
    const dates = { start_date: `${from} 00:00:00`, end_date: `${to} 23:59:59`, all_day: true }
    return plainSpaces(whenOf(dates, language, { dateStyle: 'long', ...style })).replace(
      / ?– ?/,
      '–',
    )
  }
  for (const [from, to, french] of [
    ['2027-03-01', '2027-03-01', '1er mars 2027'],
    ['2027-03-01', '2027-03-03', '1er–3 mars 2027'],
    ['2027-02-28', '2027-03-01', '28 février–1er mars 2027'],
    ['2027-03-11', '2027-03-21', '11–21 mars 2027'],
  ] as const)
    assert.equal(text(from, to, 'fr'), french)
  assert.equal(text('2027-03-01', '2027-03-01', 'fr-CA'), '1er mars 2027')
  assert.equal(text('2027-03-01', '2027-03-01', 'fr', { dateStyle: 'short' }), '01/03/2027')
  assert.equal(text('2027-03-01', '2027-03-01', 'en-GB'), '1 March 2027')
  const evening = {
    start_date: '2027-03-01 20:00:00',
    end_date: '2027-03-01 22:00:00',
    all_day: false,
  }
  assert.match(plainSpaces(whenOf(evening, 'fr')), /^lundi 1er mars 2027, 20 h – 22 h$/)
})

test('venues are a list, however many there are', () => {
  type WithVenues = Parameters<typeof venuesOf>[0]
  const park = { id: 1, venue: 'Park' }
  for (const [venue, ids] of [
    [park, [1]],
    [[], []],
    [
      [park, { id: 2 }],
      [1, 2],
    ],
  ] as const)
    assert.deepEqual(
      venuesOf({ venue } as unknown as WithVenues).map(({ id }) => id),
      ids,
    )
})

test('a srcset has the sizes that show the whole image, each width once', () => {
  const size = (name: string, width: number, height: number) => [
    name,
    { width, height, filesize: 1, 'mime-type': 'image/webp', url: `/${name}.webp` },
  ]
  const image = {
    url: '/full.jpg',
    id: 1,
    extension: 'jpg',
    width: 1200,
    height: 801,
    filesize: 1,
    alt: '',
    sizes: Object.fromEntries([
      size('large', 1024, 684),
      size('thumbnail', 150, 150),
      size('medium', 300, 200),
      size('same', 300, 200),
    ]),
  } as ImageView
  assert.equal(srcset(image), '/same.webp 300w, /large.webp 1024w, /full.jpg 1200w')
  assert.equal(srcset(false), '')
})

test('a title becomes plain text', () => {
  assert.equal(
    plainText('Jazz &#038; <em>blues</em> &lt;3 &#x263a; &eacute; &#9999999;'),
    'Jazz & blues <3 ☺ &eacute; &#9999999;',
  )
})
