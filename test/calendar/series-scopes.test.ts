import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Body,
  change,
  edit,
  in_,
  read,
  refused,
  send,
  service,
  useService,
} from '../support/scenario.ts'
import { listed, scoped, series } from '../support/series.ts'

useService()

const starts = async (title: string) =>
  (await listed(title)).map(({ id, start_date }) => [id, start_date.slice(5, 16)])
const sundays = ['03-03', '03-10', '03-17', '03-24', '03-31', '04-07']
const at = (ids: number[], hour = '20:00', days = sundays) =>
  ids.map((id, n) => [id, `${days[n]} ${hour}`])

test('removing a date, those that follow, or all ends their IDs', async () => {
  const { id, title, ids } = await series()
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  const removed = await scoped('DELETE', second, undefined)
  assert.deepEqual([removed.id, removed.start_date], [second, '2030-03-10 20:00:00'])
  assert.deepEqual((await read(`/events/${id}`)).recurrence, [
    'RRULE:FREQ=WEEKLY;COUNT=6',
    'EXDATE;TZID=Europe/Paris:20300310T200000',
  ])
  assert.equal((await send('GET', `/events/${second}`)).status, 410)
  assert.equal(
    (await send('PATCH', `/events/${second}`, { as: 'editor', body: { title: 'X' } })).status,
    410,
  )
  await scoped('DELETE', fourth, 'following')
  assert.deepEqual(await starts(title), [
    [first, '03-03 20:00'],
    [third, '03-17 20:00'],
  ])
  await scoped('DELETE', third, 'all')
  assert.deepEqual(await starts(title), [])
  assert.equal(
    await edit('GET', `/events/${id}`, undefined, { query: { status: 'trash' } }).catch(() => 0),
    0,
  )
  await change(id, { status: 'publish' })
  assert.deepEqual(await starts(title), [
    [first, '03-03 20:00'],
    [third, '03-17 20:00'],
  ])
  await scoped('DELETE', first, 'this')
  // without its last date the series goes to the trash, and the response says so
  const last = await scoped('DELETE', third, 'this')
  assert.deepEqual([last.id, last.status], [third, 'trash'])
  assert.deepEqual(await starts(title), [])
})

test('a removal of the dates that follow leaves a rule that ends before them as it is', async () => {
  for (const end of ['COUNT=2', 'UNTIL=20300312']) {
    const recurrence = [`RRULE:FREQ=WEEKLY;${end}`, 'RDATE:20300420T200000,20300427T200000']
    const { title, ids } = await series({ recurrence })
    await scoped('DELETE', ids[2] ?? 0, 'following')
    assert.deepEqual(await starts(title), at(ids.slice(0, 2)))
  }
})

test('with all, a date moves every date by the difference', async () => {
  const { id, title, ids } = await series()
  const third = ids[2] ?? 0
  const moved = await scoped('PATCH', third, 'all', {
    start_date: '2030-03-18 21:00',
    end_date: '2030-03-18 22:30',
    excerpt: 'Later.',
  })
  assert.deepEqual([moved.id, moved.recurrence_text], [id, 'every Monday, 6 times'])
  const mondays = ['03-04', '03-11', '03-18', '03-25', '04-01', '04-08']
  assert.deepEqual(await starts(title), at(ids, '21:00', mondays))
  assert.deepEqual(
    (await listed(title)).map(({ end_date, excerpt }) => [end_date.slice(11), excerpt]),
    ids.map(() => ['22:30:00', '<p>Later.</p>']),
  )
  // what was read is sent back as it is
  const answer = await read(`/events/${id}`)
  await change(id, {
    start_date: answer.start_date,
    end_date: answer.end_date,
    recurrence: answer.recurrence,
  })
  assert.deepEqual(await starts(title), at(ids, '21:00', mondays))
})

