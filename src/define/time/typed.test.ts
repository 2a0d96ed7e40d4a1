import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatWall, type WallTime, wallTime } from './clock.ts'
import { parseMoment } from './parse.ts'
import { hoursTyped, type InForm, momentsIn, readInForm } from './typed.ts'
import { instantOf } from './zone.ts'

/** A Wednesday, half past three. */
const now = wallTime(2027, 5, 5, 15, 30)
const form: InForm = { now, form: { isMonthFirst: false } }
const start = wallTime(2027, 5, 8, 20)
const end: InForm = { ...form, start }

const written = (at: WallTime | undefined) =>
  at === undefined ? undefined : formatWall(at).slice(0, 16)

function understood(around: InForm, table: Record<string, string | undefined>) {
  for (const [typed, moment] of Object.entries(table))
    assert.equal(written(readInForm(typed, around)), moment, typed)
}

test('a start is typed in a form as people type it in English', () => {
  understood(form, {
    'sat 8pm': '2027-05-08 20:00',
    'Saturday at 8:30 pm': '2027-05-08 20:30',
    'sat 20': '2027-05-08 20:00',
    'next sat 8 p.m.': '2027-05-08 20:00',
    'next wed 8pm': '2027-05-12 20:00',
    'wed 10am': '2027-05-12 10:00',
    'wed 6pm': '2027-05-05 18:00',
    'tomorrow noon': '2027-05-06 12:00',
    '8pm tomorrow': '2027-05-06 20:00',
    tonight: '2027-05-05 20:00',
    'today 18:00': '2027-05-05 18:00',
    'the day after tomorrow at 9am': '2027-05-07 09:00',
    '8pm': '2027-05-05 20:00',
    '9am': '2027-05-06 09:00',
    '10 May 20:00': '2027-05-10 20:00',
    'May 10, 8pm': '2027-05-10 20:00',
    'May 10th 2028 8pm': '2028-05-10 20:00',
    '16-Jun-2027 8pm': '2027-06-16 20:00',
    'sat 8 May 8pm': '2027-05-08 20:00',
    '4 May 8pm': '2028-05-04 20:00',
    '5/12 8pm': '2027-12-05 20:00',
    '2027-06-01 19:00': '2027-06-01 19:00',
    '12am': '2027-05-06 00:00',
    'in 3 days': '2027-05-08 15:30',
    'in 2 weeks at 7pm': '2027-05-19 19:00',
    'first monday of january 7pm': '2028-01-03 19:00',
    '3rd thursday of november 2027 7pm': '2027-11-18 19:00',
    'last friday of may 18:30': '2027-05-28 18:30',
    'sat midnight': '2027-05-09 00:00',
  })
  understood(
    { now, form: { isMonthFirst: true } },
    {
      '5/12 8pm': '2027-05-12 20:00',
      '5-12-2027 8pm': '2027-05-12 20:00',
      '5.12. 8pm': '2027-12-05 20:00',
    },
  )
})

test('a number behind a weekday or an article is a day, if the next one is on that weekday', () => {
  const both = (typed: string) => {
    const found = momentsIn(typed, { ...form, hasEnd: true })
    return [written(found?.start), written(found?.end)]
  }
  for (const typed of [
    'samedi 8 à 20h',
    'le 8 à 20 h',
    'sam. 8 à 20h',
    'sat 8 at 8pm',
    'the 8th 8pm',
  ])
    assert.deepEqual(both(typed), ['2027-05-08 20:00', undefined], typed)
  assert.deepEqual(both('sat 8th 8-10pm'), ['2027-05-08 20:00', '2027-05-08 22:00'])
  assert.deepEqual(both('le 4 à 20h'), ['2027-06-04 20:00', undefined])
  assert.deepEqual(both('samedi 14 à 16h'), ['2027-05-08 14:00', '2027-05-08 16:00'])
  assert.deepEqual(both('le 32 à 20h'), [undefined, undefined])
})

