import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAsListed,
  at,
  dateOf,
  datesIn,
  entriesIn,
  fetched,
  linesOf,
  listedDates,
  page,
  paris,
  series,
  textOf,
  uidOf,
} from '../support/expanded-calendar.ts'
import { change, useService } from '../support/scenario.ts'

useService({ clock: '2027-03-01T10:00:00Z', maxPerPage: 500 })

test('a series is one entry with its rule, its further dates and its removed ones', async () => {
  const event = await series([
    'RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20270613T180000Z',
    'RDATE;TZID=Europe/Paris:20270501T150000',
    'RDATE;VALUE=DATE:20270503',
    'EXDATE;VALUE=DATE:20270404',
    'EXDATE;TZID=Europe/Paris:20270411T200000',
  ])
  const text = await assertAsListed(event)
  const lines = linesOf(text)
  for (const line of [
    `UID:${uidOf(event.id)}`,
    'SEQUENCE:0',
    'DTSTART;TZID=Europe/Paris:20270307T200000',
    'DTEND;TZID=Europe/Paris:20270307T220000',
    'RRULE:FREQ=WEEKLY;UNTIL=20270613T180000Z;BYDAY=SU',
    'RDATE;TZID=Europe/Paris:20270501T150000,20270503T200000',
    'EXDATE;TZID=Europe/Paris:20270404T200000,20270411T200000',
    'BEGIN:VTIMEZONE',
  ])
    assert.ok(lines.includes(line), `${line}\n${text}`)
  assert.equal(entriesIn(text).length, 1)
  const feed = await page(`/events.ics?include=${event.id}`)
  assert.equal(feed.headers['x-total'], '1')
  assert.equal(entriesIn(feed.text).length, 1)
  assert.equal(textOf(entriesIn(feed.text)[0] as never, 'url'), event.url)
})

