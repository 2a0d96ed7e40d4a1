import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/any-text.ts'
import { linearIn, repeated } from '../../../test/support/growth.ts'
import { firstWall, formatWall, isoWithOffset, lastWall, wallTime } from './clock.ts'
import { parseMoment, parseParam } from './parse.ts'
import { instantOf } from './zone.ts'
import '../../../test/support/own-process.ts'

const zone = 'America/New_York'
/** Monday 15 June 2026, 14:30:05 in New York. */
const now = instantOf(wallTime(2026, 6, 15, 14, 30, 5), zone)

/** The moment that a text means on that Monday: digits for wall time, `… UTC` for an instant, `none` if it is no date. */
function meaning(input: string | number, at = now): string {
  const moment = parseMoment(input, at, zone)
  if (moment === undefined) return 'none'
  return formatWall(moment.at) + (moment.clock === 'instant' ? ' UTC' : '')
}

function expect(table: Record<string, string>, at = now): void {
  for (const [text, wanted] of Object.entries(table)) assert.equal(meaning(text, at), wanted, text)
}

test('the plain form is read as the longer ones are', () => {
  const two = (max: number) => fc.integer({ min: 0, max }).map(n => `${n}`.padStart(2, '0'))
  const digits = fc.tuple(two(99), two(99), two(13), two(32), two(25), two(60), two(61))
  fc.assert(
    fc.property(digits, ([century, year, month, day, hour, minute, second]) => {
      const text = `${century}${year}-${month}-${day} ${hour}:${minute}:${second}`
      assert.equal(meaning(text), meaning(`${text}.5`))
      assert.equal(meaning(text.replace(' ', 'T')), meaning(text))
    }),
  )
})

test('digits without a zone are wall time', () => {
  expect({
    '2026-07-10': '2026-07-10 00:00:00',
    '2026-07-10 20:00': '2026-07-10 20:00:00',
    '2026-07-10 20:00:05': '2026-07-10 20:00:05',
    '2026-07-10T20:00:05': '2026-07-10 20:00:05',
    ' 2026-07-10 20:00:05.123 ': '2026-07-10 20:00:05',
    '2026-07-10T20:00:00.123456': '2026-07-10 20:00:00',
    '20260710T200005': '2026-07-10 20:00:05',
    '2026/07/10': '2026-07-10 00:00:00',
    '07/10/2026': '2026-07-10 00:00:00',
    '09/01/2026 10:00am': '2026-09-01 10:00:00',
    '10.07.2026': '2026-07-10 00:00:00',
    '10-07-2026': '2026-07-10 00:00:00',
    '2026-07': '2026-07-01 00:00:00',
    '2026-W25-2': '2026-06-16 00:00:00',
    '2026W25': '2026-06-15 00:00:00',
    '1970-01-01': '1970-01-01 00:00:00',
    '1850-01-01 10:00:00': '1850-01-01 10:00:00',
  })
})

test('dates are also written out in English', () => {
  expect({
    'June 16 2026': '2026-06-16 00:00:00',
    'June 16, 2026 8:30 p.m.': '2026-06-16 20:30:00',
    '16 June 2026 8pm': '2026-06-16 20:00:00',
    'Fri 19 June 2026 7pm': '2026-06-19 19:00:00',
    '16-Jun-2026': '2026-06-16 00:00:00',
    'jan 5': '2026-01-05 00:00:00',
    '12/25': '2026-12-25 00:00:00',
    '16 june 1626': '1626-06-16 00:00:00',
  })
})