test('a start is typed in a form as people type it in French', () => {
  understood(form, {
    'sam. 20h': '2027-05-08 20:00',
    'samedi à 20 h 30': '2027-05-08 20:30',
    'sam 20h30': '2027-05-08 20:30',
    'samedi prochain 20h': '2027-05-08 20:00',
    'mar. 10h': '2027-05-11 10:00',
    '10 mars 10h': '2028-03-10 10:00',
    'demain midi': '2027-05-06 12:00',
    'après-demain 9h': '2027-05-07 09:00',
    'aujourd’hui 18h': '2027-05-05 18:00',
    'ce soir': '2027-05-05 20:00',
    'ce soir à 21h': '2027-05-05 21:00',
    'le 1er juin à 19h': '2027-06-01 19:00',
    '14 juil. 20h': '2027-07-14 20:00',
    '3 août 2028 20 heures': '2028-08-03 20:00',
    '5/12 à 20h': '2027-12-05 20:00',
    '20:15': '2027-05-05 20:15',
    'dans 2 semaines': '2027-05-19 15:30',
    'dans 2 semaines à 19 h': '2027-05-19 19:00',
    'premier lundi de janvier 19h': '2028-01-03 19:00',
    'le 1er lundi d’août 2027 à 19h': '2027-08-02 19:00',
    'dernier vendredi d’avril 18h': '2028-04-28 18:00',
  })
})

test('what a request takes of strtotime, a form takes too', () => {
  understood(form, {
    'monday next week 7pm': '2027-05-10 19:00',
    '+2 weeks 7pm': '2027-05-19 19:00',
    'last day of february 2028 20:00': '2028-02-29 20:00',
    'second tuesday of next month 19:00': '2027-06-08 19:00',
    'next month 7pm': '2027-06-05 19:00',
    '2027-06-01T19:00:00': '2027-06-01 19:00',
  })
})

test('an end is typed by its length, by an hour after the start, or by its day', () => {
  understood(end, {
    '+2h': '2027-05-08 22:00',
    '+1h30': '2027-05-08 21:30',
    '+1.5h': '2027-05-08 21:30',
    '+90 min': '2027-05-08 21:30',
    '90 min': '2027-05-08 21:30',
    '2 hours': '2027-05-08 22:00',
    '22 heures': '2027-05-08 22:00',
    'for 2 hours': '2027-05-08 22:00',
    '+2 days': '2027-05-10 20:00',
    'until 10pm': '2027-05-08 22:00',
    'until midnight': '2027-05-09 00:00',
    'until 2am': '2027-05-09 02:00',
    'sun 6pm': '2027-05-09 18:00',
    'pendant 2 h': '2027-05-08 22:00',
    'jusqu’à 22h': '2027-05-08 22:00',
    'jusqu’au 10 mai 18h': '2027-05-10 18:00',
    'jusqu’à minuit': '2027-05-09 00:00',
    '+2 j': '2027-05-10 20:00',
  })
  const late = { ...form, start: wallTime(2027, 11, 6, 20) }
  understood(late, { 'sun 6pm': '2027-11-07 18:00', '1 nov 6pm': '2027-11-01 18:00' })
})

test('a day alone keeps the hour that a form has', () => {
  const inForm = (value?: WallTime): InForm => ({ now, form: { value, isMonthFirst: false } })
  understood(inForm(start), { sun: '2027-05-09 20:00', '9pm': '2027-05-08 21:00' })
  understood({ ...inForm(), start }, { 'sunday, 9 May': '2027-05-09 20:00' })
  understood(inForm(), { sun: undefined, demain: undefined })
})

test('a whole day is typed without an hour', () => {
  const day: InForm = { now, form: { isMonthFirst: false, isDay: true } }
  understood(day, { sun: '2027-05-09 00:00', demain: '2027-05-06 00:00', 'sun 6pm': undefined })
  understood({ ...day, start }, { '+2 days': '2027-05-10 20:00', '8pm': undefined })
})

test('text without meaning is not guessed, and no text takes long', () => {
  const refused = `sat|8|party|sat 25|25:00|13pm|0pm|8:75pm|31 feb 8pm|31 feb 2027 8pm|ju 8pm|10 ma 8pm|10 jui 20h|sat party 8pm|sat 8 8pm|sun 8 May 8pm|
99/99 8pm|+2|+x h|tomorrow x|0000-01-01 8pm|i|x|1781582400|fifth monday of february 2027 7pm|at|next 8pm|vendredi 18h-20h|8pm 9pm`
  for (const typed of refused.replace('\n', '').split('|'))
    assert.equal(readInForm(typed, form), undefined, typed)
  for (const part of ['1 ', 'a', '+', ' ', '8pm', '10/'])
    assert.equal(readInForm(part.repeat(100_000), form), undefined, part)
})

