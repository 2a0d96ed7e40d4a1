import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Body,
  create,
  edit,
  ids,
  read,
  refused,
  service,
  tenToNoon,
  useService,
} from '../support/scenario.ts'

useService()

describe('linked records', () => {
  test('L1 one id, one object, CSV and mixed lists are all taken', async () => {
    const [a, b] = [
      await edit('POST', '/organizers', { organizer: 'A' }),
      await edit('POST', '/organizers', { organizer: 'B' }),
    ]
    for (const [organizer, expected] of [
      [a.id, ['A']],
      [String(a.id), ['A']],
      [`${b.id},${a.id}`, ['B', 'A']],
      [{ id: a.id }, ['A']],
      [{ organizer: 'C' }, ['C']],
      [
        [b.id, { organizer: 'D' }, String(a.id), { id: a.id }],
        ['B', 'D', 'A'],
      ],
    ]) {
      const { organizer: presented } = await create({ organizer })
      assert.deepEqual(
        presented.map((one: Body) => one.organizer),
        expected,
      )
    }
    const venue = await edit('POST', '/venues', { venue: 'V' })
    assert.equal((await create({ venue: venue.id })).venue.id, venue.id)
    assert.equal((await create({ venue: [venue.id] })).venue.id, venue.id)
    assert.deepEqual(ids((await create({ venue: [venue.id, { venue: 'W' }] })).venue).length, 2)
    assert.deepEqual((await create({})).venue, [])
    for (const wrong of [a.id, 999_999, { city: 'no name' }, [[venue.id]], 'Hall'])
      assert.deepEqual(
        await refused('POST', '/events', { title: 'x', ...tenToNoon, venue: wrong }),
        [400, 'rest_invalid_param', 'venue'],
      )
  })

  test('L2 data identical to a stored record links it; anything else makes a new one; nothing is overwritten', async () => {
    const stored = await edit('POST', '/venues', {
      venue: 'Market Hall',
      city: 'Lyon',
      phone: '12',
      website: 'https://example.org/',
    })
    const embed = async (venue: object) => (await create({ venue })).venue.id
    assert.equal(await embed({ venue: 'Market Hall' }), stored.id)
    assert.equal(await embed({ venue: 'MARKET hall', city: 'Lyon' }), stored.id)
    assert.notEqual(await embed({ venue: 'Market Hall', city: 'Paris' }), stored.id)
    assert.notEqual(await embed({ venue: 'Market Hall', zip: '69001' }), stored.id)
    const again = await service.send('POST', '/venues', {
      as: 'editor',
      body: { venue: 'market hall', city: 'Lyon' },
    })
    assert.deepEqual([again.status, again.body.id], [201, stored.id])
    const { json_ld: _, ...now } = await read(`/venues/${stored.id}`)
    assert.deepEqual(now, stored)
  })

  test('L3 an event and what it embeds are written together or not at all', async () => {
    const before = await service.rows('SELECT count(*) AS n FROM journal')
    const body = {
      title: 'Half',
      ...tenToNoon,
      venue: { venue: 'Never made' },
      organizer: [{ organizer: 'Never made' }],
      tags: ['987654321'],
    }
    assert.deepEqual(await refused('POST', '/events', body), [400, 'rest_invalid_param', 'tags'])
    assert.equal((await read('/venues', { search: 'Never made' })).total, 0)
    assert.equal((await read('/organizers', { search: 'Never made' })).total, 0)
    assert.deepEqual(await service.rows('SELECT count(*) AS n FROM journal'), before)
  })

  test('L4 what goes to the trash leaves every event, and only it', async () => {
    const organizer = ['First', 'Second', 'Third'].map(name => ({ organizer: `${name} of L4` }))
    const events = [
      await create({ organizer, venue: { venue: 'Hall of L4' } }),
      await create({ organizer }),
    ]
    const [, second] = events[0].organizer
    await read(`/events/${events[0].id}`)
    await edit('DELETE', `/organizers/${second.id}`)
    for (const { id } of events)
      assert.deepEqual(
        (await read(`/events/${id}`)).organizer.map((one: Body) => one.organizer),
        ['First of L4', 'Third of L4'],
      )
    assert.equal((await read(`/events/${events[0].id}`)).venue.venue, 'Hall of L4')
    await edit('PUT', `/organizers/${second.id}`, { status: 'publish' })
    assert.equal(
      (await read(`/events/${events[0].id}`)).organizer.length,
      2,
      'a restored organizer is not linked again',
    )
  })

  test('L5 terms are found by name, slug or id, and made by name where the caller may', async () => {
    const jazz = await edit('POST', '/categories', { name: 'Jazz & Blues', slug: 'jazz-blues' })
    for (const word of [jazz.id, String(jazz.id), 'jazz-blues', 'JAZZ & blues'])
      assert.deepEqual(ids((await create({ categories: [word] })).categories), [jazz.id])
    const { categories, tags } = await create({
      categories: 'Jazz & Blues, Swing',
      tags: ['Late', 'Early'],
    })
    assert.deepEqual(
      categories.map((term: Body) => term.slug),
      ['jazz-blues', 'swing'],
    )
    assert.deepEqual(
      tags.map((term: Body) => term.name),
      ['Early', 'Late'],
      'in the order of their names',
    )
    assert.deepEqual(
      await refused('POST', '/events', { title: 'x', ...tenToNoon, categories: ['314159'] }),
      [400, 'rest_invalid_param', 'categories'],
    )
    const author = await service.send('POST', '/events', {
      as: 'author',
      body: { title: 'By author', ...tenToNoon, categories: ['Made by author'], tags: ['late'] },
    })
    assert.equal(author.status, 201)
    assert.deepEqual(
      await refused('POST', '/events', { title: 'x', ...tenToNoon, tags: ['Not made'] }, 'author'),
      [403, 'rest_forbidden'],
    )
  })

  test('a change of a venue shows in every event at once, also in answers that were kept', async () => {
    const { id, venue } = await create({ venue: { venue: 'Old sign' } })
    for (let n = 0; n < 3; n++) assert.equal((await read(`/events/${id}`)).venue.venue, 'Old sign')
    assert.equal((await read('/events', { include: id })).events[0].venue.venue, 'Old sign')
    await edit('PUT', `/venues/${venue.id}`, { venue: 'New sign' })
    assert.equal((await read(`/events/${id}`)).venue.venue, 'New sign')
    assert.equal((await read('/events', { include: id })).events[0].venue.venue, 'New sign')
  })
})