test('four digits are a year, eight a date (T7); other digits are a Unix timestamp', () => {
  expect({
    '2026': '2026-01-01 00:00:00',
    '20260901': '2026-09-01 00:00:00',
    '20260230': '2026-03-02 00:00:00',
    '20261301': 'none',
    '0': '1970-01-01 00:00:00 UTC',
    '-1': '1969-12-31 23:59:59 UTC',
    '1781582400': '2026-06-16 04:00:00 UTC',
    '1781582400.9': '2026-06-16 04:00:00 UTC',
    '@1781582400': '2026-06-16 04:00:00 UTC',
    '99999999999999999999': 'none',
  })
  assert.equal(meaning(1_781_582_400), '2026-06-16 04:00:00 UTC')
  assert.equal(meaning(20_260_901), '2026-09-01 00:00:00')
  for (const strange of [Number.NaN, Number.POSITIVE_INFINITY, 1e300, 1e-9]) {
    assert.equal(meaning(strange), 'none')
  }
})

test('an offset, Z or the name of a zone makes it an instant (T4)', () => {
  expect({
    '2026-07-10T20:00:00Z': '2026-07-10 20:00:00 UTC',
    '2026-07-10T20:00:00.5z': '2026-07-10 20:00:00 UTC',
    '2026-07-10T20:00:00-04:00': '2026-07-11 00:00:00 UTC',
    '2026-07-10 20:00 +0200': '2026-07-10 18:00:00 UTC',
    '2026-07-10T20:00+02': '2026-07-10 18:00:00 UTC',
    '20260710T200000Z': '2026-07-10 20:00:00 UTC',
    '2026-07-10 20:00 EST': '2026-07-11 01:00:00 UTC',
    '2026-07-10 20:00 PDT': '2026-07-11 03:00:00 UTC',
    '2026-07-10 20:00 UTC': '2026-07-10 20:00:00 UTC',
    '2026-07-10 20:00 GMT+2': '2026-07-10 18:00:00 UTC',
    '2026-07-10 20:00 Europe/Paris': '2026-07-10 18:00:00 UTC',
    '2026-07-10 20:00 europe/paris': '2026-07-10 18:00:00 UTC',
    'Fri, 10 Jul 2026 20:00:00 -0400': '2026-07-11 00:00:00 UTC',
    '2026-07-10T20:00:00.123+02:00 +1 day': '2026-07-11 18:00:00 UTC',
    '2026-07-10 20:00 +2 days': '2026-07-12 20:00:00',
    'tomorrow 9am Europe/Paris': '2026-06-16 07:00:00 UTC',
    'tomorrow 9am EST': '2026-06-16 14:00:00 UTC',
    'now UTC': '2026-06-15 18:30:05 UTC',
    '2026-07-10T20:00:00+25:00': 'none',
    // a start and an end are no time and its offset
    '2026-07-10 19:30-21:00': 'none',
    '2026-07-10 19:30:00 +1600': 'none',
    '1844-12-30T20:00:00-15:56': '1844-12-31 11:56:00 UTC',
    '2026-07-10 20:00 America/Nowhere': 'none',
    '2026-07-10 20:00 Z Europe/Paris': 'none',
  })
})

test('English words are read in the time zone (T9)', () => {
  expect({
    now: '2026-06-15 18:30:05 UTC',
    NOW: '2026-06-15 18:30:05 UTC',
    today: '2026-06-15 00:00:00',
    midnight: '2026-06-15 00:00:00',
    noon: '2026-06-15 12:00:00',
    tomorrow: '2026-06-16 00:00:00',
    'tomorrow 9am': '2026-06-16 09:00:00',
    'Tomorrow 18:30': '2026-06-16 18:30:00',
    'tomorrow noon': '2026-06-16 12:00:00',
    'yesterday noon': '2026-06-14 12:00:00',
    '10am tomorrow': '2026-06-16 00:00:00',
    '9pm': '2026-06-15 21:00:00',
    '20:15': '2026-06-15 20:15:00',
    '24:00': '2026-06-16 00:00:00',
    '+1 week': '2026-06-22 14:30:05',
    '+8 days': '2026-06-23 14:30:05',
    '-2 hours': '2026-06-15 16:30:05 UTC',
    '5 minutes ago': '2026-06-15 18:25:05 UTC',
    '2 weeks ago 10:00': '2026-06-01 10:00:00',
    'next month': '2026-07-15 14:30:05',
    'last year': '2025-06-15 14:30:05',
    '2026-01-31 +1 month': '2026-03-03 00:00:00',
    '+1 week 2 days 4 hours 2 seconds': '2026-06-24 18:30:07',
    'back of 7pm': '2026-06-15 19:15:00',
    'front of 7pm': '2026-06-15 18:45:00',
    'first day of next month': '2026-07-01 14:30:05',
    'first day of january 2027': '2027-01-01 00:00:00',
    'last day of february 2028 20:00': '2028-02-29 20:00:00',
  })
  assert.equal(
    meaning('today', instantOf(wallTime(2026, 6, 15, 23, 59, 59), zone)),
    '2026-06-15 00:00:00',
  )
})

