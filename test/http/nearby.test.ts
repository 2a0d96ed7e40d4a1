import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create, ids, read, refused, useService } from '../support/scenario.ts'
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
