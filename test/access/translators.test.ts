import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rightsOf } from '../../src/calendar/people/sign-in/capabilities.ts'
import type { Reply, Service } from '../support/service.ts'
import { begin, image, journalLength, when } from './records.ts'

let service: Service
let event: number
before(async () => {
  service = await begin()
  const body = { title: 'Tide', description: 'By the sea', status: 'draft', ...when }
  event = (await make('/events', body)).id
})
after(() => service.close())

const make = async (path: string, body: object, as = 'editor') => {
  const reply = await service.send('POST', path, { as, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const admin = (method: string, path: string, body?: object) =>
  service.send(method, `${service.address}/admin/api/${path}`, {
    as: 'translator',
    ...(body && { body }),
  })
const patch = (path: string, body: object) =>
  service.send('PATCH', path, { as: 'translator', body })

/** It is refused, names the fields, and writes nothing. */
async function isRefused(send: () => Promise<Reply>, names: string) {
  const before = await journalLength(service)
  const reply = await send()
  assert.deepEqual([reply.status, reply.body.code], [403, 'rest_forbidden'], reply.text)
  assert.ok(reply.body.message.endsWith(`not ${names}.`), reply.body.message)
  assert.equal(await journalLength(service), before)
}

test('a translator writes the texts of records of all, in every language', async () => {
  const venue = await make('/venues', { venue: 'Harbour', translations: { fr: { venue: 'Port' } } })
  const tag = await make('/tags', { name: 'sea' })
  const { id: alt } = (
    await service.send('POST', '/images', {
      as: 'editor',
      body: image,
      headers: { 'Content-Type': 'image/png' },
    })
  ).body
  for (const [path, body] of [
    [`/events/${event}`, { translations: { fr: { title: 'Marée', excerpt: 'Bref' } } }],
    [`/events/${event}`, { title: 'The tide' }],
    [`/venues/${venue.id}`, { translations: { fr: { venue: 'Le port', description: 'Ici' } } }],
    [`/tags/${tag.id}`, { translations: { fr: { name: 'mer' } } }],
    [`/images/${alt}`, { translations: { fr: { alt: 'La mer' } } }],
  ] as const) {
    const reply = await patch(path, body)
    assert.equal(reply.status, 200, reply.text)
  }
  const { body } = await service.send('GET', `/events/${event}`, { as: 'translator' })
  assert.deepEqual(
    [body.title, body.translations.fr.title, body.status],
    ['The tide', 'Marée', 'draft'],
  )
})

test('facts, slugs and files are refused by their names, with texts or alone', async () => {
  const { id: category } = await make('/categories', { name: 'Walks' })
  const { id: picture } = (
    await service.send('POST', '/images', {
      as: 'editor',
      body: image,
      headers: { 'Content-Type': 'image/png' },
    })
  ).body
  for (const [path, body, names] of [
    [`/events/${event}`, { title: 'Ebb', status: 'publish' }, 'status'],
    [`/events/${event}`, { cost: '5', start_date: '2027-05-11 10:00' }, 'start_date, cost'],
    [`/events/${event}`, { venue: { venue: 'Pier' } }, 'venue'],
    [`/events/${event}`, { slug: 'ebb' }, 'slug'],
    [`/events/${event}`, { translations: { fr: { title: 'Reflux', slug: 'reflux' } } }, 'slug'],
    [`/categories/${category}`, { color: 'teal' }, 'color'],
    [`/images/${picture}`, { focus: { x: 0.1, y: 0.1 } }, 'focus'],
  ] as const)
    await isRefused(() => patch(path, body), names)
  const headers = { 'Content-Type': 'image/png' }
  const file = () =>
    service.send('PUT', `/images/${picture}`, { as: 'translator', body: image, headers })
  await isRefused(file, 'file')
})

test('neither many records, an earlier version nor the rest of a series are a way around that', async () => {
  const change = { kind: 'event', records: [event], change: { featured: true } }
  const { body } = await admin('POST', 'bulk', change)
  assert.equal(body.changed, 0)
  assert.match(body.refused[0].message, /not featured\.$/)
  const version = (await service.store.get('event', event))?.version ?? 0
  const moved = await service.send('PATCH', `/events/${event}`, {
    as: 'editor',
    body: { cost: '7' },
  })
  assert.equal(moved.status, 200)
  const restore = `versions/${version}/restore`
  await isRefused(() => admin('POST', `events/${event}/${restore}`, {}), 'version')
  const series = await make('/events', {
    title: 'Weekly',
    ...when,
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
  })
  const [, second] = (
    await service.send('GET', '/events', { as: 'editor', query: { search: 'Weekly' } })
  ).body.events
  await isRefused(
    () => patch(`/events/${second.id}`, { title: 'Now', scope: 'following' }),
    'scope',
  )
  assert.equal((await patch(`/events/${second.id}`, { title: 'That day' })).status, 200)
  assert.equal((await patch(`/events/${series.id}`, { title: 'Each week' })).status, 200)
})

test('a translator sees neither what users did nor what visitors reported, and shares no view', async () => {
  const view = { kind: 'event', name: 'All', query: '', shared: true }
  for (const [method, path, body] of [
    ['GET', 'activity'],
    ['GET', 'reports'],
    ['POST', 'views', view],
  ] as const)
    assert.equal((await admin(method, path, body)).status, 403, path)
  const actor = { id: 7, login: 'translator', role: 'translator', scope: 'admin' } as const
  const { event, image, accounts } = rightsOf(actor)
  assert.deepEqual(
    [event.translate, event.change, event.read_unpublished, image.remove, accounts],
    [true, 'none', 'all', 'none', false],
  )
})
