import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Reply, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z', timezone: 'Europe/Paris' })
})
after(() => service.close())

type Body = Reply['body']
const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }

async function made(path: string, body: object, as = 'editor', root = ''): Promise<Body> {
  const reply = await service.send('POST', root + path, { as, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const withVenue = (venue: object, as?: string, root?: string): Promise<Body> =>
  made('/events', { title: 'Import', ...when, venue }, as, root)
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
        made('/events', {
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
    assert.equal((await made('/venues', townHall)).id, id, 'posted data find it too')
    assert.equal((await made('/venues', { ...townHall, venue: 'TOWN HALL' })).id, id)
  })

  test('L2b any difference in a translation makes another record, and changes none', async () => {
    const first = await made('/venues', townHall)
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
    await made('/venues', { venue: 'Taken', translations: { fr: { venue: 'Pris', slug: 'quai' } } })
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
    const { id } = await made('/venues', { venue: 'Chapel', city: 'lyon' })
    assert.equal((await withVenue({ venue: 'CHAPEL', city: 'lyon' })).venue.id, id)
    assert.notEqual((await withVenue({ venue: 'Chapel', city: 'Lyon' })).venue.id, id)
  })
})
