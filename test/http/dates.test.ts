import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshZones } from '../../src/calendar/schedule/schedule.ts'
import { openDataFolder } from '../../src/main.ts'
import {
  change,
  create,
  edit,
  get,
  ids,
  read,
  refused,
  service,
  until,
  useService,
} from '../support/scenario.ts'

useService()

test('a date is read in the local time of the event, and a time with an offset is converted', async () => {
  const at = async (start_date: string | number, timezone: string) => {
    const event = await create({ start_date, end_date: '2028-01-01', timezone })
    return [event.start_date, event.utc_start_date, event.timezone_abbr]
  }
  assert.deepEqual(await at('2027-07-10 20:00:00', 'America/New_York'), [
    '2027-07-10 20:00:00',
    '2027-07-11 00:00:00',
    'EDT',
  ])
  assert.deepEqual(await at('2027-07-10T20:00:00Z', 'America/New_York'), [
    '2027-07-10 16:00:00',
    '2027-07-10 20:00:00',
    'EDT',
  ])
  assert.deepEqual(await at('2027-07-10T20:00:00+09:00', 'Europe/Paris'), [
    '2027-07-10 13:00:00',
    '2027-07-10 11:00:00',
    'CEST',
  ])
  assert.deepEqual(await at(Date.parse('2027-07-10T20:00:00Z') / 1000, 'Asia/Kolkata'), [
    '2027-07-11 01:30:00',
    '2027-07-10 20:00:00',
    'IST',
  ])
  assert.deepEqual((await at('tomorrow 9am', 'Asia/Tokyo')).slice(0, 2), [
    '2027-05-02 09:00:00',
    '2027-05-02 00:00:00',
  ])
  assert.deepEqual((await at('2027-12-01 10:00', 'UTC+2')).slice(0, 2), [
    '2027-12-01 10:00:00',
    '2027-12-01 08:00:00',
  ])
  assert.deepEqual((await at('2027-08-01 10:00', 'UTC+2')).slice(0, 2), [
    '2027-08-01 10:00:00',
    '2027-08-01 08:00:00',
  ])
})

test('a local time that does not exist moves forward, and one that occurs twice is the first', async () => {
  const gap = await create({
    start_date: '2027-03-28 02:30:00',
    end_date: '2027-03-28 05:00:00',
    timezone: 'Europe/Paris',
  })
  assert.deepEqual(
    [gap.start_date, gap.utc_start_date],
    ['2027-03-28 03:30:00', '2027-03-28 01:30:00'],
  )
  const twice = await create({
    start_date: '2027-10-31 02:30:00',
    end_date: '2027-10-31 05:00:00',
    timezone: 'Europe/Paris',
  })
  assert.deepEqual(
    [twice.start_date, twice.utc_start_date, twice.timezone_abbr],
    ['2027-10-31 02:30:00', '2027-10-31 00:30:00', 'CEST'],
  )
})

test('start and end are times with their offset, and whole days dates up to the day after', async () => {
  const of = async (body: object) => {
    const { id } = await create(body)
    const list = await read('/events', { include: String(id), _fields: 'events.start,events.end' })
    const { start, end } = await read(`/events/${id}`)
    assert.deepEqual(list, { events: [{ start, end }] })
    return [start, end]
  }
  const over = { start_date: '2027-10-30 20:00', end_date: '2027-10-31 04:00' }
  assert.deepEqual(await of({ ...over, timezone: 'Europe/Paris' }), [
    '2027-10-30T20:00:00+02:00',
    '2027-10-31T04:00:00+01:00',
  ])
  assert.deepEqual(
    (await of({ ...over, timezone: 'Asia/Kolkata' }))[0],
    '2027-10-30T20:00:00+05:30',
  )
  assert.deepEqual((await of({ ...over, timezone: 'UTC' }))[0], '2027-10-30T20:00:00+00:00')
  assert.deepEqual(await of({ ...over, all_day: true }), ['2027-10-30', '2027-11-01'])
  const last = { start_date: '9999-12-30', end_date: '9999-12-30', all_day: true }
  assert.deepEqual(await of({ ...last, timezone: 'UTC' }), ['9999-12-30', '9999-12-31'])
})

