import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Around, readMoment } from './typed-moment.ts'

// a Wednesday
const now = '2027-05-05T15:30'
const en: Around = { language: 'en', locale: 'en-GB', now, value: '' }
const fr: Around = { language: 'fr', locale: 'fr-FR', now, value: '' }
const start = '2027-05-08T20:00'

const understood = (around: Around, table: Record<string, string | undefined>) => {
  for (const [typed, moment] of Object.entries(table))
    assert.equal(readMoment(typed, around), moment, typed)
}

test('a start is typed as people type it in English', () => {
  understood(en, {
    'sat 8pm': '2027-05-08T20:00',
    'Saturday at 8:30 pm': '2027-05-08T20:30',
    'sat 20': '2027-05-08T20:00',
    'next sat 8 p.m.': '2027-05-08T20:00',
    'wed 10am': '2027-05-12T10:00',
    'wed 6pm': '2027-05-05T18:00',
    'tomorrow noon': '2027-05-06T12:00',
    tonight: '2027-05-05T20:00',
    'today 18:00': '2027-05-05T18:00',
    '8pm': '2027-05-05T20:00',
    '9am': '2027-05-06T09:00',
    '10 May 20:00': '2027-05-10T20:00',
    'May 10, 8pm': '2027-05-10T20:00',
    'May 10th 2028 8pm': '2028-05-10T20:00',
    'sat 8 May 8pm': '2027-05-08T20:00',
    '4 May 8pm': '2028-05-04T20:00',
    '5/12 8pm': '2027-12-05T20:00',
    '2027-06-01 19:00': '2027-06-01T19:00',
    '12am': '2027-05-06T00:00',
    'in 3 days': '2027-05-08T15:30',
    'sat midnight': '2027-05-09T00:00',
  })
  understood({ ...en, locale: 'en-US' }, { '5/12 8pm': '2027-05-12T20:00' })
})

test('a start is typed as people type it in French', () => {
  understood({ ...fr, locale: 'fr-CA-x-acute' }, { '5/12 20h': '2027-12-05T20:00' })
  understood(fr, {
    'sam. 20h': '2027-05-08T20:00',
    'samedi à 20 h 30': '2027-05-08T20:30',
    'sam 20h30': '2027-05-08T20:30',
    'samedi prochain 20h': '2027-05-08T20:00',
    'mar. 10h': '2027-05-11T10:00',
    '10 mars 10h': '2028-03-10T10:00',
    'demain midi': '2027-05-06T12:00',
    'après-demain 9h': '2027-05-07T09:00',
    'aujourd’hui 18h': '2027-05-05T18:00',
    'ce soir': '2027-05-05T20:00',
    'ce soir à 21h': '2027-05-05T21:00',
    'le 1er juin à 19h': '2027-06-01T19:00',
    '14 juil. 20h': '2027-07-14T20:00',
    '3 août 2028 20 heures': '2028-08-03T20:00',
    '5/12 à 20h': '2027-12-05T20:00',
    '20:15': '2027-05-05T20:15',
    'dans 2 semaines': '2027-05-19T15:30',
  })
})

test('an end is typed by its length, by an hour after the start, or by its day', () => {
  understood(
    { ...en, start, value: '2027-05-08T21:00' },
    {
      '+2h': '2027-05-08T22:00',
      '+1h30': '2027-05-08T21:30',
      '+1.5h': '2027-05-08T21:30',
      '+90 min': '2027-05-08T21:30',
      'for 2 hours': '2027-05-08T22:00',
      '+2 days': '2027-05-10T20:00',
      'until 10pm': '2027-05-08T22:00',
      'until midnight': '2027-05-09T00:00',
      'until 2am': '2027-05-09T02:00',
      'sun 6pm': '2027-05-09T18:00',
    },
  )
  understood(
    { ...fr, start, value: '' },
    {
      '+2h': '2027-05-08T22:00',
      'pendant 2 h': '2027-05-08T22:00',
      'jusqu’à 22h': '2027-05-08T22:00',
      'jusqu’au 10 mai 18h': '2027-05-10T18:00',
      'jusqu’à minuit': '2027-05-09T00:00',
      '+2 j': '2027-05-10T20:00',
    },
  )
})

test('a day alone keeps the hour that is set; whole days have none', () => {
  assert.equal(readMoment('sun', { ...en, value: '2027-05-08T20:00' }), '2027-05-09T20:00')
  assert.equal(readMoment('9pm', { ...en, value: '2027-05-08T20:00' }), '2027-05-08T21:00')
  assert.equal(readMoment('sun', { ...en, isDay: true }), '2027-05-09T00:00')
  assert.equal(readMoment('+2 days', { ...en, isDay: true, start }), '2027-05-10T00:00')
})

test('text without meaning is not guessed, and no text takes long', () => {
  const short = `sat|8|party|sat 25|25:00|13pm|0pm|8:75pm|31 feb 8pm|ju 8pm|10 ma 8pm|sat party 8pm|99/99 8pm|+2|+x h|tomorrow x|0000-01-01 8pm|`
  for (const typed of short.split('|')) assert.equal(readMoment(typed, en), undefined, typed)
  for (const part of ['1 ', 'a', '+', ' ', '8pm', '10/'])
    assert.equal(readMoment(part.repeat(100_000), en), undefined, part)
})
