import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noDearer } from '../../../../test/support/growth.ts'
import { fieldErrorMessage } from '../../field-errors.ts'
import { daySeconds, formatWall, wallTime } from '../clock.ts'
import { fitted } from './check.ts'
import { datesOf } from './dates.ts'
import { linesOf, recurrenceOf, storedLines } from './lines.ts'
import { readRecurrence } from './read-recurrence.ts'
import type { Recurrence } from './rule.ts'

const paris = 'Europe/Paris'
const horizon = wallTime(2032, 1, 1)
type First = { start: string; hours?: number; zone?: string; allDay?: boolean }

const wallOfText = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000

function read(lines: string[], zone = paris): Recurrence {
  const result = readRecurrence(lines, zone)
  assert.ok('value' in result && result.value, JSON.stringify(result))
  return result.value
}

function written(lines: string[], { start, hours = 2, zone = paris }: First, until = horizon) {
  const starts = wallOfText(start)
  return datesOf(read(lines, zone), {
    starts,
    ends: starts + hours * 3600,
    timezone: zone,
    until,
  }).map(date => formatWall(date.starts).slice(0, 16))
}

/** The recurrence as it fits an event, or what is wrong. */
function checkedOf(lines: unknown, { start, hours = 2, zone = paris, allDay = false }: First) {
  const result = readRecurrence(lines, zone)
  const starts = wallOfText(start)
  const limits = {
    starts,
    ends: starts + hours * 3600,
    timezone: zone,
    allDay,
    horizon,
    maxDates: 5000,
  }
  return 'value' in result && result.value ? fitted(result.value, limits) : result
}

/** The English and French message of what is wrong with lines. */
function errorOf(lines: unknown, first: First): string[] {
  const checked = checkedOf(lines, first)
  assert.ok('fieldError' in checked, `${lines} is accepted`)
  return (['en', 'fr'] as const).map(language =>
    fieldErrorMessage('recurrence', checked.fieldError, language),
  )
}

const sunday = { start: '2027-07-04 20:00' }

test('examples of RFC 5545', () => {
  const first = { start: '1997-09-02 09:00', zone: 'America/New_York' }
  const days = (rule: string, start = first.start, count = 10) =>
    written([`RRULE:${rule}`], { ...first, start })
      .slice(0, count)
      .map(day => day.slice(5, 10))
  assert.deepEqual(days('FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05 09:00'), [
    '08-05',
    '08-10',
    '08-19',
    '08-24',
  ])
  assert.deepEqual(days('FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05 09:00'), [
    '08-05',
    '08-17',
    '08-19',
    '08-31',
  ])
  assert.deepEqual(days('FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04 09:00'), [
    '09-04',
    '10-07',
    '11-06',
  ])
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '1997-09-29 09:00', 4), [
    '09-29',
    '10-30',
    '11-27',
    '12-30',
  ])
  assert.deepEqual(
    days('FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200', '1997-01-01 09:00', 4),
    ['01-01', '04-10', '07-19', '01-01'],
  )
  assert.deepEqual(days('FREQ=YEARLY;BYDAY=20MO', '1997-05-19 09:00', 3), [
    '05-19',
    '05-18',
    '05-17',
  ])
  assert.deepEqual(days('FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12 09:00', 3), [
    '05-12',
    '05-11',
    '05-17',
  ])
  assert.deepEqual(
    written(['RRULE:FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8'], {
      ...first,
      start: '1996-11-05 09:00',
    }).slice(0, 3),
    ['1996-11-05 09:00', '2000-11-07 09:00', '2004-11-02 09:00'],
  )
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1998-02-13 09:00', 4), [
    '02-13',
    '03-13',
    '11-13',
    '08-13',
  ])
})

test('rules that libraries get wrong', () => {
  assert.deepEqual(written(['RRULE:FREQ=YEARLY;BYDAY=53SU'], { start: '2028-12-31 10:00' }), [
    '2028-12-31 10:00',
  ])
  assert.deepEqual(
    written(['RRULE:FREQ=YEARLY;BYYEARDAY=100,101;BYDAY=SA'], { start: '2027-04-10 10:00' }),
    ['2027-04-10 10:00', '2032-04-10 10:00'].slice(0, 1),
  )
  assert.deepEqual(written(['RDATE:20270710T200000'], sunday), [
    '2027-07-04 20:00',
    '2027-07-10 20:00',
  ])
})

