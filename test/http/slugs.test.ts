import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { restart, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const in_ = (language: 'en' | 'fr', path: string) => service.root[language] + path
const at = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }

async function send(method: string, path: string, body?: object) {
  const reply = await service.send(method, path, { as: 'editor', ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}

const kinds = [
  { path: '/events', named: { title: 'Bêta français', ...at }, slug: 'beta-francais' },
  { path: '/venues', named: { venue: 'Gamma salle' }, slug: 'gamma-salle' },
  { path: '/organizers', named: { organizer: 'Delta amis' }, slug: 'delta-amis' },
  { path: '/categories', named: { name: 'Épsilon' }, slug: 'epsilon' },
  { path: '/tags', named: { name: 'Zêta' }, slug: 'zeta' },
]

for (const { path, named, slug } of kinds) {
  test(`M4 ${path}: a language with texts but no name shows the slug of the main language`, async () => {
    const { id } = await send('POST', in_('fr', path), named)
    const english = in_('en', `${path}/${id}`)
    const written = await send('PATCH', english, { description: 'Said in English' })
    assert.equal(written.slug, slug)
    assert.match(written.url, new RegExp(`/${slug}/$`))
    const read = await send('GET', english)
    assert.deepEqual([read.slug, read.url], [slug, written.url])
  })

  test(`M4 ${path}: so it is when the texts come along with the creation`, async () => {
    const translations = { en: { description: 'Along' } }
    const twin = { ...named, [Object.keys(named)[0] as string]: `Autre ${slug}`, translations }
    const { id } = await send('POST', in_('fr', path), twin)
    assert.equal((await send('GET', in_('en', `${path}/${id}`))).slug, `autre-${slug}`)
  })
}

test('M4 an empty slug that an older version wrote is shown as that of the main language', async () => {
  const { id } = await send('POST', in_('fr', '/events'), { title: 'Ancien', ...at })
  await send('PATCH', in_('en', `/events/${id}`), { description: 'Old' })
  await service.stop()
  const database = new DatabaseSync(`${service.settings.dataFolder}/almanac.db`)
  database.prepare(`UPDATE event_text SET slug = '' WHERE id = ? AND language = 'en'`).run(id)
  database.close()
  service = await restart(service)
  const read = await send('GET', in_('en', `/events/${id}`))
  assert.deepEqual([read.slug, /\/ancien\/$/.test(read.url)], ['ancien', true])
  const written = await send('PATCH', in_('en', `/events/${id}`), { excerpt: 'Older' })
  assert.equal(written.slug, 'ancien')
})

test('what is created in the trash keeps its slug, and what goes there frees it', async () => {
  for (const { path, named, slug } of kinds.slice(0, 3)) {
    const born = await send('POST', path, {
      ...named,
      [Object.keys(named)[0] as string]: `T ${slug}`,
      status: 'trash',
    })
    assert.equal(born.slug, `t-${slug}`)
    const kept = await send('PATCH', `${path}/${born.id}`, { status: 'trash' })
    assert.equal(kept.slug, `t-${slug}`)
    const risen = await send('PATCH', `${path}/${born.id}`, { status: 'publish' })
    assert.equal(risen.slug, `t-${slug}`)
    const gone = await send('DELETE', `${path}/${born.id}`)
    assert.equal(gone.slug, `t-${slug}__trashed`)
  }
})

test('an ampersand is written as the reference writes it: &#038; in titles, &amp; in names of terms', async () => {
  const venue = await send('POST', '/venues', { venue: 'A & <V' })
  const event = await send('POST', '/events', { title: 'A &amp; B', ...at, venue: venue.id })
  const organizer = await send('POST', '/organizers', { organizer: 'A & O' })
  const category = await send('POST', '/categories', { name: 'A & C' })
  assert.deepEqual(
    [event.title, venue.venue, event.venue.venue, organizer.organizer, category.name],
    ['A &#038; B', 'A &#038; &lt;V', 'A &#038; &lt;V', 'A &#038; O', 'A &amp; C'],
  )
  assert.equal(event.translations.en.title, 'A &#038; B')
  const again = await send('PATCH', `/events/${event.id}`, { title: event.title })
  assert.equal(again.title, event.title)
})

test('an id too long for a number is that of no event, and a wrong one of anything else', async () => {
  const long = '9'.repeat(30)
  for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
    const reply = await service.send(method, `/events/${long}`, {
      as: 'editor',
      ...(body && { body }),
    })
    assert.deepEqual([reply.status, reply.body.code], [404, 'rest-event-not-found'])
  }
  for (const path of ['/venues', '/organizers', '/categories', '/tags']) {
    const reply = await service.send('GET', `${path}/${long}`)
    assert.deepEqual([reply.status, reply.body.code], [400, 'rest_invalid_param'])
  }
})

test('E1 too long a name of a term has the code of the reference', async () => {
  for (const path of ['/categories', '/tags']) {
    const reply = await service.send('POST', path, {
      as: 'editor',
      body: { name: 'x'.repeat(201) },
    })
    assert.deepEqual([reply.status, reply.body.code], [400, 'db_insert_error'])
  }
})
