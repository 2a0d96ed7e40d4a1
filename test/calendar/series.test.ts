import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Body,
  change,
  create,
  edit,
  in_,
  read,
  refused,
  send,
  service,
  useService,
} from '../support/scenario.ts'
import { timeOnly } from '../support/series.ts'

useService({ maxOccurrences: 300 })

const weekly = {
  title: 'Choir',
  timezone: 'Europe/Paris',
  start_date: '2030-03-17 20:00:00',
  end_date: '2030-03-17 22:00:00',
  recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=4'],
}

/** The dates of an event in lists. */
async function datesOf(title: string): Promise<Body[]> {
  const { events, total } = await read('/events', { ...timeOnly, search: title })
  assert.equal(total, events.length)
  return events
}
const startsOf = async (title: string) =>
  (await datesOf(title)).map(({ start_date }) => start_date.slice(0, 16))
const idsOf = async (title: string) =>
  (
    await service.rows(
      `SELECT series_date.id AS id FROM series_date JOIN event ON event.id = series WHERE title_en = '${title}' AND gone = 0 ORDER BY original`,
    )
  ).map(row => (row as Body).id)

test('a series is listed on each of its dates, right across daylight saving', async () => {
  const event = await create(weekly)
  assert.deepEqual(event.recurrence, ['RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=SU'])
  assert.equal(event.recurrence_text, 'every Sunday, 4 times')
  const french = await read(in_('fr', `/events/${event.id}`))
  assert.equal(french.recurrence_text, 'tous les dimanches, 4\u00a0fois')
  assert.deepEqual(
    (await datesOf('Choir')).map(date => [date.start_date, date.utc_start_date, date.utc_end_date]),
    [
      ['2030-03-17 20:00:00', '2030-03-17 19:00:00', '2030-03-17 21:00:00'],
      ['2030-03-24 20:00:00', '2030-03-24 19:00:00', '2030-03-24 21:00:00'],
      ['2030-03-31 20:00:00', '2030-03-31 18:00:00', '2030-03-31 20:00:00'],
      ['2030-04-07 20:00:00', '2030-04-07 18:00:00', '2030-04-07 20:00:00'],
    ],
  )
})

test('a single event shows no recurrence', async () => {
  for (const none of [{}, { recurrence: [] }, { recurrence: null }, { recurrence: '' }]) {
    const event = await create({ ...none, title: 'Single' })
    for (const name of ['recurrence', 'recurrence_text']) assert.ok(!(name in event), name)
  }
})

test('a change of the rule keeps the dates that stay, with their ids (R9)', async () => {
  const { id } = await create({ ...weekly, title: 'Rule' })
  const before = await idsOf('Rule')
  assert.equal(new Set([id, ...before]).size, 5)
  await change(id, { title: 'Rule', excerpt: 'Every week.' })
  assert.deepEqual(await idsOf('Rule'), before)
  await change(id, {
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20300324T200000', 'RDATE:20300320T200000'],
  })
  assert.deepEqual(await startsOf('Rule'), [
    '2030-03-17 20:00',
    '2030-03-20 20:00',
    '2030-03-31 20:00',
    '2030-04-07 20:00',
    '2030-04-14 20:00',
  ])
  const after = await idsOf('Rule')
  assert.deepEqual([after[0], after[2], after[3]], [before[0], before[2], before[3]])
  await change(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] })
  assert.deepEqual(await idsOf('Rule'), before)
})

test('a series becomes single, and a single event a series', async () => {
  const { id } = await create({ ...weekly, title: 'Both' })
  for (const none of [[], null, '']) {
    const single = await change(id, { recurrence: none })
    assert.ok(!('recurrence' in single))
    assert.deepEqual(
      (await datesOf('Both')).map(date => date.id),
      [id],
    )
    await change(id, { recurrence: weekly.recurrence })
    assert.equal((await datesOf('Both')).length, 4)
  }
})

test('a move of the start moves all dates by the difference, and keeps their ids', async () => {
  const { id } = await create({ ...weekly, title: 'Moved' })
  const before = await idsOf('Moved')
  const later = await change(id, { start_date: '2030-03-18 19:00', end_date: '2030-03-18 21:30' })
  assert.deepEqual(later.recurrence, ['RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO'])
  const dates = await datesOf('Moved')
  assert.deepEqual(
    dates.map(date => [date.start_date, date.end_date.slice(11)]),
    ['03-18', '03-25', '04-01', '04-08'].map(day => [`2030-${day} 19:00:00`, '21:30:00']),
  )
  assert.deepEqual(await idsOf('Moved'), before)
})

test('a change of the zone keeps wall times and ids (R8)', async () => {
  const { id } = await create({
    ...weekly,
    title: 'Zoned',
    recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20300407T180000Z', 'EXDATE:20300324T190000Z'],
  })
  const before = await idsOf('Zoned')
  const starts = await startsOf('Zoned')
  assert.equal(starts.length, 3)
  const moved = await change(id, { timezone: 'America/New_York' })
  assert.deepEqual(moved.recurrence, [
    'RRULE:FREQ=WEEKLY;UNTIL=20300408T000000Z',
    'EXDATE;TZID=America/New_York:20300324T200000',
  ])
  assert.deepEqual(await startsOf('Zoned'), starts)
  assert.deepEqual(await idsOf('Zoned'), before)
})

test('an event of whole days repeats by days', async () => {
  const event = await create({
    ...weekly,
    title: 'Days',
    all_day: true,
    recurrence: ['RRULE:FREQ=MONTHLY;BYMONTHDAY=17;UNTIL=20300601', 'EXDATE:20300417T090000'],
  })
  assert.deepEqual(event.recurrence, [
    'RRULE:FREQ=MONTHLY;UNTIL=20300601;BYMONTHDAY=17',
    'EXDATE;VALUE=DATE:20300417',
  ])
  assert.deepEqual(
    (await datesOf('Days')).map(date => [date.start_date, date.end_date]),
    ['2030-03-17', '2030-05-17'].map(day => [`${day} 00:00:00`, `${day} 23:59:59`]),
  )
})

