import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  change,
  create,
  edit,
  in_,
  only,
  read,
  refused,
  send,
  useService,
} from '../support/scenario.ts'

useService()

test('null for a required field says that it cannot be cleared, in both languages', async () => {
  const { id } = await create({})
  for (const [language, sentence] of [
    ['en', 'title is required and cannot be cleared. Expected a value.'],
    ['fr', 'title est obligatoire et ne peut pas être vidé. Attendu\u00a0: une valeur.'],
  ] as const) {
    const { body } = await send('PATCH', in_(language, `/events/${id}`), {
      as: 'editor',
      body: { title: null },
    })
    assert.equal(body.data.params.title, sentence)
  }
})

test('U1 what is not sent stays', async () => {
  const sent = {
    title: 'Full',
    description: 'Words',
    excerpt: 'Few',
    slug: 'full-slug',
    status: 'draft',
    date: '2027-04-01 08:00:00',
    timezone: 'America/Toronto',
    cost: '€10',
    website: 'https://example.org/full',
    show_map: true,
    show_map_link: true,
    sticky: true,
    featured: true,
    ticketed: true,
    hide_from_listings: true,
    venue: { venue: 'Place of full' },
    organizer: [{ organizer: 'One of full' }, { organizer: 'Two of full' }],
    categories: ['Full'],
  }
  const { modified: _, modified_utc: _utc, ...created } = await create(sent)
  for (const method of ['POST', 'PUT', 'PATCH'])
    for (const body of [{}, { unknown: 1 }]) {
      const {
        modified: _,
        modified_utc: _utc,
        ...others
      } = await edit(method, `/events/${created.id}`, body)
      assert.deepEqual(others, created, method)
    }
  const renamed = await change(created.id, { title: 'Fuller' })
  assert.deepEqual(
    { ...renamed, title: 'Full', translations: 0, modified: 0, modified_utc: 0 },
    { ...created, translations: 0, modified: 0, modified_utc: 0 },
  )
  const days = await create({ all_day: true })
  assert.equal((await change(days.id, { title: 'Still of whole days' })).all_day, true)
  const venue = await edit('POST', '/venues', {
    venue: 'Kept',
    phone: '1',
    city: 'Oslo',
    show_map: false,
    status: 'draft',
  })
  assert.deepEqual(
    only(
      await edit('PUT', `/venues/${venue.id}`, { city: 'Bergen' }),
      'venue',
      'phone',
      'city',
      'show_map',
      'status',
    ),
    {
      venue: 'Kept',
      phone: '1',
      city: 'Bergen',
      show_map: false,
      status: 'draft',
    },
  )
})

test('U2 what is in the trash comes back only by a status', async () => {
  const { id } = await create({ title: 'Thrown' })
  await edit('DELETE', `/events/${id}`)
  assert.equal((await change(id, { title: 'Still thrown' })).status, 'trash')
  assert.equal((await change(id, { status: 'publish' })).status, 'publish')
  const venue = await edit('POST', '/venues', { venue: 'Thrown venue' })
  await edit('DELETE', `/venues/${venue.id}`)
  assert.equal((await edit('PUT', `/venues/${venue.id}`, { city: 'Rome' })).status, 'trash')
  assert.equal((await edit('PUT', `/venues/${venue.id}`, { status: 'publish' })).status, 'publish')
})

test('U3 empty text, an empty list or null clears what is optional, and nothing clears what is required', async () => {
  const full = {
    description: 'Words',
    excerpt: 'Few',
    cost: '10',
    website: 'https://example.org/',
    venue: { venue: 'Cleared' },
    organizer: { organizer: 'Cleared' },
    categories: ['Cleared'],
    ticketed: true,
  }
  for (const nothing of ['', [], null]) {
    const { id } = await create(full)
    const names = ['description', 'excerpt', 'cost', 'website', 'venue', 'organizer', 'categories']
    const cleared = await change(id, Object.fromEntries(names.map(name => [name, nothing])))
    const empty = {
      description: '',
      excerpt: '',
      cost: '',
      website: '',
      venue: [],
      organizer: [],
      categories: [],
    }
    assert.deepEqual(only(cleared, ...names), empty, JSON.stringify(nothing))
    for (const name of ['title', 'start_date', 'end_date'])
      assert.deepEqual(await refused('PATCH', `/events/${id}`, { [name]: nothing }), [
        400,
        'rest_invalid_param',
        name,
      ])
  }
  const linked = await create(full)
  assert.deepEqual(
    only(
      await change(linked.id, { venue: 0, organizer: '0', ticketed: null }),
      'venue',
      'organizer',
      'ticketed',
    ),
    {
      venue: [],
      organizer: [],
      ticketed: false,
    },
  )
  const bare = await create({ description: '', cost: null, venue: [], tags: '', website: null })
  assert.deepEqual(only(bare, 'description', 'cost', 'venue', 'tags'), {
    description: '',
    cost: '',
    venue: [],
    tags: [],
  })
})

test('U4 by slug, the path selects and the body renames; an unknown slug gets the error of the reference', async () => {
  const { id } = await create({ title: 'Old name' })
  const other = await create({ title: 'Other name' })
  const renamed = await edit('PUT', '/events/by-slug/old-name', { slug: 'new-name' })
  assert.deepEqual([renamed.id, renamed.slug], [id, 'new-name'])
  assert.equal(
    (await edit('PUT', '/events/by-slug/new-name', { slug: 'other-name' })).slug,
    'other-name-2',
  )
  assert.equal((await read('/events/by-slug/other-name')).id, other.id)
  for (const method of ['POST', 'PUT', 'PATCH'])
    assert.deepEqual(await refused(method, '/events/by-slug/nowhere', {}), [
      404,
      'rest-event-not-found',
    ])
  for (const method of ['GET', 'DELETE'])
    assert.deepEqual(await refused(method, '/events/by-slug/nowhere'), [
      400,
      'rest_invalid_param',
      'slug',
    ])
})

test('U5 the id of the path wins', async () => {
  const [one, two] = [await create({ title: 'One' }), await create({ title: 'Two' })]
  await edit('PUT', `/events/${one.id}?id=${two.id}`, { id: two.id, title: 'Changed' })
  assert.deepEqual(
    [(await read(`/events/${one.id}`)).title, (await read(`/events/${two.id}`)).title],
    ['Changed', 'Two'],
  )
})