test('T5, T6 one date alone is honoured, and must fit the other', async () => {
  const { id } = await create({})
  assert.equal(
    (await change(id, { end_date: '2027-05-10 23:00:00' })).end_date,
    '2027-05-10 23:00:00',
  )
  assert.equal(
    (await change(id, { start_date: '2027-05-10 11:00:00' })).start_date,
    '2027-05-10 11:00:00',
  )
  assert.deepEqual(await refused('PATCH', `/events/${id}`, { start_date: '2027-05-11' }), [
    400,
    'rest_invalid_param',
    'start_date',
  ])
  assert.deepEqual(await refused('PATCH', `/events/${id}`, { end_date: '2027-05-09' }), [
    400,
    'rest_invalid_param',
    'end_date',
  ])
  const zoned = await change(id, { timezone: 'Asia/Tokyo' })
  assert.deepEqual(
    [zoned.start_date, zoned.utc_start_date],
    ['2027-05-10 11:00:00', '2027-05-10 02:00:00'],
  )
  const backwards = { title: 'x', start_date: '2027-05-11', end_date: '2027-05-10' }
  assert.deepEqual(await refused('POST', '/events', backwards), [
    400,
    'rest_invalid_param',
    'end_date',
  ])
})

test('an event of whole days lasts from midnight to the last second', async () => {
  const { id, ...event } = await create({
    all_day: true,
    start_date: '2027-05-10 14:00',
    end_date: '2027-05-12 15:00',
  })
  assert.deepEqual(
    [event.start_date, event.end_date],
    ['2027-05-10 00:00:00', '2027-05-12 23:59:59'],
  )
  const shorter = await change(id, { end_date: '2027-05-11 09:00' })
  assert.deepEqual([shorter.all_day, shorter.end_date], [true, '2027-05-11 23:59:59'])
})

test('T1, T2 whole days compare with the local time of each event; strict bounds with the local time sent, or with the instant', async () => {
  const tag = (await edit('POST', '/tags', { name: 'Windows' })).slug
  const tokyo = await create({
    title: 'Tokyo',
    start_date: '2027-06-10 08:00',
    end_date: '2027-06-10 09:00',
    timezone: 'Asia/Tokyo',
    tags: [tag],
  })
  const paris = await create({
    title: 'Paris',
    start_date: '2027-06-10 20:00',
    end_date: '2027-06-10 21:00',
    tags: [tag],
  })
  const find = async (query: object) => ids((await read('/events', { tags: tag, ...query })).events)
  assert.deepEqual(await find({ start_date: '2027-06-10 12:00', end_date: '2027-06-10' }), [
    tokyo.id,
    paris.id,
  ])
  assert.deepEqual(await find({ start_date: '2027-06-10 12:00', strict_dates: true }), [paris.id])
  assert.deepEqual(
    await find({ start_date: '2027-06-10T00:00:00Z', strict_dates: true }),
    [paris.id],
    'Tokyo began before',
  )
  assert.deepEqual(await find({ start_date: '2027-06-09T23:00:00Z', strict_dates: true }), [
    tokyo.id,
    paris.id,
  ])
  assert.deepEqual(await find({ starts_after: '2027-06-09' }), [tokyo.id, paris.id])
  assert.deepEqual(await find({ starts_after: '2027-06-10' }), [])
  assert.deepEqual(await find({ ends_before: '2027-06-10' }), [tokyo.id, paris.id])
  assert.deepEqual(await find({ ends_before: '2027-06-10 10:00', strict_dates: true }), [tokyo.id])
})

test('T10, P2 lists look from yesterday to two years on, unless they name ids', async () => {
  const tag = (await edit('POST', '/tags', { name: 'Old and far' })).slug
  const at = (day: string) => create({ start_date: day, end_date: day, tags: [tag] })
  const [old, , now, far] = [
    await at('2027-04-29'),
    0,
    await at('2027-04-30'),
    await at('2029-05-02'),
  ]
  assert.deepEqual(ids((await read('/events', { tags: tag })).events), [now.id])
  assert.deepEqual(ids((await read('/events', { include: `${old.id},${far.id}` })).events), [
    old.id,
    far.id,
  ])
})

test('when the data of time zones changes, wall times stay and instants follow', async () => {
  const { id } = await create({
    timezone: 'America/Bogota',
    start_date: '2027-09-01 10:00',
    end_date: '2027-09-01 11:00',
  })
  assert.equal((await read(`/events/${id}`)).utc_start_date, '2027-09-01 15:00:00')
  const { context, close } = await openDataFolder(service.settings)
  try {
    await refreshZones(context, 'older', assert.ifError)
    // As older data had it: an hour off.
    await context.store.write(async tx => {
      const stored = await tx.get('event', id)
      const earlier = (name: string) => Number(stored?.facts[name]) - 3600
      await tx.update('event', id, {
        utc_starts: earlier('utc_starts'),
        utc_ends: earlier('utc_ends'),
      })
    })
    assert.equal(await refreshZones(context, 'newer', assert.ifError), 1)
    assert.equal(await refreshZones(context, 'newer', assert.ifError), 0, 'once for each release')
  } finally {
    await close()
  }
  await until(async () => {
    const { start_date, utc_start_date } = await read(`/events/${id}`)
    assert.deepEqual([start_date, utc_start_date], ['2027-09-01 10:00:00', '2027-09-01 15:00:00'])
  })
})