test('a time in a gap moves later and counts; in the overlap it is the first (R1)', () => {
  const night = { start: '2027-03-27 02:30', hours: 1 }
  const starts = wallOfText(night.start)
  const dates = datesOf(read(['RRULE:FREQ=DAILY;COUNT=3']), {
    starts,
    ends: starts + 3600,
    timezone: paris,
  })
  assert.deepEqual(
    dates.map(({ original, starts, ends }) =>
      [original, starts, ends].map(at => formatWall(at).slice(5, 16)),
    ),
    [
      ['03-27 02:30', '03-27 02:30', '03-27 03:30'],
      ['03-28 02:30', '03-28 03:30', '03-28 04:30'],
      ['03-29 02:30', '03-29 02:30', '03-29 03:30'],
    ],
  )
  const [, overlap] = datesOf(read(['RRULE:FREQ=DAILY;COUNT=2']), {
    starts: wallTime(2027, 10, 30, 2, 30),
    ends: wallTime(2027, 10, 30, 4),
    timezone: paris,
  })
  assert.equal(overlap?.utcStarts, Date.UTC(2027, 9, 31, 0, 30) / 1000)
  assert.equal(overlap && overlap.utcEnds - overlap.utcStarts, 2.5 * 3600)
})

test('a date whose start moves to its end or past it keeps its length', () => {
  const [date] = datesOf(read(['RDATE:20270328T022500']), {
    starts: wallTime(2027, 3, 20, 2, 25),
    ends: wallTime(2027, 3, 20, 3, 5),
    timezone: paris,
    from: wallTime(2027, 3, 28),
  })
  assert.equal(date && date.utcEnds - date.utcStarts, 40 * 60)
})

test('local times stay the same across clock changes, and so do durations (R7)', () => {
  const dates = datesOf(read(['RRULE:FREQ=WEEKLY;COUNT=5']), {
    starts: wallTime(2027, 3, 20, 22),
    ends: wallTime(2027, 3, 21, 6),
    timezone: paris,
  })
  assert.deepEqual(
    dates.map(date => [
      formatWall(date.ends).slice(11, 16),
      (date.utcEnds - date.utcStarts) / 3600,
    ]),
    [
      ['06:00', 8],
      ['06:00', 7],
      ['06:00', 8],
      ['06:00', 8],
      ['06:00', 8],
    ],
  )
})

test('weeks and month days alone have the meaning of R3', () => {
  assert.deepEqual(written(['RRULE:FREQ=YEARLY;BYWEEKNO=26;COUNT=2'], sunday), [
    '2027-07-04 20:00',
    '2028-07-02 20:00',
  ])
  assert.deepEqual(written(['RRULE:FREQ=YEARLY;BYMONTHDAY=4;COUNT=3'], sunday), [
    '2027-07-04 20:00',
    '2027-08-04 20:00',
    '2027-09-04 20:00',
  ])
})

test('an hourly rule steps in local time (R4)', () => {
  assert.deepEqual(
    written(['RRULE:FREQ=HOURLY;INTERVAL=5;BYHOUR=20,1,6;COUNT=4'], sunday),
    ['2027-07-04 20:00', '2027-07-05 01:00', '2027-07-05 06:00', '2027-07-09 20:00'].slice(0, 4),
  )
})

test('UNTIL, EXDATE and RDATE as days, in another zone, with their own length (R5)', () => {
  const until = (end: string) => written([`RRULE:FREQ=WEEKLY;UNTIL=${end}`], sunday).length
  assert.equal(until('20270718'), 3)
  assert.equal(until('20270718T200000'), 3)
  assert.equal(until('20270718T195959'), 2)
  assert.equal(until('20270718T180000Z'), 3)
  assert.equal(until('20270718T175959Z'), 2)
  const without = (line: string) =>
    written(['RRULE:FREQ=WEEKLY;COUNT=3', line], sunday).map(date => date.slice(8, 10))
  assert.deepEqual(without('EXDATE;VALUE=DATE:20270711'), ['04', '18'])
  assert.deepEqual(without('EXDATE;TZID=America/New_York:20270711T140000'), ['04', '18'])
  assert.deepEqual(without('EXDATE:20270711T180000Z,20270704T200000'), ['18'])
  assert.deepEqual(without('EXDATE:20270711T190000'), ['04', '11', '18'])
  assert.deepEqual(without('RDATE;VALUE=DATE:20270712'), ['04', '11', '12', '18'])
  const [, further] = datesOf(read(['RDATE;VALUE=PERIOD:20270710T090000/PT45M']), {
    starts: wallOfText(sunday.start),
    ends: wallOfText(sunday.start) + 7200,
    timezone: paris,
  })
  assert.equal(further && further.ends - further.starts, 2700)
})

test('a window has the dates between its ends, and no more than wanted', () => {
  const recurrence = read(['RRULE:FREQ=DAILY', 'RDATE:20270710T090000'])
  const times = {
    starts: wallOfText(sunday.start),
    ends: wallOfText(sunday.start),
    timezone: paris,
  }
  const from = wallTime(2027, 7, 10)
  const dates = datesOf(recurrence, { ...times, from, until: from + 2 * daySeconds, limit: 2 })
  assert.deepEqual(
    dates.map(date => formatWall(date.original).slice(8, 13)),
    ['10 09', '10 20'],
  )
})