for (const [what, when, ...recurrence] of [
  ['each day', paris, 'RRULE:FREQ=DAILY;COUNT=60'],
  [
    'a start that clocks skip',
    at('2027-03-20 02:30', '2027-03-20 04:00'),
    'RRULE:FREQ=DAILY;COUNT=12',
  ],
  [
    'an end that clocks skip',
    at('2027-03-20 01:00', '2027-03-20 02:30'),
    'RRULE:FREQ=DAILY;COUNT=12',
  ],
  [
    'a first date that clocks skip',
    at('2027-03-28 02:30', '2027-03-28 02:45'),
    'RRULE:FREQ=DAILY;COUNT=5',
  ],
  [
    'a time that is shown twice',
    at('2027-10-25 02:30', '2027-10-25 02:45'),
    'RRULE:FREQ=DAILY;COUNT=10',
  ],
  ['nights', at('2027-03-20 22:00', '2027-03-21 06:00'), 'RRULE:FREQ=DAILY;COUNT=240'],
  [
    'a first night that is shorter',
    at('2027-03-27 22:00', '2027-03-28 06:00'),
    'RRULE:FREQ=WEEKLY;COUNT=40',
  ],
  [
    'a first night that is longer',
    at('2027-10-30 22:00', '2027-10-31 06:00'),
    'RRULE:FREQ=WEEKLY;COUNT=40',
  ],
  ['weekends', at('2027-03-05 18:00', '2027-03-07 12:00'), 'RRULE:FREQ=WEEKLY;COUNT=60'],
  ['no length', at('2027-03-20 02:30', '2027-03-20 02:30'), 'RRULE:FREQ=DAILY;COUNT=12'],
  [
    'two times a day',
    paris,
    'RRULE:FREQ=DAILY;BYHOUR=15,20;COUNT=40',
    'EXDATE;VALUE=DATE:20270310',
  ],
  [
    'each third hour',
    at('2027-03-27 20:00', '2027-03-27 21:00'),
    'RRULE:FREQ=HOURLY;INTERVAL=3;COUNT=30',
  ],
  ['the first Sunday', paris, 'RRULE:FREQ=MONTHLY;BYDAY=1SU;COUNT=30'],
  [
    'the last day',
    at('2027-03-31 20:00', '2027-03-31 22:00'),
    'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=30',
  ],
  ['the 31st', at('2027-03-31 20:00', '2027-03-31 22:00'), 'RRULE:FREQ=MONTHLY;COUNT=20'],
  ['29 February', at('2028-02-29 20:00', '2028-02-29 22:00'), 'RRULE:FREQ=YEARLY;UNTIL=20310101'],
  ['every other week', paris, 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU;COUNT=30'],
  [
    'the second last workday',
    at('2027-03-30 20:00', '2027-03-30 22:00'),
    'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=24',
  ],
  ['given dates', paris, 'RDATE:20270310T200000', 'RDATE:20270328T023000'],
  [
    'periods',
    paris,
    'RRULE:FREQ=WEEKLY;COUNT=8',
    'RDATE;VALUE=PERIOD:20270310T100000/PT5H',
    'RDATE;VALUE=PERIOD:20270314T200000/PT30M',
  ],
  [
    'whole days',
    { ...at('2027-03-07', '2027-03-08'), all_day: true },
    'RRULE:FREQ=WEEKLY;UNTIL=20280101',
    'EXDATE;VALUE=DATE:20270328',
    'RDATE;VALUE=DATE:20270310',
  ],
  [
    'UTC',
    at('2027-03-07 20:00', '2027-03-07 22:00', 'UTC'),
    'RRULE:FREQ=WEEKLY;COUNT=9',
    'EXDATE:20270314T200000Z',
  ],
  [
    'an offset',
    at('2027-03-07 20:00', '2027-03-07 22:00', 'UTC+5:30'),
    'RRULE:FREQ=WEEKLY;UNTIL=20270501',
    'EXDATE:20270314T200000',
  ],
  [
    'another zone',
    at('2027-03-07 20:00', '2027-03-08 03:00', 'America/New_York'),
    'RRULE:FREQ=DAILY;COUNT=300',
  ],
  [
    'a half hour',
    at('2027-03-28 01:45', '2027-03-28 05:00', 'Australia/Lord_Howe'),
    'RRULE:FREQ=WEEKLY;COUNT=60',
  ],
] as const)
  test(`the file of a series has exactly its dates: ${what}`, async () => {
    await assertAsListed(await series([...recurrence], when))
  })

test('a rule without end has dates up to the horizon and further', async () => {
  const event = await series(['RRULE:FREQ=WEEKLY'])
  const text = await assertAsListed(event, 'endless')
  const listed = await listedDates(event.id)
  assert.ok(datesIn(text, uidOf(event.id), '2035').length > listed.length + 100)
})

test('a date that differs is an entry of its own, with its text in the language of the file', async () => {
  const event = await series(['RRULE:FREQ=WEEKLY;COUNT=8'], {
    title: 'Choir',
    translations: { fr: { title: 'Chœur' } },
  })
  const first = await dateOf(event.slug, '2027-03-14')
  await change(first.id, { title: 'Guests', translations: { fr: { title: 'Invités' } } })
  const cancelled = await dateOf(event.slug, '2027-03-21')
  await change(cancelled.id, {
    event_status: 'cancelled',
    event_status_reason: 'The hall is flooded.',
  })
  const moved = await dateOf(event.slug, '2027-04-04')
  await change(moved.id, at('2027-04-05 09:00:00', '2027-04-05 10:30:00', 'America/New_York'))
  const text = await assertAsListed(event)
  const lines = linesOf(text)
  for (const line of [
    'RECURRENCE-ID;TZID=Europe/Paris:20270314T200000',
    'SUMMARY;LANGUAGE=en:Guests',
    'SUMMARY;LANGUAGE=en:Cancelled: Choir',
    'STATUS:CANCELLED',
    'RECURRENCE-ID;TZID=Europe/Paris:20270404T200000',
    'DTSTART;TZID=America/New_York:20270405T090000',
    'TZID:America/New_York',
  ])
    assert.ok(lines.includes(line), `${line}\n${text}`)
  assert.match(text.replaceAll('\r\n ', ''), /The hall is flooded/)
  const entries = entriesIn(text)
  assert.deepEqual(
    [...new Set(entries.map(entry => textOf(entry, 'uid')))],
    [uidOf(event.id)],
    'one UID',
  )
  const french = await fetched(`/fr/evenement/${encodeURIComponent('chœur')}.ics`)
  const titles = entriesIn(french).map(entry => textOf(entry, 'summary'))
  assert.deepEqual(titles, ['Chœur', 'Invités', 'Annulé\u00a0: Chœur', 'Chœur'])
})

test('a date is moved before the first one, onto whole days, and into another zone', async () => {
  const event = await series(['RRULE:FREQ=WEEKLY;COUNT=6'])
  const days = ['2027-03-14', '2027-03-21', '2027-03-28', '2027-04-11'] as const
  const [early, unchanged, far, last] = await Promise.all(days.map(day => dateOf(event.slug, day)))
  await change(early?.id ?? 0, at('2027-03-02 08:00:00', '2027-03-02 09:00:00'))
  await change(unchanged?.id ?? 0, {
    start_date: '2027-03-22',
    end_date: '2027-03-23',
    all_day: true,
  })
  await change(far?.id ?? 0, { timezone: 'Asia/Tokyo' })
  await change(last?.id ?? 0, at('2027-03-09 08:00:00', '2027-03-09 09:00:00', 'Asia/Tokyo'))
  const listed = await listedDates(event.id)
  const text = await fetched(`/event/${event.slug}.ics`)
  const results = datesIn(text, uidOf(event.id), '2028')
  assert.deepEqual(results, listed)
})