test('an event whose times cannot be derived delays no other, and the next start tries it again', async () => {
  const at = { start_date: '2027-09-02 10:00', end_date: '2027-09-02 11:00' }
  const [damaged, other] = [await create(at), await create(at)]
  const { context, close } = await openDataFolder(service.settings)
  const failures: unknown[] = []
  try {
    await context.store.write(async tx => {
      for (const { id } of [damaged, other])
        await tx.update('event', id, { utc_starts: 1, utc_ends: 4_000_000_000 })
    })
    let isDamaged = true
    const write: typeof context.store.write = (work, isCreation) =>
      context.store.write(tx => {
        const get: typeof tx.get = (kind, id) =>
          isDamaged && id === damaged.id ? Promise.reject(new Error('damaged')) : tx.get(kind, id)
        return work({ ...tx, get })
      }, isCreation)
    const failing = { ...context, store: { ...context.store, write } }
    const refresh = () => refreshZones(failing, 'newest', error => failures.push(error))
    assert.equal(await refresh(), 1)
    assert.equal(failures.length, 1)
    assert.equal(await refresh(), 0)
    assert.equal(failures.length, 2)
    isDamaged = false
    assert.equal(await refresh(), 1)
    assert.equal(await context.store.note('zone-data'), 'newest')
  } finally {
    await close()
  }
})

const event = (start_date: string, more = {}) => ({
  title: 'Slashed',
  start_date,
  end_date: '2027-12-31 12:00',
  ...more,
})
const post = (language: 'en' | 'fr', body: object) =>
  service.send('POST', `${service.root[language]}/events`, { as: 'editor', body })

test('dates are sent as people type them, in either language to either, and a start with its end', async () => {
  const datesOf = async (language: 'en' | 'fr', start_date: string, end_date?: string) => {
    const { status, body } = await post(language, { title: 'Event', start_date, end_date })
    return status === 201
      ? [body.start_date, body.end_date]
      : [status, Object.keys(body.data.params)]
  }
  const friday = ['2027-05-07 18:00:00', '2027-05-07 20:00:00']
  assert.deepEqual(await datesOf('en', 'vendredi 18h-20h'), friday)
  assert.deepEqual(await datesOf('fr', 'from 6pm to 8pm on Friday'), friday)
  const night = ['2027-12-05 20:00:00', '2027-12-06 02:00:00']
  assert.deepEqual(await datesOf('en', '5 Dec 8pm-2am'), night)
  const later = ['2027-05-15 19:00:00', '2027-05-15 22:00:00']
  assert.deepEqual(await datesOf('fr', 'dans 2 semaines 19h', 'jusqu’à 22h'), later)
  const january = ['2028-01-03 19:00:00', '2028-01-03 21:00:00']
  assert.deepEqual(await datesOf('en', 'first monday of january 2028 7pm', 'for 2 hours'), january)
  // an offset, as ever
  const { body } = await post('en', event('2027-07-10 20:00-04:00'))
  assert.equal(body.start_date, '2027-07-11 02:00:00')

  const refusals: [start: string, end?: string][] = [
    ['vendredi 18h-20h', '2027-05-07 21:00'],
    ['vendredi 18h fête', '2027-05-07 21:00'],
    ['dimanche 8 mai 20h', '2027-05-09 21:00'],
    ['until 10pm', '2027-05-07 21:00'],
  ]
  for (const [start, end] of refusals)
    assert.deepEqual(await datesOf('fr', start, end), [400, ['start_date']], start)

  const { id } = await create({})
  const moved = await change(id, { start_date: 'mardi de 9h à 11h30' })
  assert.deepEqual(
    [moved.start_date, moved.end_date],
    ['2027-05-04 09:00:00', '2027-05-04 11:30:00'],
  )
  assert.equal(
    (await service.send('GET', '/events', { query: { start_date: 'demain' } })).status,
    200,
  )
  assert.deepEqual(await refused('GET', '/events?start_date=demain+18h-20h'), [
    400,
    'rest_invalid_param',
    'start_date',
  ])
})

