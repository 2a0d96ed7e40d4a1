import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  create,
  edit,
  get,
  ids,
  in_,
  read,
  refused,
  service,
  useService,
} from '../support/scenario.ts'

// On PostgreSQL too: lists are ordered and filtered in SQL.

useService()

const at = (start: string, end: string) => ({
  start_date: `2027-05-${start}`,
  end_date: `2027-05-${end}`,
})
const within = { starts_after: '2027-05-09', starts_before: '2027-05-20' }
const listed = async (query: object = {}) =>
  ids((await read('/events', { ...within, ...query })).events)

test('events come in any order, from both ends, on every page', async () => {
  const b = (await create({ title: 'Bal', ...at('10 10:00', '19 10:00') })).id
  const e = (await create({ title: 'école', ...at('11 10:00', '11 12:00') })).id
  const z = (await create({ title: 'Zoo', ...at('12 10:00', '12 12:00') })).id
  const a = (await create({ title: 'Atelier', ...at('13 10:00', '13 12:00') })).id
  const orders = {
    start_date: [b, e, z, a],
    end_date: [e, z, a, b],
    created: [b, e, z, a],
    title: [a, b, e, z],
  }
  for (let time = 0; time < 2; time++)
    for (const [sort, expected] of Object.entries(orders)) {
      assert.deepEqual(await listed({ sort }), expected, sort)
      assert.deepEqual(await listed({ sort: `-${sort}` }), expected.toReversed(), `-${sort}`)
      const pages = [1, 2].map(page => listed({ sort, per_page: '3', page: String(page) }))
      assert.deepEqual((await Promise.all(pages)).flat(), expected, sort)
    }
  const { next_rest_url } = await read('/events', { ...within, sort: '-title', per_page: '1' })
  assert.match(next_rest_url, /sort=-title/)
  await edit('PATCH', `/events/${e}`, { translations: { fr: { title: 'Ábc' } } })
  const inFrench = await get(in_('fr', '/events'), { query: { ...within, sort: 'title' } })
  assert.deepEqual(ids(inFrench.body.events), [e, a, b, z])
  assert.deepEqual(await listed({ sort: 'title' }), orders.title)
  assert.deepEqual(await refused('GET', '/events?sort=cost'), [400, 'rest_invalid_param', 'sort'])
})

test('records are listed by their last change, of texts too', async () => {
  const [first, second, third] = await Promise.all(
    ['14', '15', '16'].map(day => create({ title: day, ...at(`${day} 10:00`, `${day} 12:00`) })),
  )
  assert.ok(first && second && third)
  const since = { starts_after: '2027-05-13' }
  service.clock.advance(3600)
  const { modified_utc } = await edit('PATCH', `/events/${second.id}`, { description: 'Other' })
  const after = { ...since, modified_after: `${modified_utc}Z` }
  const before = { ...since, modified_before: `${modified_utc}Z` }
  assert.deepEqual(await listed(after), [second.id])
  assert.deepEqual(await listed(before), [first.id, third.id])
  assert.deepEqual((await listed({ ...since, sort: '-modified' }))[0], second.id)
  service.clock.advance(3600)
  await edit('PATCH', `/events/${first.id}`, { title: 'Another' })
  assert.deepEqual(await listed(after), [first.id, second.id])
  assert.deepEqual(await listed({ ...after, sort: 'modified' }), [second.id, first.id])
  assert.deepEqual(await listed({ ...after, sort: '-modified', occurrences: 'series' }), [
    first.id,
    second.id,
  ])
  assert.deepEqual(await listed({ ...since, modified_after: '+1 hour' }), [])
  assert.deepEqual(await refused('GET', '/events?modified_after=soonish'), [
    400,
    'rest_invalid_param',
    'modified_after',
  ])
})

test('venues, organizers, terms and images are listed by their last change, and sorted', async () => {
  for (const [path, name, key] of [
    ['/venues', 'venue', 'venues'],
    ['/organizers', 'organizer', 'organizers'],
    ['/categories', 'name', 'categories'],
    ['/tags', 'name', 'tags'],
  ] as const) {
    const make = async (title: string) => (await edit('POST', path, { [name]: title })).id
    const [b, a] = [await make('B'), await make('A')]
    service.clock.advance(60)
    const changed = await edit('PATCH', `${path}/${b}`, { description: 'Other' })
    const list = async (query: object) =>
      ids((await read(path, { hide_empty: '0', ...query } as Record<string, string>))[key])
    const since = changed.modified_utc ?? new Date(service.clock.now() * 1000).toISOString()
    assert.deepEqual(await list({ modified_after: `${since.replace(/Z?$/, 'Z')}` }), [b], path)
    const isTerm = name === 'name'
    const by = (sort: string, down = false) =>
      isTerm
        ? { orderby: sort, order: down ? 'desc' : 'asc' }
        : { sort: `${down ? '-' : ''}${sort}` }
    assert.deepEqual(await list(by('modified')), [a, b])
    assert.deepEqual(await list(by('name')), [a, b])
    assert.deepEqual(await list(by('name', true)), [b, a])
    if (!isTerm) assert.deepEqual(await list(by('created')), [b, a])
  }
})

