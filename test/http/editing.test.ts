import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let service: Service
let path: string
let id: number
before(async () => {
  service = await startService()
  id = (await service.send('POST', '/events', { as: 'author', body: draft })).body.id
  path = `/events/${id}`
})
after(() => service.close())

const draft = {
  title: 'Fish & chips <3',
  description: 'One\n\nTwo',
  start_date: '2027-06-01 10:00:00',
  end_date: '2027-06-01 12:00:00',
  cost: '12',
  event_status: 'cancelled',
  featured: true,
  translations: { fr: { title: 'Poisson et frites' } },
}
const edit = { context: 'edit' }

test('its editors read the values of a record as they are written, and texts without fallback', async () => {
  const { body } = await service.send('GET', path, { as: 'author', query: edit })
  const { main_language, facts, texts } = body.editing
  assert.equal(main_language, 'en')
  assert.deepEqual(
    [facts.cost, facts.event_status, facts.featured, facts.status, facts.image],
    ['12', 'cancelled', true, 'publish', null],
  )
  assert.equal(texts.en.title, 'Fish & chips <3')
  assert.equal(texts.en.description, 'One\n\nTwo')
  assert.equal(texts.fr.title, 'Poisson et frites')
  assert.equal(texts.fr.description, null)
  assert.match(texts.fr.changed, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test('no other user reads them, in lists either', async () => {
  for (const as of ['anonymous', 'subscriber', 'contributor'])
    assert.equal((await service.send('GET', path, { as, query: edit })).body.editing, undefined)
  assert.equal((await service.send('GET', path, { as: 'author' })).body.editing, undefined)
  const { body } = await service.send('GET', '/events', {
    query: { ...edit, start_date: '2027-01-01' },
  })
  assert.equal(body.events.length, 1)
  assert.equal(body.events[0].editing, undefined)
})

test('to send them back changes nothing', async () => {
  const read = () => service.send('GET', path, { as: 'administrator', query: edit })
  const { editing, ...before } = (await read()).body
  const { changed: _, ...own } = editing.texts.en
  // null would clear what was never set
  const texts = Object.fromEntries(Object.entries(own).filter(([, text]) => text !== null))
  const { is_protected: __, ...facts } = editing.facts
  const sent = { ...facts, ...texts }
  const { status } = await service.send('PATCH', path, { as: 'administrator', body: sent })
  assert.equal(status, 200)
  const after = (await read()).body
  assert.deepEqual(after.editing, editing)
  const same = ['title', 'description', 'cost', 'status', 'date', 'image', 'event_status']
  assert.deepEqual(
    same.map(name => after[name]),
    same.map(name => before[name]),
  )
})

test('the texts of a language are as old as their last change', async () => {
  await service.send('PATCH', path, {
    as: 'author',
    body: { featured: false, title: 'Fish & chips <3', translations: { fr: { excerpt: 'Bon' } } },
  })
  const [row] = await service.rows<{ en: number; fr: number }>(
    `SELECT changed_en AS en, changed_fr AS fr FROM event WHERE id = ${id}`,
  )
  assert.ok(row && row.fr >= row.en)
  await service.send('PATCH', path, { as: 'author', body: { translations: { fr: null } } })
  const { body } = await service.send('GET', path, { as: 'author', query: edit })
  assert.deepEqual(Object.keys(body.editing.texts), ['en'])
})

test('venues, organizers and terms have them too; a password never does', async () => {
  const bodies = {
    venues: { venue: 'Hall', city: 'Lyon' },
    organizers: { organizer: 'Friends' },
    categories: { name: 'Music' },
    tags: { name: 'loud' },
  }
  for (const [path, body] of Object.entries(bodies)) {
    const { id } = (await service.send('POST', `/${path}`, { as: 'editor', body })).body
    const one = await service.send('GET', `/${path}/${id}`, { as: 'editor', query: edit })
    assert.equal(Object.values(one.body.editing.texts.en)[1] !== undefined, true, path)
    assert.match(one.headers.allow ?? '', /PATCH|PUT/)
    const plain = await service.send('GET', `/${path}/${id}`, { query: edit })
    assert.equal(plain.body.editing, undefined)
  }
  await service.send('PATCH', path, { as: 'author', body: { password: 'sesame' } })
  const { body } = await service.send('GET', path, { as: 'author', query: edit })
  assert.ok(!('password' in body.editing.facts))
  assert.equal(body.editing.facts.is_protected, true)
})
