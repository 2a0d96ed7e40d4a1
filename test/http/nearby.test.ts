import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create, edit, get, ids, read, refused, useService } from '../support/scenario.ts'
import { startService } from '../support/service.ts'

// On PostgreSQL too: distances are computed in SQL.

useService()

test('X1 events near a point come nearest first, within a radius', async () => {
  const at = async (name: string, geo_lat: number, geo_lng: number) =>
    (await create({ title: name, venue: { venue: name, geo_lat, geo_lng } })).id
  const [lyon, vienne, paris] = [
    await at('Lyon', 45.76, 4.84),
    await at('Vienne', 45.52, 4.87),
    await at('Paris', 48.86, 2.35),
  ]
  const near = async (query: object) =>
    ids((await read('/events', { geoloc_lat: 45.75, geoloc_lng: 4.85, ...query })).events)
  assert.deepEqual(await near({}), [lyon, vienne])
  assert.deepEqual(await near({ geoloc_radius: 5 }), [lyon])
  assert.deepEqual(await near({ geoloc_radius: 600 }), [lyon, vienne, paris])
  // by date too, among the venues in the circle
  const early = {
    start_date: '2027-05-03 10:00',
    end_date: '2027-05-03 11:00',
    venue: { venue: 'Hall', geo_lat: 45.6, geo_lng: 4.86 },
  }
  const hall = (await create({ title: 'Early', ...early })).id
  assert.deepEqual(await near({ sort: 'distance' }), [lyon, hall, vienne])
  assert.deepEqual(await near({ sort: '-distance' }), [vienne, hall, lyon])
  assert.deepEqual(await near({ sort: 'title' }), [hall, lyon, vienne])
  assert.deepEqual(await near({ sort: 'start_date' }), [hall, lyon, vienne])
  assert.deepEqual((await near({ sort: '-start_date' })).at(-1), hall)
  assert.deepEqual(await near({ sort: 'start_date', city: 'nowhere' }), [])
  assert.deepEqual(await refused('GET', '/events?sort=distance'), [
    400,
    'rest_invalid_param',
    'sort',
  ])
  assert.deepEqual(await refused('GET', '/events?geoloc_lat=45'), [
    400,
    'rest_invalid_param',
    'geoloc_lat',
  ])
  const nowhere = (await create({ title: 'Nowhere' })).id
  const located = async (geoloc: boolean) =>
    ids((await read('/events', { geoloc, include: `${lyon},${nowhere}` })).events)
  assert.deepEqual([await located(true), await located(false)], [[lyon], [nowhere]])
  const venue = (await read(`/events/${lyon}`)).venue
  assert.deepEqual([venue.geo_lat, venue.geo_lng], [45.76, 4.84])
})

test('X1 geolocation can be switched off', async () => {
  const without = await startService({ geolocation: false })
  const { status, body } = await without.send('GET', '/events?geoloc=true')
  assert.deepEqual([status, body.data.details.geoloc.code], [400, 'geolocation-not-available'])
  await without.close()
})

test('events and venues are listed in a window of a map, and events with their distance', async () => {
  const at = async (name: string, geo_lat: number, geo_lng: number) =>
    create({ title: name, venue: { venue: name, geo_lat, geo_lng } })
  const [suva, apia, oslo] = [
    await at('Suva', -18.14, 178.44),
    await at('Apia', -13.83, -171.76),
    await at('Oslo', 59.91, 10.75),
  ]
  const events = async (bbox: string, query = {}) =>
    ids((await read('/events', { bbox, ...query })).events)
  const venues = async (bbox: string) => ids((await read('/venues', { bbox })).venues)
  const north = '10,59,11,60'
  assert.deepEqual(await events(north), [oslo.id])
  assert.deepEqual(await venues(north), [oslo.venue.id])
  assert.deepEqual(await events('10.8,59,11,60'), [])
  // across the date line
  const pacific = '170,-20,-170,-10'
  assert.deepEqual(await events(pacific), [suva.id, apia.id])
  assert.deepEqual(await events(pacific, { venue: String(apia.venue.id) }), [apia.id])
  assert.deepEqual((await venues(pacific)).toSorted(), [suva.venue.id, apia.venue.id].toSorted())
  for (const path of ['/events', '/venues'])
    for (const bbox of ['1,2,3', '10,60,11,59', '200,0,210,1', 'a,b,c,d', ',,,'])
      assert.deepEqual(await refused('GET', `${path}?bbox=${bbox}`), [
        400,
        'rest_invalid_param',
        'bbox',
      ])
  const point = { geoloc_lat: '59.91', geoloc_lng: '10.75', geoloc_radius: '20038' }
  for (const query of [
    { bbox: pacific, sort: 'created' },
    { bbox: pacific, sort: '-distance' },
  ]) {
    const { body } = await get('/events', { query: { ...point, ...query } })
    const seen = await edit('GET', '/events', undefined, { query: { ...point, ...query } })
    for (const list of [body.events, seen.events])
      for (const { id, distance_km } of list)
        assert.ok(
          Math.abs(distance_km - (id === suva.id ? 15_127 : 14_986)) < 400,
          `${id} ${distance_km}`,
        )
  }
  const { events: here } = await read('/events', { ...point, geoloc_radius: '1' })
  assert.deepEqual(
    here.map((each: { distance_km: number }) => each.distance_km),
    [0],
  )
  assert.ok(!('distance_km' in (await read('/events', { bbox: north })).events[0]))
})
