import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, create, edit, in_, read, send, useService } from '../support/scenario.ts'
import { png } from './filled.ts'

useService()

const types = { 'Content-Type': 'text/plain;charset=UTF-8' }

test('a body of a type that is not read is refused, not passed over (U7)', async () => {
  const { id } = await create({ title: 'Fair' })
  const before = await send('GET', `/events/${id}`)
  const body = JSON.stringify({ title: 'Other' })
  for (const [method, path] of [
    ['PATCH', `/events/${id}`],
    ['PUT', '/events/by-source/town/1'],
    ['DELETE', `/events/${id}`],
  ] as const) {
    const reply = await send(method, path, { as: 'editor', body, headers: types })
    assert.deepEqual([reply.status, reply.body.code], [415, 'rest_unsupported_media_type'], method)
    assert.match(reply.body.message, /application\/json/)
    assert.equal((await send(method, path, { body, headers: types })).status, 401, method)
  }
  assert.equal((await send('GET', `/events/${id}`)).headers.etag, before.headers.etag)
  const created = await send('POST', '/events', { as: 'editor', body, headers: types })
  assert.deepEqual([created.status, created.body.code], [400, 'rest_missing_callback_param'])
  assert.match(created.body.message, /title.*was not read.*application\/json/)
})

test('a form that is not in UTF-8 is refused', async () => {
  const latin = Buffer.from(
    'title=\u00e9t\u00e9&start_date=2027-05-10&end_date=2027-05-10',
    'latin1',
  )
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const parts = (bytes: Buffer) =>
    Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--x--\r\n'),
    ])
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }
  for (const [body, headers] of [
    [latin, form],
    ['title=%E9t%E9&start_date=2027-05-10&end_date=2027-05-10', form],
    [parts(Buffer.from('\u00e9t\u00e9', 'latin1')), multipart],
  ] as const) {
    const { status, body: answer } = await send('POST', '/events', { as: 'editor', body, headers })
    assert.deepEqual([status, answer.code], [400, 'rest_invalid_body'])
    assert.match(answer.message, /UTF-8/)
  }
  const good = 'title=100%25+%C3%A9t%C3%A9&start_date=2027-05-10&end_date=2027-05-10'
  const kept = await send('POST', '/events', { as: 'editor', body: good, headers: form })
  assert.deepEqual([kept.status, kept.body.title], [201, '100% été'])
})

test('no image, and terms as they are read, may be sent', async () => {
  const { id } = await create({ title: 'Terms', tags: ['one', 'two'] })
  const { tags, image } = await read(`/events/${id}`)
  assert.equal(image, false)
  assert.equal((await change(id, { image, tags: tags.slice(1) })).tags.length, 1)
  const refused = await send('PATCH', `/events/${id}`, {
    as: 'editor',
    body: { tags: [{ name: 'x' }] },
  })
  assert.equal(refused.status, 400)
})

test('linked records may be sent in any form in which they are read', async () => {
  const headers = { 'Content-Type': 'image/png' }
  const { id: image } = await edit('POST', '/images', undefined, { body: png, headers })
  const venue = { venue: 'Hall', city: 'Lyon', translations: { fr: { venue: 'Salle' } } }
  const { id } = await create({ image, venue, organizer: [{ organizer: 'Club' }], tags: ['four'] })
  const tag = async () => (await send('GET', `/events/${id}`, { as: 'editor' })).headers.etag
  const before = await tag()
  for (const query of [
    { ml_language: 'all' },
    { _fields: 'image.url,venue.city,organizer.organizer,tags.name' },
  ])
    for (const as of ['editor', 'translator']) {
      const body = await edit('GET', `/events/${id}`, undefined, { as, query })
      const reply = await send('PATCH', `/events/${id}`, { as, body })
      assert.deepEqual([reply.status, await tag()], [200, before], reply.text)
    }
  const changed = await change(id, { venue: { venue: 'Hall', city: 'Nice' } })
  assert.deepEqual([changed.venue.city, (await tag()) === before], ['Nice', false])
  for (const tags of [[{}], [{ name: 'five' }]])
    assert.equal(
      (await send('PATCH', `/events/${id}`, { as: 'editor', body: { tags } })).status,
      400,
    )
})

test('a text that is a fallback, and the website that is the page, are not stored', async () => {
  const { id } = await create({ title: 'Only here' })
  const french = await read(in_('fr', `/events/${id}`))
  await edit('PATCH', in_('fr', `/events/${id}`), {
    title: french.title,
    website: french.website,
    featured: true,
  })
  const after = await edit('GET', `/events/${id}`, undefined, { query: { context: 'edit' } })
  assert.deepEqual(Object.keys(after.translations), ['en'])
  assert.equal(after.editing.texts.en.website, null)
  assert.equal(after.featured, true)
})

test('what a password hides from a list is not sent back as empty', async () => {
  const { id } = await create({
    title: 'Closed',
    description: 'Inside',
    cost: '5 €',
    password: 'x',
    tags: ['three'],
  })
  const [masked] = (await edit('GET', '/events', undefined, { query: { search: 'Closed' } })).events
  assert.equal(masked.description, '')
  const { description, cost, venue, tags, featured } = masked
  await change(id, { description, cost, venue, tags, featured })
  const whole = () => edit('GET', `/events/${id}`, undefined, { query: { context: 'edit' } })
  assert.match((await whole()).description, /Inside/)
  assert.equal((await whole()).tags.length, 1)
  await change(id, { description: null, tags: 0 })
  assert.deepEqual([(await whole()).description, (await whole()).tags], ['', []])
})

test('an image that is sent back is not copied from its own URL', async () => {
  const headers = { 'Content-Type': 'image/png' }
  const { id } = await edit('POST', '/images', undefined, { body: png, headers })
  const image = await edit('GET', `/images/${id}`)
  const { modified, url } = await edit('PUT', `/images/${id}`, image)
  assert.deepEqual([modified, url], [image.modified, image.url])
  assert.equal((await edit('PUT', `/images/${id}`, { ...image, alt: 'Dot' })).alt, 'Dot')
})