test('a day of the week is the next one; today is one of them, but not with "next" or "last"', () => {
  expect({
    monday: '2026-06-15 00:00:00',
    sat: '2026-06-20 00:00:00',
    'wednesday 4pm': '2026-06-17 16:00:00',
    'next wednesday 4pm': '2026-06-17 16:00:00',
    'next monday': '2026-06-22 00:00:00',
    'next monday 10:00': '2026-06-22 10:00:00',
    'next monday +1 day': '2026-06-23 00:00:00',
    'last monday': '2026-06-08 00:00:00',
    'last friday': '2026-06-12 00:00:00',
  })
})

test('weeks begin on Monday', () => {
  const sunday = instantOf(wallTime(2026, 6, 21, 10), zone)
  expect({
    'monday next week': '2026-06-22 00:00:00',
    'saturday this week': '2026-06-20 00:00:00',
    'sunday this week 20:00': '2026-06-21 20:00:00',
    'friday last week': '2026-06-12 00:00:00',
  })
  expect(
    {
      'this week': '2026-06-15 10:00:00',
      'saturday this week': '2026-06-20 00:00:00',
      'friday next week': '2026-06-26 00:00:00',
    },
    sunday,
  )
})

test('days are counted within a month', () => {
  expect({
    'first monday of january 2027': '2027-01-04 00:00:00',
    'First Monday of January 2027 7pm': '2027-01-04 19:00:00',
    'third thursday of november 2026': '2026-11-19 00:00:00',
    'last friday of june 2026 18:30': '2026-06-26 18:30:00',
    'last monday of may 2026': '2026-05-25 00:00:00',
    'second tuesday of next month': '2026-07-14 00:00:00',
    'first tue of 2027-03': '2027-03-02 00:00:00',
  })
})

test('weekdays are counted without weekends', () => {
  expect({
    '+3 weekdays': '2026-06-18 14:30:05',
    '+5 weekdays': '2026-06-22 14:30:05',
    '-1 weekday': '2026-06-12 14:30:05',
    '3 weekdays ago': '2026-06-10 14:30:05',
    'next weekday': '2026-06-16 00:00:00',
    'last weekday': '2026-06-12 00:00:00',
    '2026-06-19 +1 weekday': '2026-06-22 00:00:00',
    '2026-06-20 10:00 +1 weekday': '2026-06-22 10:00:00',
    weekday: 'none',
  })
})

test('a day too many rolls into the next month, 24:00 into the next day', () => {
  expect({
    '2026-02-30': '2026-03-02 00:00:00',
    '2026-02-30 10:00:00': '2026-03-02 10:00:00',
    '2026-00-00': '2025-11-30 00:00:00',
    '2026-09-01 24:00:00': '2026-09-02 00:00:00',
    '2026-09-01 23:59:60': '2026-09-02 00:00:00',
  })
})

test('the zero date of MySQL is before everything', () => {
  expect({ '0000-00-00': '0001-01-01 00:00:00', '0000-00-00 00:00:00': '0001-01-01 00:00:00' })
})

