import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

// On PostgreSQL too: texts of all languages are looked into in SQL.

let service: Service
before(async () => {
  service = await startService({ clock: '2027-03-01T10:00:00Z' })
})
after(() => service.close())

const send = (method: string, path: string, body?: object, as = 'editor') =>
  service.send(method, path, { as, ...(body && { body }) })
const admin = (method: string, path: string, body?: object, as = 'editor') =>
  send(method, `${service.address}/admin/api/${path}`, body, as)
const on = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }
const created = async (path: string, body: object): Promise<number> =>
  (await send('POST', `/${path}`, body)).body.id
const change = (id: number, body: object) => send('PATCH', `/events/${id}`, body)
const table = async (kind: string, query: string): Promise<number[]> => {
  const { body } = await admin('GET', `table?kind=${kind}&query=${encodeURIComponent(query)}`)
  return body.rows.map(({ id }: { id: number }) => id)
}
/** The events that are to be translated into a language. */
const toTranslate = (language: string) => table('event', `ml_missing=${language}`)

test('tables and their counts find the words of every language, the API those of its own', async () => {
  const event = await created('events', {
    ...on,
    title: 'Exhibition',
    translations: { fr: { title: 'Vernissage' } },
  })
  const venue = await created('venues', {
    venue: 'Elm Gallery',
    translations: { fr: { venue: 'Galerie des Ormes' } },
  })
  const category = await created('categories', {
    name: 'Fairs',
    translations: { fr: { name: 'Foires' } },
  })
  assert.deepEqual(await table('event', 'search=vernissage'), [event])
  assert.deepEqual(await table('event', 'search=exhibition'), [event])
  assert.deepEqual(await table('event', 'search=exhibition+vernissage'), [event])
  assert.deepEqual(await table('venue', 'search=ormes'), [venue])
  assert.deepEqual(await table('category', 'search=foires&hide_empty=false'), [category])
  const { counts } = (await admin('GET', 'counts?kind=event&search=vernissage')).body
  assert.equal(counts.all, 1)
  assert.equal((await send('GET', '/events?search=vernissage')).body.total, 0)
})

test('a text that lacks, is a copy or is older than its original is to be translated', async () => {
  const description = 'All about it.'
  const id = await created('events', { ...on, title: 'Fair', description })
  assert.ok((await toTranslate('fr')).includes(id))
  for (const [fr, isLeft] of [
    [{ title: 'Foire' }, true],
    [{ description }, true],
    [{ description: 'Tout.' }, false],
  ] as const) {
    service.clock.advance(3600)
    await change(id, { translations: { fr } })
    assert.equal((await toTranslate('fr')).includes(id), isLeft, JSON.stringify(fr))
    // the original is never what is left
    assert.equal((await toTranslate('en')).includes(id), false)
  }
  service.clock.advance(3600)
  await change(id, { title: 'Great fair' })
  assert.deepEqual([await toTranslate('fr'), await toTranslate('en')], [[id], []])
  const confirm = (as: string) =>
    admin('POST', 'current-texts', { kind: 'event', id, language: 'fr' }, as)
  assert.equal((await confirm('contributor')).status, 403)
  assert.equal((await confirm('editor')).status, 200)
  assert.deepEqual(await toTranslate('fr'), [])
  const { texts } = (await send('GET', `/events/${id}?context=edit`)).body.editing
  assert.deepEqual([texts.fr.title, texts.fr.changed], ['Foire', texts.en.changed])
})

test('a contributor features, pins and hides nothing, and may send back what an editor has set', async () => {
  const event = { ...on, title: 'Mine', status: 'pending' }
  for (const name of ['featured', 'sticky', 'hide_from_listings']) {
    const refused = await send('POST', '/events', { ...event, [name]: true }, 'contributor')
    assert.deepEqual([refused.status, refused.body.code], [403, 'rest_forbidden'])
    assert.match(refused.body.message, new RegExp(name))
    const own = await send('POST', '/events', { ...event, [name]: false }, 'contributor')
    assert.equal(own.status, 201)
    await change(own.body.id, { [name]: true })
    const path = `/events/${own.body.id}`
    const same = await send('PATCH', path, { title: 'Still mine', [name]: true }, 'contributor')
    assert.equal(same.status, 200, same.text)
  }
})

test('the table of events finds by place, organizer and tag in any language, by ID and by URL', async () => {
  const event = await created('events', {
    ...on,
    title: 'Recital',
    translations: { fr: { title: 'Récital' } },
    venue: { venue: 'Mill', translations: { fr: { venue: 'Moulin' } } },
    organizer: {
      organizer: 'Riverside Choir',
      email: 'Info@choir.example',
      translations: { fr: { organizer: 'Chœur' } },
    },
    tags: ['songs'],
  })
  const other = await created('events', { ...on, title: `Number ${event}` })
  const words = ['moulin', 'mill', 'riverside', 'choeur+recital', 'songs', 'info@choir.example']
  for (const each of words) assert.deepEqual(await table('event', `search=${each}`), [event], each)
  assert.deepEqual(await table('event', 'search=moulin+-recital'), [])
  // a number is an ID or a word
  const sorted = (await table('event', `search=${event}`)).toSorted((a, b) => a - b)
  assert.deepEqual(sorted, [event, other])
  const { url, translations } = (await send('GET', `/events/${event}`)).body
  for (const place of [
    url,
    translations.fr.url,
    `${url}2027-06-01/`,
    new URL(url).pathname,
    `${service.address}/admin/events/${event}`,
  ])
    assert.deepEqual(await table('event', `search=${encodeURIComponent(place)}`), [event], place)
  assert.deepEqual(await table('event', 'search=https://elsewhere.example/event/none/'), [])
  assert.equal(
    (await send('GET', '/events?q=info@choir.example', undefined, 'anonymous')).body.total,
    0,
  )
  for (const [author, count] of [
    [service.users.editor, 1],
    [service.users.author, 0],
  ] as const) {
    const { counts } = (await admin('GET', `counts?kind=event&search=moulin&author=${author}`)).body
    assert.deepEqual([author, counts.all], [author, count])
  }
})