const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }

async function createRecord(path: string, body: object, as = 'editor', root = ''): Promise<Body> {
  const reply = await service.send('POST', root + path, { as, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const withVenue = (venue: object, as?: string, root?: string): Promise<Body> =>
  createRecord('/events', { title: 'Import', ...when, venue }, as, root)
const total = async (path: string): Promise<number> =>
  (await service.send('GET', path, { as: 'editor' })).body.total

describe('embedded data that a stored record has link it', () => {
  const townHall = {
    venue: 'Town hall',
    address: '1 Main  Street',
    city: 'Lyon',
    country: 'France',
    zip: '69001',
    description: 'The <b>old</b> hall.\n\nTwo floors.',
    website: 'https://example.org/hall',
    geo_lat: 45.767,
    geo_lng: '4.8336',
    show_map: true,
    translations: {
      fr: {
        venue: 'Hôtel de ville &amp; mairie',
        description: 'L’<script>x</script>ancien   hôtel.',
        website: ' https://example.org/mairie ',
      },
    },
  }
  const office = {
    organizer: 'Cultural office',
    email: 'culture@example.org',
    translations: { fr: { organizer: 'Service culturel', description: 'Bonjour' } },
  }

  test('L2b fifty events with the same bilingual venue and organizer share one of each', async () => {
    const before = [await total('/venues'), await total('/organizers')]
    const events = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        createRecord('/events', {
          title: `Event ${n}`,
          ...when,
          translations: { fr: { title: `Évènement ${n}` } },
          venue: townHall,
          organizer: [office],
        }),
      ),
    )
    assert.equal(new Set(events.map(({ venue }) => venue.id)).size, 1)
    assert.equal(new Set(events.map(({ organizer }) => organizer[0].id)).size, 1)
    assert.deepEqual(
      [await total('/venues'), await total('/organizers')],
      before.map(count => count + 1),
    )
    const { id } = events[0].venue
    assert.equal((await createRecord('/venues', townHall)).id, id, 'posted data find it too')
    assert.equal((await createRecord('/venues', { ...townHall, venue: 'TOWN HALL' })).id, id)
  })

  test('L2b any difference in a translation makes another record, and changes none', async () => {
    const first = await createRecord('/venues', townHall)
    const fr = { ...townHall.translations.fr, website: 'https://example.org/autre' }
    const other = await withVenue({ ...townHall, translations: { fr } })
    assert.notEqual(other.venue.id, first.id)
    const missing = await withVenue({ venue: 'Bare hall' })
    const more = await withVenue({ venue: 'Bare hall', translations: { fr: { venue: 'Salle' } } })
    assert.notEqual(more.venue.id, missing.venue.id)
    const again = await service.send('GET', `${service.root.fr}/venues/${first.id}`)
    assert.equal(again.body.website, 'https://example.org/mairie')
  })

  test('L2b a translation of the language of the request is what the body does not say', async () => {
    const venue = {
      venue: 'Barn',
      translations: { en: { venue: 'Other', description: 'A barn' }, fr: { venue: 'Grange' } },
    }
    const { venue: first } = await withVenue(venue)
    assert.deepEqual([first.venue, first.description.trim()], ['Barn', '<p>A barn</p>'])
    assert.equal((await withVenue(venue)).venue.id, first.id)
    assert.equal(
      (
        await withVenue(
          { venue: 'Grange', translations: { en: { venue: 'Barn' } } },
          'editor',
          service.root.fr,
        )
      ).venue.id,
      first.id,
      'sent in the other language',
    )
  })

  test('L2b a slug in a translation is found also where it was numbered', async () => {
    await createRecord('/venues', {
      venue: 'Taken',
      translations: { fr: { venue: 'Pris', slug: 'quai' } },
    })
    const venue = { venue: 'Quay', translations: { fr: { venue: 'Le quai', slug: 'quai' } } }
    const first = await withVenue(venue)
    assert.equal(first.venue.translations.fr.slug, 'quai-2')
    assert.equal((await withVenue(venue)).venue.id, first.venue.id)
  })

  test('L2 status and dates are compared as they are stored', async () => {
    const venue = { venue: 'Cellar', status: 'publish', date: '2027-01-02 10:00:00' }
    const ids = [
      (await withVenue(venue, 'contributor')).venue.id,
      (await withVenue(venue, 'contributor')).venue.id,
    ]
    assert.equal(ids[0], ids[1])
    const later = await withVenue({ ...venue, date: '2027-01-03 10:00:00' }, 'contributor')
    assert.notEqual(later.venue.id, ids[0])
  })

  test('L2 names are compared without case, other fields as they are', async () => {
    const { id } = await createRecord('/venues', { venue: 'Chapel', city: 'lyon' })
    assert.equal((await withVenue({ venue: 'CHAPEL', city: 'lyon' })).venue.id, id)
    assert.notEqual((await withVenue({ venue: 'Chapel', city: 'Lyon' })).venue.id, id)
  })
})
