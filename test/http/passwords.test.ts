import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  change,
  create,
  edit,
  only,
  read,
  refused,
  service,
  useService,
} from '../support/scenario.ts'
import { roles, type Sender } from '../support/service.ts'

useService({ clock: '2027-02-01T12:00:00Z' })

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

/** The readers of a text behind a password without it: editors, and the author of the event (A2). */
const readers: readonly Sender[] = ['administrator', 'editor', 'author', 'translator']
const callers: readonly Sender[] = ['anonymous', ...roles]

describe('filters and an event behind a password (A10)', () => {
  const ids: Record<string, number> = {}

  before(async () => {
    const make = async (path: string, body: object, as: Sender = 'administrator') => {
      const reply = await service.send('POST', path, { as, body })
      assert.equal(reply.status, 201, reply.text)
      return reply.body.id as number
    }
    ids.venue = await make('/venues', { venue: 'Hall', geo_lat: 45.5, geo_lng: -73.5 })
    ids.organizer = await make('/organizers', { organizer: 'Circle' })
    ids.category = await make('/categories', { name: 'Music' })
    ids.tag = await make('/tags', { name: 'free' })
    ids.event = await make(
      '/events',
      {
        title: 'Behind a password',
        ...dates,
        password: 'open sesame',
        ticketed: true,
        venue: [ids.venue],
        organizer: [ids.organizer],
        categories: [ids.category],
        tags: [ids.tag],
      },
      'author',
    )
    const origin = { source: 'parish', source_id: 'sealed-1' }
    await change(ids.event, origin)
  })
  const total = async (as: Sender, path: string, query: Record<string, string | number>) => {
    const reply = await service.send('GET', path, { as, query })
    assert.equal(reply.status, 200, reply.text)
    return Number(reply.body.total)
  }

  const filters = (): Record<string, Record<string, string | number>> => ({
    venue: { venue: ids.venue as number },
    organizer: { organizer: ids.organizer as number },
    categories: { categories: ids.category as number },
    tags: { tags: ids.tag as number },
    ticketed: { ticketed: 'true' },
    geoloc: { geoloc: 'true' },
    source: { source: 'parish' },
    source_id: { source_id: 'sealed-1' },
    'a place': { geoloc_lat: 45.5, geoloc_lng: -73.5, geoloc_radius: 1 },
  })

  for (const as of callers)
    test(`${as}: by its links, its place, its tickets and its source it is found by those who may read it only`, async () => {
      const expectedTotal = readers.includes(as) ? 1 : 0
      const window = { start_date: '2027-01-01', end_date: '2027-12-31' }
      for (const [name, filter] of Object.entries(filters())) {
        const include = { include: ids.event as number }
        assert.equal(await total(as, '/events', { ...filter, ...include }), expectedTotal, name)
        assert.equal(
          await total(as, '/events', { ...filter, ...window }),
          expectedTotal,
          `${name}, window`,
        )
      }
    })

  for (const as of callers)
    test(`${as}: to others it has no tickets and no place`, async () => {
      const expectedTotal = readers.includes(as) ? 0 : 1
      for (const filter of [{ ticketed: 'false' }, { geoloc: 'false' }] as const)
        assert.equal(
          await total(as, '/events', { ...filter, include: ids.event as number }),
          expectedTotal,
        )
    })

  for (const as of callers)
    test(`${as}: its date lists it, for its title is no secret`, async () => {
      const window = { start_date: '2027-03-01', end_date: '2027-03-02' }
      assert.equal(await total(as, '/events', window), 1)
    })

  for (const as of callers)
    test(`${as}: a venue whose only event is behind a password has events for its readers only`, async () => {
      const expectedTotal = readers.includes(as) ? 1 : 0
      for (const path of ['/venues', '/organizers'])
        for (const filter of [{ has_events: 'true' }, { only_with_upcoming: 'true' }])
          assert.equal(await total(as, path, filter as Record<string, string>), expectedTotal, path)
    })

  test('a cached list of events without tickets follows a password that comes and goes', async () => {
    const query = { ticketed: 'false', start_date: '2028-01-01', end_date: '2028-12-31' }
    const { body } = await service.send('POST', '/events', {
      as: 'author',
      body: {
        title: 'Tickets',
        start_date: '2028-02-01',
        end_date: '2028-02-01',
        ticketed: true,
      },
    })
    for (const [password, expectedTotal] of [
      ['', 0],
      ['x', 1],
      ['', 0],
    ] as const) {
      const change = { as: 'author', body: { password } }
      assert.equal((await service.send('PUT', `/events/${body.id}`, change)).status, 200)
      for (let times = 0; times < 3; times++)
        assert.equal(await total('anonymous', '/events', query), expectedTotal)
    }
  })
})

test('X4 a password hides an event until it is given or taken off', async () => {
  const { id } = await create({
    title: 'Private view',
    description: 'Behind the curtain',
    cost: '10',
    password: 'open sesame',
  })
  assert.deepEqual(await refused('GET', `/events/${id}`), [403, 'event-password-protected'])
  assert.match((await read(`/events/${id}`, { password: 'open sesame' })).description, /curtain/)
  const [masked] = (await read('/events', { include: id })).events
  assert.deepEqual(only(masked, 'title', 'description', 'cost', 'all_day', 'venue'), {
    title: 'Private view',
    description: '',
    cost: '',
    all_day: null,
    venue: [],
  })
  await edit('PATCH', `/events/${id}?password=open%20sesame`, { title: 'Renamed' })
  assert.deepEqual(
    await refused('GET', `/events/${id}`),
    [403, 'event-password-protected'],
    'in a query it opens, and sets nothing',
  )
  await change(id, { password: 'another' })
  assert.deepEqual(await refused('GET', `/events/${id}?password=open%20sesame`), [
    403,
    'event-password-protected',
  ])
  await change(id, { password: '' })
  assert.match((await read(`/events/${id}`)).description, /curtain/)
  assert.ok(
    !JSON.stringify(await service.rows('SELECT * FROM event')).includes('another'),
    'it is kept sealed',
  )
})