test('lines are stored without zones, and shown as RFC 5545 wants them', () => {
  const recurrence = read([
    'rrule:byday=WE,MO;freq=weekly;interval=1;until=20271231',
    'EXDATE;TZID="America/New_York":20270711T140000',
    'EXDATE;VALUE=DATE:20270720',
    'RDATE;VALUE=PERIOD:20270710T090000/PT45M',
  ])
  const stored = storedLines(recurrence)
  assert.deepEqual(stored, [
    'RRULE:FREQ=WEEKLY;UNTIL=20271231T235959;BYDAY=MO,WE',
    'RDATE;VALUE=PERIOD:20270710T090000/20270710T094500',
    'EXDATE;VALUE=DATE:20270720',
    'EXDATE:20270711T200000',
  ])
  assert.deepEqual(storedLines(recurrenceOf(stored)), stored)
  const lines = linesOf(recurrence, { timezone: paris, allDay: false })
  assert.deepEqual(lines, [
    'RRULE:FREQ=WEEKLY;UNTIL=20271231T225959Z;BYDAY=MO,WE',
    'RDATE;VALUE=PERIOD;TZID=Europe/Paris:20270710T090000/20270710T094500',
    'EXDATE;VALUE=DATE:20270720',
    'EXDATE;TZID=Europe/Paris:20270711T200000',
  ])
  assert.deepEqual(storedLines(read(lines)), stored)
  const offset = linesOf(recurrence, { timezone: 'UTC+2', allDay: false })
  assert.equal(offset.at(-1), 'EXDATE:20270711T180000Z')
})

test('an error names the wrong part of a rule, in both languages', () => {
  const expectations: [lines: unknown, part: string, english: RegExp][] = [
    [['RRULE:FREQ=SECONDLY'], 'FREQ', /Expected YEARLY/],
    [['RRULE:FREQ=MINUTELY'], 'FREQ', /Expected YEARLY/],
    [['RRULE:BYDAY=SU'], 'FREQ', /missing/],
    [['RRULE:FREQ=DAILY;BYHOUR=25'], 'BYHOUR', /0 to 23/],
    [['RRULE:FREQ=DAILY;COUNT=0'], 'COUNT', /1 to 100000/],
    [['RRULE:FREQ=DAILY;FOO=1'], 'FOO', /not a part/],
    [['RRULE:FREQ=DAILY;FREQ=DAILY'], 'FREQ', /once/],
    [['RRULE:FREQ=DAILY;COUNT=3;UNTIL=20280101'], 'COUNT', /exclude/],
    [['RRULE:FREQ=DAILY;UNTIL=tomorrow'], 'UNTIL', /not a date/],
    [['RRULE:FREQ=DAILY;UNTIL=20270230'], 'UNTIL', /not a date/],
    [['RRULE:FREQ=DAILY;UNTIL=20260101'], 'UNTIL', /before the start/],
    [['RRULE:FREQ=DAILY;INTERVAL=0'], 'INTERVAL', /1 to 1000/],
    [['RRULE:FREQ=WEEKLY;BYDAY=6'], 'BYDAY', /days of the week/],
    [['RRULE:FREQ=WEEKLY;BYDAY=1SU'], 'BYDAY', /numbered day/],
    [['RRULE:FREQ=MONTHLY;BYDAY=6SU'], 'BYDAY', /days of the week/],
    [['RRULE:FREQ=WEEKLY;BYMONTHDAY=4'], 'BYMONTHDAY', /FREQ=WEEKLY/],
    [['RRULE:FREQ=MONTHLY;BYWEEKNO=4'], 'BYWEEKNO', /FREQ=MONTHLY/],
    [['RRULE:FREQ=YEARLY;BYYEARDAY=0'], 'BYYEARDAY', /-366 to -1/],
    [['RRULE:FREQ=YEARLY;BYSETPOS=1'], 'BYSETPOS', /another part/],
    [['RRULE:FREQ=YEARLY;WKST=XX'], 'WKST', /MO, TU/],
    [
      [
        'RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,20;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19',
      ],
      'BYMINUTE',
      /96 times/,
    ],
    [['RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'], 'RRULE', /more than once/],
    [['RRULE:FREQ=WEEKLY;BYDAY=MO'], 'RRULE', /2027-06-28 20:00, 2027-07-05 20:00/],
    [['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'], 'RRULE', /no date/],
    [['RRULE:FREQ=HOURLY'], 'RRULE', /more than 5000/],
    [['EXDATE:yesterday'], 'EXDATE', /Expected dates/],
    [['EXDATE;TZID=Mars/One:20270704T200000'], 'EXDATE', /“Mars\/One”/],
    [['EXDATE;LANGUAGE=fr:20270704T200000'], 'EXDATE', /LANGUAGE/],
    [['RDATE:20270101T200000'], 'RDATE', /before the start/],
    [['EXDATE:20270704'], 'EXDATE', /no date/],
    [['DTSTART:20270704T200000'], 'DTSTART', /start_date/],
  ]
  for (const [lines, part, english] of expectations) {
    const [en = '', fr = ''] = errorOf(lines, sunday)
    assert.match(en, new RegExp(`recurrence\\.${part}\\b`), String(lines))
    assert.match(en, english)
    assert.match(fr, new RegExp(`recurrence\\.${part}\\b`))
    assert.notEqual(fr, en)
  }
  assert.match(errorOf(['FREQ=DAILY'], sunday)[0] ?? '', /begin with RRULE/)
  for (const lines of [3, {}, [3], true])
    assert.match(errorOf(lines, sunday)[0] ?? '', /list of lines/)
})

