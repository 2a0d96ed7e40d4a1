import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repairTrashSlugs } from '../../src/calendar/schedule/schedule.ts'
import { openDataFolder } from '../../src/main.ts'
import { openRows } from '../support/engine.ts'
import {
  type Body,
  change,
  create,
  edit,
  ids,
  read,
  restartService,
  send,
  service,
  tenToNoon,
  until,
  useService,
} from '../support/scenario.ts'

useService()

const kinds = [
  { path: '/events', named: { title: 'Soup night', ...tenToNoon }, title: 'title' },
  { path: '/venues', named: { venue: 'Soup night' }, title: 'venue' },
  { path: '/organizers', named: { organizer: 'Soup night' }, title: 'organizer' },
]

const slugsOf = ({ translations: { en, fr } }: Body) => [en.slug, fr.slug]

for (const { path, named, title } of kinds)
  test(`D1 ${path}: two records of one name in the trash come back with their slugs where these are free`, async () => {
    const translations = { fr: { [title]: 'Soirée soupe' } }
    const createRecord = async () => edit('POST', path, { ...named, translations })
    const first = await createRecord()
    await edit('DELETE', `${path}/${first.id}`)
    const second = await createRecord()
    assert.deepEqual(slugsOf(second), ['soup-night', 'soiree-soupe'])
    const thrown = await edit('DELETE', `${path}/${second.id}`)
    assert.deepEqual(slugsOf(thrown), ['soup-night__trashed-2', 'soiree-soupe__trashed-2'])
    const risen = await edit('PATCH', `${path}/${second.id}`, { status: 'publish' })
    assert.deepEqual(slugsOf(risen), ['soup-night', 'soiree-soupe'])
    const other = await edit('PATCH', `${path}/${first.id}`, { status: 'publish' })
    assert.deepEqual(slugsOf(other), ['soup-night-2', 'soiree-soupe-2'])
  })

test('D1 what goes to the trash and comes back together has the slugs that it had', async () => {
  // some that are in the trash already, so that the others are numbered there
  for (let n = 0; n < 3; n++)
    await edit('DELETE', `/events/${(await create({ title: 'Étude' })).id}`)
  const translations = { fr: { title: 'Nuit d’étude' } }
  const all: Body[] = []
  for (let n = 0; n < 6; n++) all.push(await create({ title: 'Étude', translations }))
  const before = all.map(slugsOf)
  assert.deepEqual(before.slice(0, 2), [
    ['etude', 'nuit-detude'],
    ['etude-2', 'nuit-detude-2'],
  ])
  const thrown = await Promise.all(ids(all).map(id => edit('DELETE', `/events/${id}`)))
  assert.ok(thrown.flatMap(slugsOf).every(slug => slug.includes('__trashed')))
  const risen = await Promise.all(ids(all).map(id => change(id, { status: 'publish' })))
  assert.deepEqual(risen.map(slugsOf), before)
})

test('D1 a slug as long as slugs may be comes back whole, of several of a name too', async () => {
  for (const length of [191, 195, 200]) {
    const title = 'x'.repeat(length)
    const all = [await create({ title }), await create({ title, status: 'publish' })]
    const before = all.map(({ slug }) => slug)
    assert.equal(before[0], title)
    for (const id of ids(all)) await edit('DELETE', `/events/${id}`)
    const heir = await create({ title })
    assert.equal(heir.slug, title, 'what is in the trash leaves its slug to others')
    await edit('DELETE', `/events/${heir.id}`)
    const risen = [await change(all[0].id, { status: 'publish' })]
    risen.push(await change(all[1].id, { status: 'draft' }))
    assert.deepEqual(
      risen.map(({ slug }) => slug),
      before,
    )
    for (const id of ids(all))
      await edit('DELETE', `/events/${id}`, undefined, { query: { force: 'true' } })
    await edit('DELETE', `/events/${heir.id}`, undefined, { query: { force: 'true' } })
  }
})

test('records that an earlier version restored with a slug of the trash are repaired once, and their URLs redirect', async () => {
  const translations = { fr: { title: 'Nocturne du port' } }
  const wrong = await create({ title: 'Harbour night', translations })
  const taken = await create({ title: 'Harbour walk' })
  const loser = await create({ title: 'Loser' })
  const venue = await edit('POST', '/venues', { venue: 'Quay' })
  const thrown = await create({ title: 'Thrown' })
  await edit('DELETE', `/events/${thrown.id}`)
  await service.stop()
  const { rows, close } = openRows(service.settings, { mayWrite: true })
  const write = async (kind: string, id: number, language: string, slug: string) => {
    const [{ was } = { was: '' }] = await rows<{ was: string }>(
      `SELECT slug_${language} AS was FROM ${kind} WHERE id = ?`,
      id,
    )
    await rows(`UPDATE ${kind} SET slug_${language} = ? WHERE id = ?`, slug, id)
    await rows('UPDATE slug SET slug = ? WHERE kind = ? AND slug = ?', slug, kind, was)
  }
  await write('event', wrong.id, 'en', 'harbour-night__trashed-5')
  await write('event', wrong.id, 'fr', 'nocturne-du-port__trashed-5')
  await write('event', loser.id, 'en', 'harbour-walk__trashed-2')
  await write('venue', venue.id, 'en', 'quay__trashed')
  await rows("DELETE FROM note WHERE key = 'trash-slugs'")
  await close()
  const { context, close: stop } = await openDataFolder(service.settings)
  assert.equal(await repairTrashSlugs(context), 3)
  assert.equal(await repairTrashSlugs(context), 0, 'once in each database')
  await stop()
  await restartService()
  await until(async () =>
    assert.deepEqual(slugsOf(await read(`/events/${wrong.id}`)), [
      'harbour-night',
      'nocturne-du-port',
    ]),
  )
  assert.equal((await read(`/events/${taken.id}`)).slug, 'harbour-walk')
  assert.equal((await read(`/events/${loser.id}`)).slug, 'harbour-walk-2')
  assert.equal((await read(`/venues/${venue.id}`)).slug, 'quay')
  assert.equal((await read('/venues/by-slug/quay')).id, venue.id)
  const trash = { status: 'trash', include: thrown.id }
  const { events } = await edit('GET', '/events', undefined, { query: trash })
  assert.deepEqual(
    events.map(({ slug }: Body) => slug),
    ['thrown__trashed'],
  )
  const redirects = {
    '/event/harbour-night__trashed-5/': '/event/harbour-night/',
    '/fr/evenement/nocturne-du-port__trashed-5/': '/fr/evenement/nocturne-du-port/',
    '/event/harbour-walk__trashed-2/': '/event/harbour-walk-2/',
    '/venue/quay__trashed/': '/venue/quay/',
  }
  for (const [from, to] of Object.entries(redirects)) {
    const { status, headers } = await send('GET', service.address + from)
    assert.deepEqual([status, headers.location], [301, to], from)
  }
})
