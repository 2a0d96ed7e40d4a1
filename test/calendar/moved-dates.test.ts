import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../src/calendar/base/context.ts'
import { refreshZones } from '../../src/calendar/schedule/schedule.ts'
import { openDataFolder } from '../../src/main.ts'
import { type Body, change, create, edit, read, service, useService } from '../support/scenario.ts'

useService()

let created = 0
/** Six Sundays in May at eight in the evening, in Paris. */
async function series(more: object = {}) {
  created += 1
  const title = `Moved${created}x`
  const { id } = await create({
    title,
    timezone: 'Europe/Paris',
    start_date: '2030-05-05 20:00',
    end_date: '2030-05-05 22:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
    ...more,
  })
  const ids = (await listed(title)).map(event => event.id as number)
  return { id: id as number, title, ids, second: ids[1] as number }
}

async function listed(title: string): Promise<Body[]> {
  const query = { search: title, start_date: '2027-01-01', end_date: '2040-12-31', per_page: 50 }
  return (await read('/events', query)).events
}

/** When a date is: as its own response has it, which is as lists and their rows have it. */
async function timesOf(id: number) {
  const presented = await read(`/events/${id}`)
  const [row] = (await service.rows(
    `SELECT d.utc_starts AS date_starts, d.utc_ends AS date_ends, o.utc_starts, o.utc_ends, o.starts, o.ends
      FROM series_date d JOIN occurrence o ON o.id = d.id WHERE d.id = ${id}`,
  )) as [Record<string, number>]
  const seconds = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000
  const instants = [presented.utc_start_date, presented.utc_end_date].map(seconds)
  assert.deepEqual([row.date_starts, row.date_ends], instants)
  assert.deepEqual([row.utc_starts, row.utc_ends], instants)
  assert.deepEqual([row.starts, row.ends], [presented.start_date, presented.end_date].map(seconds))
  const minutes = (text: string) => text.slice(5, 16)
  return [
    minutes(presented.start_date),
    minutes(presented.end_date),
    minutes(presented.utc_start_date),
    minutes(presented.utc_end_date),
    presented.timezone_abbr,
  ]
}

test('a date with a start or an end of its own keeps both when its series moves', async () => {
  for (const [own, wanted] of [
    [{ end_date: '2030-05-12 23:00' }, ['05-12 20:00', '05-12 23:00']],
    [{ start_date: '2030-05-12 19:00' }, ['05-12 19:00', '05-12 22:00']],
  ] as const)
    for (const day of ['01', '02', '08', '09']) {
      const { id, second } = await series()
      await change(second, own)
      await change(id, { start_date: `2030-05-${day} 20:00`, end_date: `2030-05-${day} 22:00` })
      assert.deepEqual((await timesOf(second)).slice(0, 2), wanted)
      await change(id, { recurrence: [`RRULE:FREQ=WEEKLY;COUNT=4`] })
      assert.deepEqual((await timesOf(second)).slice(0, 2), wanted)
    }
})

test('instants of a moved date follow from its wall times and the zone of its series', async () => {
  const { id, second, ids } = await series()
  await change(second, { start_date: '2030-05-13 19:00', end_date: '2030-05-13 21:00' })
  assert.deepEqual((await timesOf(second)).slice(2), ['05-13 17:00', '05-13 19:00', 'CEST'])
  await change(id, { timezone: 'America/New_York' })
  assert.deepEqual(await timesOf(second), [
    '05-13 19:00',
    '05-13 21:00',
    '05-13 23:00',
    '05-14 01:00',
    'EDT',
  ])
  const third = ids[2] ?? 0
  await change(third, { end_date: '2030-05-19 23:30' })
  await change(id, { timezone: 'Asia/Tokyo' })
  assert.deepEqual(await timesOf(third), [
    '05-19 20:00',
    '05-19 23:30',
    '05-19 11:00',
    '05-19 14:30',
    'JST',
  ])
  const own = await edit('PATCH', `/events/${second}`, { scope: 'detach', cost: '3' })
  assert.deepEqual([own.utc_start_date, own.timezone_abbr], ['2030-05-13 10:00:00', 'JST'])
})

test('a date with a zone of its own keeps it, and moves with its series', async () => {
  const { id, second } = await series()
  await change(second, { timezone: 'Asia/Tokyo' })
  assert.deepEqual((await timesOf(second)).slice(2), ['05-12 11:00', '05-12 13:00', 'JST'])
  await change(id, { start_date: '2030-05-06 20:00', end_date: '2030-05-06 22:00' })
  await change(id, { timezone: 'America/New_York' })
  assert.deepEqual(await timesOf(second), [
    '05-13 20:00',
    '05-13 22:00',
    '05-13 11:00',
    '05-13 13:00',
    'JST',
  ])
  await change(second, { timezone: 'America/New_York' })
  assert.deepEqual(await service.rows(`SELECT patch FROM series_date WHERE id = ${second}`), [
    { patch: '' },
  ])
  assert.equal((await timesOf(second))[4], 'EDT')
})

test('wall times that another zone skips end after they start', async () => {
  const { id, second } = await series()
  await change(second, { start_date: '2030-03-10 02:30', end_date: '2030-03-10 03:00' })
  await change(id, { timezone: 'America/New_York' })
  assert.deepEqual((await timesOf(second)).slice(0, 2), ['03-10 03:30', '03-10 04:00'])
})

