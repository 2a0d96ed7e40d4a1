import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRows } from '../support/engine.ts'
import {
  change,
  create,
  edit,
  in_,
  read,
  refused,
  restartService,
  service,
  tenToNoon,
  useService,
} from '../support/scenario.ts'

// On PostgreSQL too: its unique indexes tell letters apart by its collation.

useService()

const kinds = [
  { path: '/events', named: { title: 'Bêta français', ...tenToNoon }, slug: 'beta-francais' },
  { path: '/venues', named: { venue: 'Gamma salle' }, slug: 'gamma-salle' },
  { path: '/organizers', named: { organizer: 'Delta amis' }, slug: 'delta-amis' },
  { path: '/categories', named: { name: 'Épsilon' }, slug: 'epsilon' },
  { path: '/tags', named: { name: 'Zêta' }, slug: 'zeta' },
]

for (const { path, named, slug } of kinds) {
  test(`M4 ${path}: a language with texts but no name shows the slug of the main language`, async () => {
    const { id } = await edit('POST', in_('fr', path), named)
    const english = in_('en', `${path}/${id}`)
    const written = await edit('PATCH', english, { description: 'Said in English' })
    assert.equal(written.slug, slug)
    assert.match(written.url, new RegExp(`/${slug}/$`))
    const read = await edit('GET', english)
    assert.deepEqual([read.slug, read.url], [slug, written.url])
  })

  test(`M4 ${path}: so it is when the texts come along with the creation`, async () => {
    const translations = { en: { description: 'Along' } }
    const twin = { ...named, [Object.keys(named)[0] as string]: `Autre ${slug}`, translations }
    const { id } = await edit('POST', in_('fr', path), twin)
    assert.equal((await edit('GET', in_('en', `${path}/${id}`))).slug, `autre-${slug}`)
  })
}

test('M4 an empty slug that an older version wrote is shown as that of the main language', async () => {
  const { id } = await edit('POST', in_('fr', '/events'), { title: 'Ancien', ...tenToNoon })
  await edit('PATCH', in_('en', `/events/${id}`), { description: 'Old' })
  await service.stop()
  const database = openRows(service.settings, { mayWrite: true })
  await database.rows("UPDATE event SET slug_en = '' WHERE id = ?", id)
  await database.close()
  await restartService()
  const read = await edit('GET', in_('en', `/events/${id}`))
  assert.deepEqual([read.slug, /\/ancien\/$/.test(read.url)], ['ancien', true])
  const written = await edit('PATCH', in_('en', `/events/${id}`), { excerpt: 'Older' })
  assert.equal(written.slug, 'ancien')
})

test('a record created in the trash keeps its slug, and one moved there frees it', async () => {
  for (const { path, named, slug } of kinds.slice(0, 3)) {
    const born = await edit('POST', path, {
      ...named,
      [Object.keys(named)[0] as string]: `T ${slug}`,
      status: 'trash',
    })
    assert.equal(born.slug, `t-${slug}`)
    const trashed = await edit('PATCH', `${path}/${born.id}`, { status: 'trash' })
    assert.equal(trashed.slug, `t-${slug}`)
    const risen = await edit('PATCH', `${path}/${born.id}`, { status: 'publish' })
    assert.equal(risen.slug, `t-${slug}`)
    const removed = await edit('DELETE', `${path}/${born.id}`)
    assert.equal(removed.slug, `t-${slug}__trashed`)
  }
})

test('an ampersand is written as the reference writes it: &#038; in titles, &amp; in names of terms', async () => {
  const venue = await edit('POST', '/venues', { venue: 'A & <V' })
  const event = await edit('POST', '/events', { title: 'A &amp; B', ...tenToNoon, venue: venue.id })
  const organizer = await edit('POST', '/organizers', { organizer: 'A & O' })
  const category = await edit('POST', '/categories', { name: 'A & C' })
  assert.deepEqual(
    [event.title, venue.venue, event.venue.venue, organizer.organizer, category.name],
    ['A &#038; B', 'A &#038; &lt;V', 'A &#038; &lt;V', 'A &#038; O', 'A &amp; C'],
  )
  assert.equal(event.translations.en.title, 'A &#038; B')
  const again = await edit('PATCH', `/events/${event.id}`, { title: event.title })
  assert.equal(again.title, event.title)
})

test('to the trash and back: the slug is freed, and returns when it can', async () => {
  const { id } = await create({ title: 'Phoenix' })
  const thrown = await edit('DELETE', `/events/${id}`)
  assert.deepEqual([thrown.status, thrown.slug], ['trash', 'phoenix__trashed'])
  assert.deepEqual(await refused('GET', `/events/${id}`), [403, 'event-no-longer-available'])
  assert.deepEqual(await refused('DELETE', `/events/${id}`), [410, 'event-is-in-trash'])
  assert.deepEqual(await refused('GET', '/events/by-slug/phoenix'), [
    400,
    'rest_invalid_param',
    'slug',
  ])
  assert.deepEqual(await refused('GET', '/events/by-slug/phoenix__trashed'), [
    403,
    'event-no-longer-available',
  ])
  const heir = await create({ title: 'Phoenix' })
  assert.equal(heir.slug, 'phoenix')
  const risen = await change(id, { status: 'publish' })
  assert.deepEqual([risen.slug, (await read('/events/by-slug/phoenix')).id], ['phoenix-2', heir.id])
})

test('slugs are made from titles, in any script, and numbered when they are taken', async () => {
  const slug = async (title: string) => (await create({ title })).slug
  assert.deepEqual(
    [await slug('Fête d’été à Sète!'), await slug('Fête d’été à Sète')],
    ['fete-dete-a-sete', 'fete-dete-a-sete-2'],
  )
  const russian = await create({ title: 'Ёлка' })
  assert.equal((await read(`/events/by-slug/${encodeURIComponent('ёлка')}`)).id, russian.id)
  assert.equal((await read(`/events/by-slug/${russian.slug}`)).id, russian.id)
  const draft = await create({ title: 'Not yet', status: 'draft' })
  assert.equal(draft.slug, '')
  assert.equal((await change(draft.id, { status: 'publish' })).slug, 'not-yet')
  const original = await create({ title: 'First title' })
  assert.equal((await change(original.id, { title: 'Second title' })).slug, 'first-title')
})

test('a slug that another record takes leads to that one, however often the former was read', async () => {
  const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }
  const make = async () => {
    const body = { title: 'Fair', slug: 'taken-over', ...when }
    return Number((await service.send('POST', '/events', { as: 'editor', body })).body.id)
  }
  // what is read again and again is cached
  async function readOften(path: string) {
    for (let times = 0; times < 5; times++) await service.send('GET', `/events/${path}`)
    return Number((await service.send('GET', `/events/${path}`)).body.id)
  }
  const first = await make()
  assert.equal(await readOften('by-slug/taken-over'), first)
  const sent = { as: 'editor', body: { slug: 'given-up' } }
  assert.equal((await service.send('PATCH', `/events/${first}`, sent)).status, 200)
  const second = await make()
  assert.equal(await readOften(String(first)), first)
  assert.equal(await readOften('by-slug/taken-over'), second)
})