test('text that is not a date, or not in the years 1 to 9999, is refused', () => {
  for (const text of [
    '',
    '   ',
    '\n',
    'xx',
    'nope',
    'notadate',
    'foo bar',
    'domani',
    '2026-13-01',
    '2026-13-45',
    '2026-06-32',
    '25:00:00',
    '2026-09-01 25:00:00',
    '2026-09-01 10:60',
    '0000-01-01',
    '0000',
    '9999-12-31 24:00',
    '+9000 years',
    '-3000 years',
    'null',
    'undefined',
    '[object Object]',
    `tomorrow${' '.repeat(100)}9am`,
  ]) {
    assert.equal(meaning(text), 'none', JSON.stringify(text))
  }
  assert.equal(parseMoment('tomorrow', now, 'America/Nowhere'), undefined)
  assert.equal(parseMoment('tomorrow', Number.NaN, zone), undefined)
})

test('dates written by formatWall or isoWithOffset can be read again', () => {
  const walls = fc.integer({ min: firstWall, max: lastWall })
  const minutes = fc.integer({ min: -12 * 60, max: 14 * 60 })
  fc.assert(
    fc.property(walls, minutes, (at, offset) => {
      assert.deepEqual(parseMoment(formatWall(at), now, zone), { clock: 'wall', at })
      const instant = at - offset * 60
      const inYears = instant >= firstWall && instant <= lastWall
      assert.deepEqual(
        parseMoment(isoWithOffset(at, offset * 60), now, zone),
        inYears ? { clock: 'instant', at: instant } : undefined,
      )
    }),
  )
})

const words = fc.array(
  fc.constantFrom(
    ...'first last next this monday sat weekdays week of day month year ago now noon 10:00 9am - + 1 2026 june 16 : T Z'.split(
      ' ',
    ),
    ...'EST Europe/Paris +02:00 -5 @1 2026-06-16 00 W25 . / , ( )'.split(' '),
  ),
  { maxLength: 12 },
)
const anything = fc.oneof(
  anyText({ maxLength: 120 }),
  fc.tuple(words, fc.constantFrom('', ' ')).map(([parts, between]) => parts.join(between)),
)

test('no input makes it throw, and every answer can be printed', () => {
  fc.assert(
    fc.property(anything, text => {
      const moment = parseMoment(text, now, zone)
      if (moment !== undefined) assert.match(formatWall(moment.at), /^\d{4}-\d\d-\d\d /)
    }),
    { numRuns: 3000 },
  )
})

test('no input takes long', async () => {
  for (const piece of [
    '1',
    '1 ',
    '+-',
    ' ',
    'a',
    'a/',
    'first ',
    '-1 weekdays',
    '1:',
    'mon ',
    '.0',
    '(',
    '\t',
  ]) {
    parseMoment(piece.repeat(100).slice(0, 100), now, zone)
    await linearIn(200_000, repeated(piece), text => parseMoment(text, now, zone))
  }
})

test('the time zone of the process plays no part', () => {
  const before = process.env.TZ
  const texts = [
    'now',
    '+1 hour',
    '8 march 2026 2:30am',
    '29 march 2026 02:30',
    '8 march 2026 01:30 +1 hour',
    '30 december 2011 noon',
    'first sunday of march 2027 2:30',
    '16 june 1850 10:00',
  ]
  const inGap = instantOf(wallTime(2026, 3, 8, 2, 30), 'UTC')
  const answers = (name: string) => {
    process.env.TZ = name
    return texts.map(text => parseMoment(text, inGap, 'UTC'))
  }
  try {
    const wanted = answers('UTC')
    for (const name of [
      'America/New_York',
      'Europe/Paris',
      'Pacific/Apia',
      'Australia/Lord_Howe',
    ]) {
      assert.deepEqual(answers(name), wanted, name)
    }
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

test('a date in a query says whether it means another moment later on', () => {
  const isRelative = (text: string) => parseParam(text, now, zone)?.isRelative
  for (const text of ['2026-07-10', '2026-07-10T20:00:00Z', '@1781582400', '2026', 'july 10 2026'])
    assert.equal(isRelative(text), false, text)
  for (const text of ['tomorrow', '+1 week', '10:00', 'july 10'])
    assert.equal(isRelative(text), true, text)
  assert.equal(isRelative('no date'), undefined)
})