test('a moved date of a series of whole days is a whole day, and timed again with it', async () => {
  const { id, second } = await series()
  await change(second, { start_date: '2030-05-14 19:00', end_date: '2030-05-14 21:00' })
  await change(id, { all_day: true })
  assert.deepEqual((await timesOf(second)).slice(0, 2), ['05-14 00:00', '05-14 23:59'])
  assert.equal((await read(`/events/${second}`)).all_day, true)
  await change(id, { all_day: false, start_date: '2030-05-05 20:00', end_date: '2030-05-05 22:00' })
  assert.deepEqual((await timesOf(second)).slice(0, 2), ['05-14 19:00', '05-14 21:00'])
})

test('the differences of a date contain no UTC times, and one end alone of an earlier version is valid', async () => {
  const { id, second } = await series()
  await change(second, { end_date: '2030-05-12 23:00', cost: '7' })
  const [{ patch }] = (await service.rows(
    `SELECT patch FROM series_date WHERE id = ${second}`,
  )) as [{ patch: string }]
  const { starts, ends, ...others } = JSON.parse(patch).facts
  assert.equal(ends - starts, 3 * 3600)
  assert.ok(!Object.keys(others).some(name => name.startsWith('utc') || name === 'timezone_abbr'))
  await inStore(({ store }) =>
    store.write(tx => tx.patchDate(second, { facts: { ends, utc_ends: ends - 60 } })),
  )
  await change(id, { start_date: '2030-05-08 20:00', end_date: '2030-05-08 22:00' })
  assert.deepEqual((await timesOf(second)).slice(0, 2), ['05-12 23:00', '05-12 23:00'])
})

test('when the data of time zones changes, moved dates that are not over follow', async () => {
  const { second } = await series()
  await change(second, { start_date: '2030-05-13 19:00', end_date: '2030-05-13 21:00' })
  const right = await timesOf(second)
  await inStore(async context => {
    const { store } = context
    await refreshZones(context, 'older', assert.ifError)
    // as older data had it: an hour off
    const date = await store.seriesDate(second)
    const patch = (await store.datePatches([second])).get(second)
    assert.ok(date && patch)
    const [utc_starts, utc_ends] = [date.utc_starts - 3600, date.utc_ends - 3600]
    await store.write(tx => tx.patchDate(second, patch, { ...date, utc_starts, utc_ends }))
    assert.equal(await refreshZones(context, 'newer', assert.ifError), 1)
    assert.equal(await refreshZones({ ...context, now: () => 0 }, 'again', assert.ifError), 0)
  })
  assert.deepEqual(await timesOf(second), right)
})

const nightly = {
  start_date: '2030-03-29 02:30',
  end_date: '2030-03-29 04:00',
  recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
}
const spans = async (title: string) =>
  (await listed(title)).map(({ start_date, end_date }) =>
    [start_date.slice(8, 16), end_date.slice(11, 16)].join('–'),
  )
const asBefore = [
  '29 02:30–04:00',
  '30 02:30–04:00',
  '31 03:30–04:00',
  '01 02:30–04:00',
  '02 02:30–04:00',
]

test('a split where clocks are put forward leaves the later dates as they are', async () => {
  const { title, ids } = await series(nightly)
  const { id } = await change(ids[2] as number, { scope: 'following', cost: '5' })
  assert.equal(id, ids[2])
  assert.deepEqual(await spans(title), asBefore)
  // nor does a later change of the part that begins there move it, a new zone, or new data of zones
  const { series: part } = await read(`/events/${id}`)
  await change(part, { cost: '6' })
  assert.deepEqual(await spans(title), asBefore)
  await inStore(async context => {
    await refreshZones(context, 'older', assert.ifError)
    const { store } = context
    await store.write(tx => tx.update('event', part, { utc_starts: 0 }))
    await store.write(tx =>
      tx.patchDate(ids[3] as number, { facts: { cost: '7', timezone: 'Asia/Tokyo' } }),
    )
    assert.equal(await refreshZones(context, 'newer', assert.ifError), 1)
  })
  assert.deepEqual(await spans(title), asBefore)
  await change(part, { timezone: 'America/New_York' })
  assert.equal((await spans(title))[2], '31 02:30–04:00')
  await change(part, { timezone: 'Europe/Paris' })
  assert.deepEqual(await spans(title), asBefore)
  const single = await change(part, { recurrence: [] })
  assert.deepEqual(
    [single.start_date, single.end_date],
    ['2030-03-31 03:30:00', '2030-03-31 04:00:00'],
  )
})

test('times sent back as they are read change no length, and a changed one is that of all', async () => {
  const { title, ids } = await series(nightly)
  const gap = ids[2] as number
  const send = (id: number, start_date: string, end_date: string) =>
    change(id, { scope: 'all', start_date: `2030-${start_date}`, end_date: `2030-${end_date}` })
  await send(gap, '03-31 03:30', '03-31 04:00')
  assert.deepEqual(await spans(title), asBefore)
  // a date of another length neither
  const own = ids[3] as number
  await change(own, { start_date: '2030-04-01 02:00', end_date: '2030-04-01 06:00' })
  const withOwn = asBefore.with(3, '01 02:00–06:00')
  await send(own, '04-01 02:00', '04-01 06:00')
  assert.deepEqual(await spans(title), withOwn)
  await send(gap, '03-31 03:30', '03-31 05:00')
  assert.deepEqual(
    await spans(title),
    withOwn.map((span, at) => (at === 3 ? span : span.replace('04:00', '05:00'))),
  )
  await send(gap, '03-31 04:00', '03-31 05:00')
  assert.deepEqual((await spans(title)).slice(0, 3), [
    '29 04:00–05:00',
    '30 04:00–05:00',
    '31 04:00–05:00',
  ])
})

async function inStore(work: (context: Context) => Promise<unknown>) {
  const { context, close } = await openDataFolder(service.settings)
  try {
    await work(context)
  } finally {
    await close()
  }
}