test('all parts that are wrong are named at once', () => {
  const [en = ''] = errorOf(['RRULE:FREQ=DAILY;BYHOUR=25;COUNT=0', 'EXDATE:never'], sunday)
  for (const part of ['BYHOUR', 'COUNT', 'EXDATE'])
    assert.match(en, new RegExp(`recurrence\\.${part}`))
})

test('an event of whole days repeats by days', () => {
  const allDay = { start: '2027-07-04 00:00', hours: 24, allDay: true }
  assert.match(
    errorOf(['RRULE:FREQ=HOURLY;COUNT=2'], allDay)[0] ?? '',
    /recurrence\.FREQ.*whole days/,
  )
  assert.match(errorOf(['RRULE:FREQ=DAILY;BYHOUR=0'], allDay)[0] ?? '', /recurrence\.BYHOUR/)
  assert.match(errorOf(['RRULE:FREQ=WEEKLY;BYDAY=MO'], allDay)[0] ?? '', /2027-06-28, 2027-07-05\./)
  const starts = wallOfText(allDay.start)
  const result = fitted(read(['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270705T100000']), {
    starts,
    ends: starts + daySeconds - 1,
    timezone: paris,
    allDay: true,
    horizon,
    maxDates: 10,
  })
  assert.ok('value' in result)
  assert.deepEqual(linesOf(result.value.recurrence, { timezone: paris, allDay: true }), [
    'RRULE:FREQ=DAILY;COUNT=3',
    'EXDATE;VALUE=DATE:20270705',
  ])
})

test('no recurrence is a single event', () => {
  for (const none of [undefined, null, [], [''], ''])
    assert.deepEqual(readRecurrence(none, paris), { value: undefined })
})

test('no rule costs much more than the days that are examined for one that never matches', async () => {
  const numbers = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, place) => first + place).join(',')
  const rules = [
    'FREQ=DAILY',
    'FREQ=HOURLY',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYYEARDAY=366;BYDAY=SU;BYHOUR=5',
    'FREQ=YEARLY;BYDAY=-53SU;BYMONTHDAY=15',
    'FREQ=YEARLY;BYWEEKNO=53;BYDAY=1SU;BYSETPOS=366'.replace('1SU', 'SU'),
    'FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=-5SU;BYMONTH=2',
    'FREQ=WEEKLY;BYMONTH=2;BYDAY=SU;BYSETPOS=50',
    `FREQ=YEARLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYHOUR=${numbers(0, 23)};BYMINUTE=0,15,30,45;BYSETPOS=${numbers(-366, -1)}`,
    `FREQ=YEARLY;BYYEARDAY=${numbers(1, 366)};BYMONTHDAY=${numbers(1, 31)};BYWEEKNO=${numbers(1, 53)};BYSETPOS=366,365`,
  ]
  const computed = (rule: string, start: string) => () => {
    const starts = wallOfText(start)
    const times = { starts, ends: starts, timezone: paris }
    fitted(read([`RRULE:${rule}`]), { ...times, allDay: false, horizon, maxDates: 5000 })
    datesOf(read([`RRULE:${rule}`]), { ...times, until: horizon, limit: 5000 })
  }
  const never = computed('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', '1626-07-04 05:00')
  for (const start of ['0001-01-01 05:00', '1626-07-04 05:00', '2027-07-04 05:00'])
    for (const rule of rules) await noDearer(12, computed(rule, start), never)
})

test('a start that the rule does not match is the first date where an RDATE names it (R2)', () => {
  const first = { start: '2027-07-05 20:00' }
  const rule = 'RRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=2'
  assert.match(errorOf([rule], first)[0] ?? '', /2027-07-04 20:00, 2027-07-11 20:00/)
  const lines = [rule, 'RDATE:20270705T200000']
  assert.ok('value' in checkedOf(lines, first))
  assert.equal(written(lines, first).join(), '2027-07-05 20:00,2027-07-11 20:00,2027-07-18 20:00')
})