test('a form and a change of many records move the first date, not the next one', async () => {
  const day = (days: number) =>
    new Date((service.clock.now() + days * 86_400) * 1000).toISOString().slice(0, 10)
  const on = (days: number) => ({
    start_date: `${day(days)} 20:00`,
    end_date: `${day(days)} 22:00`,
  })
  const { id } = await series({ ...on(-30), recurrence: ['RRULE:FREQ=DAILY;INTERVAL=7;COUNT=40'] })
  const first = async () => {
    const { body } = await send('GET', `/events/${id}?context=edit`, { as: 'editor' })
    return body.start_date
  }
  // of the dates that readers see, the next one is nearer to all of these
  await edit('PATCH', `/events/${id}?context=edit`, on(68))
  assert.equal(await first(), `${day(68)} 20:00:00`)
  await edit('PATCH', `/events/${id}?context=edit`, on(-30))
  const moved = { kind: 'event', records: [id], move: 98 * 1440 }
  await edit('POST', `${service.address}/admin/api/bulk`, moved)
  assert.equal(await first(), `${day(68)} 20:00:00`)
})

test('the rule on a date with a zone of its own, or that lasts whole days, is that of the series', async () => {
  const { id, ids } = await series({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'] })
  const [first = 0, second = 0, third = 0] = ids
  // the rule ends within a day
  await scoped('PATCH', ids[4] ?? 0, 'following', { excerpt: 'Later.' })
  const { recurrence } = await read(`/events/${first}`)
  assert.deepEqual(recurrence, ['RRULE:FREQ=WEEKLY;UNTIL=20300331T175959Z'])
  await scoped('PATCH', second, 'this', { timezone: 'America/New_York' })
  await scoped('PATCH', third, 'this', { all_day: true })
  for (const date of [second, third]) {
    assert.deepEqual((await read(`/events/${date}`)).recurrence, recurrence)
    // sent back as it was read, with any scope
    await scoped('PATCH', date, 'this', { recurrence, excerpt: 'Own.' })
    await scoped('PATCH', date, 'all', { recurrence, cost: `${date}` })
  }
  assert.equal((await read(`/events/${id}/occurrences`)).total, 4)
})

test('one date differs: its texts, its time, its place; a change of all leaves it', async () => {
  const { id, title, ids } = await series({ translations: { fr: { title: 'Chorale' } } })
  const [first = 0, second = 0] = ids
  const venue = await edit('POST', '/venues', { venue: 'Hall' })
  const changed = await scoped('PATCH', second, undefined, {
    title: `${title} on Monday`,
    start_date: '2030-03-11 19:00',
    end_date: '2030-03-11 20:00',
    venue: venue.id,
    event_status: 'cancelled',
    event_status_reason: 'Ill.',
  })
  const otherwise = (event: Body) => [
    event.id,
    event.title,
    event.start_date,
    event.end_date,
    event.venue.id ?? event.venue,
    event.event_status,
    event.event_status_reason,
  ]
  const wanted = [
    second,
    `${title} on Monday`,
    '2030-03-11 19:00:00',
    '2030-03-11 20:00:00',
    venue.id,
    'cancelled',
    'Ill.',
  ]
  assert.deepEqual(otherwise(changed), wanted)
  assert.deepEqual(otherwise(await read(`/events/${second}`)), wanted)
  assert.deepEqual(otherwise((await listed(title)).find(event => event.id === second)), wanted)
  assert.equal((await read(in_('fr', `/events/${second}`))).title, 'Chorale')
  assert.equal((await read(`/events/${first}`)).title, title)
  const answer = await change(id, {
    excerpt: 'All.',
    start_date: '2030-03-03 21:00',
    end_date: '2030-03-03 23:00',
  })
  assert.deepEqual(answer.differing_occurrences, [second])
  assert.deepEqual(
    (await scoped('PATCH', first, 'all', { excerpt: 'All.' })).differing_occurrences,
    [second],
  )
  assert.ok(!('differing_occurrences' in (await read(`/events/${id}`))))
  assert.deepEqual(otherwise(await read(`/events/${second}`)), wanted)
  assert.equal((await read(`/events/${second}`)).excerpt, '<p>All.</p>')
  assert.equal((await read(`/events/${first}`)).start_date, '2030-03-03 21:00:00')
  // back as the series has it
  await scoped('PATCH', second, 'this', {
    title,
    start_date: '2030-03-10 21:00',
    end_date: '2030-03-10 23:00',
    venue: [],
    event_status: 'scheduled',
  })
  assert.deepEqual(await service.rows(`SELECT patch FROM series_date WHERE id = ${second}`), [
    { patch: '' },
  ])
  assert.deepEqual(await starts(title), at(ids, '21:00'))
})

test('following splits the series, and both parts keep the IDs of their dates', async () => {
  const { id, title, ids } = await series()
  const fourth = ids[3] ?? 0
  const changed = await scoped('PATCH', fourth, 'following', {
    start_date: '2030-03-24 18:00',
    end_date: '2030-03-24 19:00',
    cost: '5',
  })
  assert.deepEqual(
    [changed.id, changed.start_date, changed.cost],
    [fourth, '2030-03-24 18:00:00', '$5'],
  )
  assert.deepEqual(await starts(title), [...at(ids).slice(0, 3), ...at(ids, '18:00').slice(3)])
  assert.deepEqual(
    (await read(`/events/${id}`)).recurrence_text,
    'every Sunday until 23 March 2030',
  )
  assert.equal(changed.recurrence_text, 'every Sunday, 3 times')
  assert.notEqual(changed.slug, (await read(`/events/${id}`)).slug)
  // from the first date on, it is the series itself
  await scoped('PATCH', ids[0] ?? 0, 'following', { cost: '7' })
  assert.deepEqual(
    (await listed(title)).map(({ cost }) => cost),
    ['$7', '$7', '$7', '$5', '$5', '$5'],
  )
})

test('a date becomes an event of its own, under its ID', async () => {
  const { id, title, ids } = await series()
  const second = ids[1] ?? 0
  const own = await scoped('PATCH', second, 'detach', { title: `${title} apart` })
  assert.deepEqual([own.id, own.title, own.recurrence], [second, `${title} apart`, undefined])
  assert.deepEqual(await starts(title), at(ids))
  await change(id, { cost: '9' })
  assert.equal((await read(`/events/${second}`)).cost, '')
  await change(second, { start_date: '2030-03-12 20:00', end_date: '2030-03-12 21:00' })
  assert.equal((await listed(title)).length, 6)
})

test('a change that a scope does not allow is refused', async () => {
  const { id, ids } = await series()
  const second = ids[1] ?? 0
  const wrong = (on: number, body: object) => refused('PATCH', `/events/${on}`, body)
  const bad = (name: string) => [400, 'rest_invalid_param', name]
  assert.deepEqual(await wrong(id, { scope: 'this', title: 'X' }), bad('scope'))
  assert.deepEqual(await wrong(second, { scope: 'some', title: 'X' }), bad('scope'))
  assert.deepEqual(await wrong(second, { recurrence: [] }), bad('recurrence'))
  assert.deepEqual(await wrong(second, { slug: 'x' }), bad('slug'))
  assert.deepEqual(await wrong(second, { status: 'trash' }), bad('status'))
  assert.deepEqual(await wrong(second, { start_date: '2030-03-11 23:00' }), bad('start_date'))
  for (const method of ['PATCH', 'DELETE'])
    for (const as of ['anonymous', 'contributor']) {
      const reply = await send(method, `/events/${second}`, { as, body: { title: 'X' } })
      assert.equal(reply.status, as === 'anonymous' ? 401 : 403)
    }
})

test('a date of a series in the trash is changed there, and restored with its series alone', async () => {
  const { id, title, ids } = await series()
  const [first = 0] = ids
  await scoped('DELETE', first, 'all')
  const { title: changed } = await edit('PATCH', `/events/${first}`, { title: `${title} indoors` })
  assert.equal(changed, `${title} indoors`)
  await edit('PATCH', `/events/${first}`, { status: 'trash', excerpt: 'Indoors.' })
  const { status, body } = await send('PATCH', `/events/${first}`, {
    as: 'editor',
    body: { status: 'publish' },
  })
  assert.equal(status, 400)
  assert.match(body.data.params.status, /scope=all/)
  await change(id, { status: 'publish' })
  const restored = await read(`/events/${first}`)
  assert.deepEqual([restored.title, restored.status], [`${title} indoors`, 'publish'])
})

test('a condition on a date is one on its series', async () => {
  const { id, ids } = await series()
  const [first = 0, second = 0] = ids
  const { headers } = await send('GET', `/events/${second}`, { as: 'editor' })
  const etag = String(headers.etag)
  await scoped('PATCH', first, 'this', { excerpt: 'First.' })
  const stale = await send('PATCH', `/events/${second}`, {
    as: 'editor',
    body: { title: 'X' },
    headers: { 'If-Match': etag },
  })
  assert.equal(stale.status, 412)
  const now = String((await send('GET', `/events/${second}`, { as: 'editor' })).headers.etag)
  assert.notEqual(now, etag)
  const fresh = await send('PATCH', `/events/${second}`, {
    as: 'editor',
    body: { excerpt: 'Y' },
    headers: { 'If-Match': now },
  })
  assert.equal(fresh.status, 200, fresh.text)
  assert.equal((await edit('GET', `/events/${id}?context=edit`)).excerpt, '')
})

test('a list of removed dates that is full takes no more', async () => {
  const days = Array.from({ length: 1000 }, (_, n) =>
    new Date(Date.UTC(2030, 2, 10 + n)).toISOString().slice(0, 10).replaceAll('-', ''),
  )
  const { id, ids } = await series({
    recurrence: [
      'RRULE:FREQ=WEEKLY;COUNT=200',
      `EXDATE:${days.map(day => `${day}T200000`).join()}`,
    ],
  })
  const last = ids.at(-1) ?? 0
  assert.deepEqual(await refused('DELETE', `/events/${last}`), [
    400,
    'rest_invalid_param',
    'recurrence',
  ])
  assert.equal((await read(`/events/${id}`)).id, id)
  // a move beyond the years that can be written is refused too
  const far = await series({ recurrence: ['RDATE:99990101T200000'] })
  assert.deepEqual(
    await refused('PATCH', `/events/${far.id}`, {
      start_date: '2032-03-03 20:00',
      end_date: '2032-03-03 22:00',
    }),
    [400, 'rest_invalid_param', 'recurrence'],
  )
})

test('a date that another write takes away, or that a new rule leaves out, is changed without an error', async () => {
  for (const [one, other] of [
    ['following', 'detach'],
    ['this', 'detach'],
  ] as const) {
    const { ids } = await series()
    const patch = (scope: string) =>
      send('PATCH', `/events/${ids[2]}`, { as: 'editor', body: { cost: scope, scope } })
    const [first, second] = await Promise.all([patch(one), patch(other)])
    // where the other comes first, the date is no longer one of the series
    assert.ok(first?.status === 404 || first?.body.cost === one, first?.text)
    assert.equal(second?.body.cost, other, second?.text)
  }
  const { ids } = await series()
  const changed = await scoped('PATCH', ids[2] ?? 0, 'following', {
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20300317T200000'],
    start_date: '2030-03-17 20:00:00',
    end_date: '2030-03-17 22:00:00',
  })
  assert.equal(changed.recurrence.length, 2)
})

test('the reach of each scope counts its dates and those that differ, for those who may change the series', async () => {
  const { id, ids } = await series()
  const [first = 0, second = 0, , fourth = 0] = ids
  const reach = (date: number, as = 'editor') =>
    send('GET', `${service.address}/admin/api/events/${date}/reach`, { as })
  const body = async (date: number) => (await reach(date)).body
  await change(second, { cost: '5' })
  await change(ids[4] ?? 0, { cost: '6' })
  assert.deepEqual(await body(second), {
    this: { dates: 1, differing: 1 },
    following: { dates: 5, differing: 2 },
    all: { dates: 6, differing: 2 },
  })
  assert.deepEqual((await body(fourth)).following, { dates: 3, differing: 1 })
  await edit('DELETE', `/events/${fourth}`)
  assert.equal((await reach(fourth)).status, 410)
  assert.equal((await body(second)).all.dates, 5)
  // the answer is what a change of all returns
  assert.deepEqual((await change(id, { excerpt: 'Changed.' })).differing_occurrences, [
    second,
    ids[4],
  ])
  assert.equal((await reach(first, 'contributor')).status, 403)
  assert.equal((await reach(id)).status, 400)
})

test('a date that is removed by a concurrent request gets the error of any removed date', async () => {
  const { ids } = await series()
  const [, second = 0] = ids
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      send(at % 2 ? 'PATCH' : 'DELETE', `/events/${second}`, {
        as: 'editor',
        body: at % 2 ? { cost: '5' } : {},
      }),
    ),
  )
  const codes = replies.map(({ status, body }) => (status === 200 ? 'done' : body.code))
  assert.deepEqual(new Set(codes), new Set(['done', 'event-date-removed']))
  assert.equal(codes[0], 'done')
})