test('T11 slashed dates are month first in English and refused in French, in bodies and filters', async () => {
  const english = await post('en', event('05/12/2027 10:00'))
  assert.equal(english.body.start_date, '2027-05-12 10:00:00')
  const french = await post('fr', event('05/12/2027 10:00'))
  assert.deepEqual([french.status, french.body.code], [400, 'rest_invalid_param'])
  assert.match(french.body.data.params.start_date, /écrivez l’année en premier, comme 2027-12-05/)
  const draft = await post('en', event('05/12/2027 10:00', { ml_language: 'fr' }))
  assert.equal(draft.status, 400)

  const list = (language: 'en' | 'fr', start_date: string) =>
    service.send('GET', `${service.root[language]}/events`, { query: { start_date } })
  assert.equal((await list('en', '01/12/2026')).status, 200)
  const filtered = await list('fr', '01/12/2026')
  assert.equal(filtered.status, 400)
  assert.match(filtered.body.data.params.start_date, /année en premier/)
  assert.equal((await list('fr', '2026/12/01')).status, 200)
})

test('zones are returned as IANA writes them, and the error for a city alone names its zone', async () => {
  const zoned = async (timezone: string) =>
    (await post('en', event('2027-01-01 10:00', { timezone }))).body
  for (const [sent, written] of [
    ['europe/paris', 'Europe/Paris'],
    ['AMERICA/MONTREAL', 'America/Montreal'],
    ['us/eastern', 'US/Eastern'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['utc', 'UTC'],
    ['utc+2', 'UTC+2'],
    ['etc/zulu', 'Etc/Zulu'],
    ['cet', 'CET'],
    ['+02:00', '+02:00'],
  ] as const)
    assert.equal((await zoned(sent)).timezone, written)
  assert.match((await zoned('Paris')).data.params.timezone, /Did you mean Europe\/Paris\?/)
  const french = await post('fr', event('2027-01-01 10:00', { timezone: 'montréal' }))
  assert.match(french.body.data.params.timezone, /America\/Montreal/)
  assert.doesNotMatch((await zoned('Atlantis')).data.params.timezone, /Did you mean/)
})

test('on, from and to ask what overlaps a day, a range or a moment, with or without strict_dates', async () => {
  const at = (title: string, start_date: string, end_date: string, more = {}) =>
    create({ title, start_date, end_date, ...more })
  const market = await at('Market', '2029-12-04 10:00', '2029-12-04 12:00')
  const late = await at('Late', '2029-12-04 20:00', '2029-12-05 00:00')
  const ball = await at('Ball', '2029-12-04 22:00', '2029-12-05 02:00')
  const show = await at('Show', '2029-11-01 10:00', '2029-12-31 18:00')
  const concert = await at('Concert', '2029-12-05 20:00', '2029-12-05 22:00')
  const whole = await at('Fair', '2029-12-05', '2029-12-05', { all_day: true })
  const away = await at('Away', '2029-12-05 20:00', '2029-12-05 22:00', { timezone: 'Asia/Tokyo' })
  const brunch = await at('Brunch', '2029-12-06 11:00', '2029-12-06 13:00')
  const found = async (query: Record<string, string>) => {
    const asked = { per_page: 50, ...query }
    const listed = (await read('/events', asked)).events.map(({ id }: { id: number }) => id)
    const strict = (await read('/events', { ...asked, strict_dates: 'true' })).events
    assert.deepEqual(
      strict.map(({ id }: { id: number }) => id),
      listed,
    )
    return [market, late, ball, show, concert, whole, away, brunch].flatMap(({ id, title }) =>
      listed.includes(id) ? [title] : [],
    )
  }
  const fifth = ['Ball', 'Show', 'Concert', 'Fair', 'Away']
  assert.deepEqual(await found({ on: '2029-12-05' }), fifth)
  assert.deepEqual(await found({ on: 'December 5, 2029' }), fifth)
  assert.deepEqual(await found({ from: '2029-12-05', to: '2029-12-06' }), [...fifth, 'Brunch'])
  assert.deepEqual(await found({ from: '2029-12-05 22:00', to: '2029-12-06' }), [
    'Show',
    'Fair',
    'Brunch',
  ])
  assert.deepEqual(await found({ from: '2029-12-04 11:00', to: '2029-12-04 20:00' }), [
    'Market',
    'Show',
  ])
  // an instant is compared with instants: at noon in Paris it is over in Tokyo's evening, not before
  assert.deepEqual(await found({ on: '2029-12-05T12:30:00+01:00' }), ['Show', 'Fair', 'Away'])
  assert.deepEqual(await found({ on: '2029-12-05', from: '2029-12-05 21:00' }), [
    'Show',
    'Concert',
    'Fair',
    'Away',
  ])
  const { rest_url } = await read('/events', { on: '2029-12-05', per_page: 2 })
  const again = await read(rest_url, {})
  assert.deepEqual([again.total, again.rest_url], [5, rest_url])
  const wrong = await get('/events', { query: { on: 'nonsense', from: '1' } })
  assert.equal(wrong.status, 400)
})