test('dates end at the horizon (R11)', async () => {
  await create({ ...weekly, title: 'Endless', recurrence: ['RRULE:FREQ=MONTHLY'] })
  const starts = await startsOf('Endless')
  assert.deepEqual([starts.length, starts.at(-1)], [26, '2032-04-17 20:00'])
  // a series that begins after it has its first date all the same
  const far = { start_date: '2039-03-17 20:00', end_date: '2039-03-17 22:00' }
  await create({ ...weekly, ...far, title: 'Far', recurrence: ['RRULE:FREQ=MONTHLY'] })
  assert.deepEqual(await startsOf('Far'), ['2039-03-17 20:00'])
})

test('an error of a recurrence names its part, together with all other errors', async () => {
  const bad = { ...weekly, recurrence: ['RRULE:FREQ=DAILY;BYHOUR=25'] }
  assert.deepEqual(await refused('POST', '/events', bad), [400, 'rest_invalid_param', 'recurrence'])
  const { id } = await create({ ...weekly, title: 'Wrong' })
  const messageOf = async (recurrence: unknown, path = `/events/${id}`) => {
    const { status, body } = await send('PATCH', path, { as: 'editor', body: { recurrence } })
    assert.equal(status, 400)
    return body.data.params.recurrence
  }
  assert.match(
    await messageOf(['RRULE:FREQ=DAILY;BYHOUR=25']),
    /^recurrence\.BYHOUR is not valid\./,
  )
  assert.match(
    await messageOf(['RRULE:FREQ=WEEKLY;BYDAY=MO']),
    /^recurrence\.RRULE .*: 2030-03-11 20:00, 2030-03-18 20:00\.$/,
  )
  assert.match(await messageOf(['RRULE:FREQ=DAILY']), /more than 300 dates/)
  assert.match(
    await messageOf(['RRULE:FREQ=DAILY'], in_('fr', `/events/${id}`)),
    /plus de 300 dates/,
  )
  assert.deepEqual((await read(`/events/${id}`)).recurrence, ['RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=SU'])
  // the rule names a day that the new start is not
  const monthly = await create({ ...weekly, recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=3SU;COUNT=3'] })
  const moved = { start_date: '2030-03-18 20:00', end_date: '2030-03-18 22:00' }
  assert.deepEqual(await refused('PATCH', `/events/${monthly.id}`, moved), [
    400,
    'rest_invalid_param',
    'recurrence',
  ])
  const several = await send('POST', '/events', {
    as: 'editor',
    body: { ...weekly, recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO'], website: 'none', title: 'X' },
  })
  assert.deepEqual(Object.keys(several.body.data.params).toSorted(), ['recurrence', 'website'])
})

test('a series goes to the trash and comes back with its dates, and a form writes one too', async () => {
  const { id } = await create({ ...weekly, title: 'Trashed' })
  const before = await idsOf('Trashed')
  await edit('DELETE', `/events/${id}`)
  assert.equal((await datesOf('Trashed')).length, 0)
  await change(id, { status: 'publish' })
  assert.deepEqual(await idsOf('Trashed'), before)
  assert.equal((await datesOf('Trashed')).length, 4)
  const reply = await send('PATCH', `/events/${id}`, {
    as: 'editor',
    body: 'recurrence[]=RRULE:FREQ=WEEKLY;BYDAY=WE,SU;COUNT=3&recurrence[]=EXDATE:20300320T200000',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(await startsOf('Trashed'), ['2030-03-17 20:00', '2030-03-24 20:00'])
})

test('a recurrence is previewed, and nothing is written', async () => {
  const last = (await read('/events', { status: 'publish', per_page: 1 })).total
  const preview = (body: object, as = 'contributor', path = '/events/recurrence/preview') =>
    send('POST', path, { as, body })
  const { title: _, ...fields } = weekly
  const reply = await preview(fields)
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.body, {
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=SU'],
    recurrence_text: 'every Sunday, 4 times',
    total: 4,
    from: null,
    until: null,
    dates: [
      ['2030-03-17', '19', '21'],
      ['2030-03-24', '19', '21'],
      ['2030-03-31', '18', '20'],
      ['2030-04-07', '18', '20'],
    ].map(([day, start, end]) => ({
      start_date: `${day} 20:00:00`,
      end_date: `${day} 22:00:00`,
      utc_start_date: `${day} ${start}:00:00`,
      utc_end_date: `${day} ${end}:00:00`,
    })),
  })
  const french = await preview(
    { ...fields, recurrence: ['RRULE:FREQ=WEEKLY'] },
    'editor',
    in_('fr', '/events/recurrence/preview'),
  )
  const { recurrence_text, total, until, dates } = french.body
  assert.deepEqual(
    [recurrence_text, total, until, dates.length],
    ['tous les dimanches', 111, '2032-05-01 00:00:00', 50],
  )
  assert.deepEqual((await preview({ ...fields, recurrence: [] })).body.dates.length, 1)
  const wrong = await preview({ ...fields, recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO'] })
  assert.match(wrong.body.data.params.recurrence, /2030-03-11 20:00, 2030-03-18 20:00/)
  assert.equal((await preview(fields, 'anonymous')).status, 401)
  assert.equal((await preview(fields, 'subscriber')).status, 403)
  assert.equal((await read('/events', { status: 'publish', per_page: 1 })).total, last)
})