const zone = 'Europe/Paris'

/** What a request means; with `from`, the end of an event that starts then. */
function sent(text: string, from?: WallTime): string | undefined {
  const moment = parseMoment(text, instantOf(now, zone), zone, from)
  return moment && `${written(moment.at)}${moment.clock === 'instant' ? ' UTC' : ''}`
}

const sends = (table: Record<string, string | undefined>, from?: WallTime) => {
  for (const [text, moment] of Object.entries(table)) assert.equal(sent(text, from), moment, text)
}

test('requests take what people type in English and in French, and move nothing', () => {
  sends({
    '5 Dec 8pm': '2027-12-05 20:00',
    'tomorrow at 8pm': '2027-05-06 20:00',
    'in 2 weeks 7pm': '2027-05-19 19:00',
    'in 3 days': '2027-05-08 15:30',
    'in 2 hours': '2027-05-05 15:30 UTC',
    '+2h': '2027-05-05 15:30 UTC',
    'first monday of january 7pm': '2027-01-04 19:00',
    'vendredi 18h': '2027-05-07 18:00',
    'mercredi 10h': '2027-05-05 10:00',
    'mercredi prochain': '2027-05-12 00:00',
    'mar. 10h': '2027-05-11 10:00',
    demain: '2027-05-06 00:00',
    'demain 9h30': '2027-05-06 09:30',
    '9h30 demain': '2027-05-06 09:30',
    'samedi minuit': '2027-05-08 00:00',
    'dans 2 semaines 19h': '2027-05-19 19:00',
    'premier lundi de janvier 19h': '2027-01-04 19:00',
    '4 mai 20h': '2027-05-04 20:00',
    'vendredi 18h America/New_York': '2027-05-07 22:00 UTC',
    '5/12 20h': '2027-05-12 20:00',
    '13/12 20h': undefined,
    '5.12. 20h': '2027-12-05 20:00',
    '5-12-2027 20h': '2027-12-05 20:00',
    '5-12': undefined,
    '31 février 20h': undefined,
    'dimanche 8 mai 20h': undefined,
    'vendredi 18h fête': undefined,
    'vendredi 18h-20h': undefined,
  })
})

test('an end is sent as an hour after the start, or as a length', () => {
  sends({
    'until 10pm': undefined,
    'pendant 2 h': undefined,
  })
  sends(
    {
      'until 10pm': '2027-05-08 22:00',
      'jusqu’à 2h': '2027-05-09 02:00',
      'until midnight': '2027-05-09 00:00',
      'pendant 2 h': '2027-05-08 22:00',
      // as without “until”: from now
      '22h': '2027-05-05 22:00',
      '10pm': '2027-05-05 22:00',
    },
    start,
  )
})

test('hours from a start to an end are two texts', () => {
  const table: Record<string, [string, string] | undefined> = {
    '5 Dec 8pm-10pm': ['5 dec 8pm', 'until 10pm'],
    '5 Dec 8-10pm': ['5 dec 8pm', 'until 10pm'],
    '5 Dec, 8 p.m. – 2 a.m.': ['5 dec, 8 pm', 'until 2 am'],
    'from 8pm to 10pm on 5 Dec': ['8pm on 5 dec', 'until 10pm'],
    'vendredi 18h-20h': ['vendredi 18h', 'until 20h'],
    'vendredi de 18 h 30 à 20 h': ['vendredi 18 h 30', 'until 20 h'],
    'vendredi 18-20h': ['vendredi 18h', 'until 20h'],
    'demain midi-14h': ['demain midi', 'until 14h'],
    'fri 18:00-20:00': ['fri 18:00', 'until 20:00'],
    '11-1pm': undefined,
    'fri 8pm': undefined,
    '2027-06-01 19:00': undefined,
    '5-12 8pm': undefined,
    '+2h-3h': undefined,
  }
  for (const [typed, texts] of Object.entries(table))
    assert.deepEqual(hoursTyped(typed), texts, typed)
})