test('events have all of several tags, or none, and are outside of categories and of a list of IDs', async () => {
  const sport = (await edit('POST', '/categories', { name: 'Sport' })).id
  const ball = (await edit('POST', '/categories', { name: 'Ball', parent: sport })).id
  const day = (n: number) => at(`${n} 10:00`, `${n} 12:00`)
  const make = async (n: number, body: object) => (await create({ ...day(n), ...body })).id
  const both = await make(20, { tags: ['Red', 'Blue'], categories: [ball] })
  const red = await make(21, { tags: ['Red'] })
  const none = await make(22, {})
  const secret = await make(23, { tags: ['Red', 'Blue'], categories: [sport], password: 'x' })
  const find = (query: object) =>
    listed({ starts_after: '2027-05-19', starts_before: '2027-05-25', ...query })
  for (let time = 0; time < 2; time++) {
    assert.deepEqual(await find({ tags_all: 'red,blue' }), [both])
    assert.deepEqual(await find({ tags_all: 'red' }), [both, red])
    // of a protected event nobody learns what tags it has
    assert.deepEqual(await find({ tags_exclude: 'blue' }), [red, none, secret])
    assert.deepEqual(await find({ categories_exclude: 'sport' }), [red, none, secret])
    assert.deepEqual(await find({ categories_exclude: String(ball), tags: 'red' }), [red])
    assert.deepEqual(await find({ exclude: `${both},${none}` }), [red, secret])
    assert.deepEqual(await find({ exclude: both, include: `${both},${red}` }), [red])
  }
  const toEditors = async (query: object) =>
    ids(
      (await edit('GET', '/events', undefined, { query: query as Record<string, string> })).events,
    )
  assert.deepEqual(await toEditors({ tags_all: 'red,blue' }), [both, secret])
  assert.deepEqual(await toEditors({ tags_exclude: 'blue', starts_after: '2027-05-19' }), [
    red,
    none,
  ])
  await edit('PATCH', `/categories/${ball}`, { parent: 0 })
  assert.deepEqual(await find({ categories_exclude: 'sport' }), [both, red, none, secret])
  await edit('PATCH', `/events/${red}`, { tags: ['Red', 'Blue'] })
  assert.deepEqual(await find({ tags_all: 'red,blue' }), [both, red])
  assert.deepEqual(await find({ tags_exclude: 'blue' }), [none, secret])
  assert.deepEqual(await refused('GET', '/events?tags_exclude=nowhere'), [
    400,
    'rest_invalid_param',
    'tags_exclude',
  ])
})

test('dates of a series are left out one by one, or all of them', async () => {
  const { id } = await create({
    ...at('26 10:00', '26 12:00'),
    recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
  })
  const find = (query: object) =>
    listed({ starts_after: '2027-05-25', starts_before: '2027-05-31', ...query })
  const dates = await find({})
  assert.equal(dates.length, 3)
  assert.deepEqual(await find({ exclude: dates[1] }), [dates[0], dates[2]])
  assert.deepEqual(await find({ exclude: id }), [])
})

test('events start on days of the week and at times of the day, on their own clock', async () => {
  const days = { starts_after: '2027-05-31', starts_before: '2027-06-08' }
  const find = (query: object) => listed({ ...days, ...query })
  const make = async (day: string, time: string, more = {}) =>
    (
      await create({
        start_date: `2027-06-${day} ${time}`,
        end_date: `2027-06-${day} 23:59`,
        ...more,
      })
    ).id
  const tokyo = { timezone: 'Asia/Tokyo' }
  const [tuesday, friday, saturday, sunday] = [
    await make('01', '18:00'),
    await make('04', '23:30', tokyo),
    await make('05', '01:30'),
    await make('06', '00:00', { all_day: true }),
  ]
  assert.deepEqual(await find({ weekday: 'sa,su' }), [saturday, sunday])
  assert.deepEqual(await find({ weekday: 'fr' }), [friday])
  assert.deepEqual(await find({ starts_after_time: '18:00' }), [tuesday, friday])
  assert.deepEqual(await find({ starts_after_time: '18h01' }), [friday])
  assert.deepEqual(await find({ starts_before_time: '18:00' }), [saturday, sunday])
  assert.deepEqual(await find({ starts_before_time: '1:30' }), [sunday])
  assert.deepEqual(await find({ starts_after_time: '22:15', starts_before_time: '02:00' }), [
    friday,
    saturday,
    sunday,
  ])
  assert.deepEqual(await find({ weekday: 'fr,sa', starts_after_time: '20h' }), [friday])
  await edit('PATCH', `/events/${tuesday}`, {
    start_date: '2027-06-05 17:00',
    end_date: '2027-06-05 19:00',
  })
  assert.deepEqual(await find({ weekday: 'sa' }), [saturday, tuesday])
  for (const [name, value] of [
    ['weekday', 'monday'],
    ['starts_after_time', '24:00'],
    ['starts_before_time', 'noon'],
  ])
    assert.deepEqual(await refused('GET', `/events?${name}=${value}`), [
      400,
      'rest_invalid_param',
      name,
    ])
})
