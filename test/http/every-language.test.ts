import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Body,
  create,
  edit,
  in_,
  read,
  refused,
  send,
  useService,
} from '../support/scenario.ts'

useService()

const all = { ml_language: 'all' }
let event: Body
let venue: Body

describe('ml_language=all', () => {
  before(async () => {
    await edit('POST', '/categories', {
      name: 'Music',
      translations: { fr: { name: 'Musique', description: 'Des concerts' } },
    })
    venue = await edit('POST', '/venues', {
      venue: 'Hall',
      translations: { fr: { venue: 'Halle' } },
    })
    event = await create({
      title: 'Concert',
      description: 'Loud',
      venue: venue.id,
      categories: ['Music'],
      translations: { fr: { title: 'Récital' } },
    })
  })

  test('gives the texts of a record in every language, null where there is none', async () => {
    const { texts } = await read(`/events/${event.id}`, all)
    assert.deepEqual(
      [
        texts.en.title,
        texts.fr.title,
        texts.en.description,
        texts.fr.description,
        texts.fr.excerpt,
      ],
      ['Concert', 'Récital', '<p>Loud</p>', null, null],
    )
    assert.deepEqual([texts.en.slug, texts.fr.slug], ['concert', 'recital'])
    assert.match(texts.fr.url, /\/fr\/evenement\/recital\/$/)
    assert.match(texts.en.url, /\/event\/concert\/$/)
    assert.match(texts.fr.rest_url, /\/fr\/cal\/events\/v1\/events\/\d+$/)
    const only = await create({
      title: 'English only',
      start_date: '2027-06-01',
      end_date: '2027-06-01',
    })
    const single = (await read(`/events/${only.id}`, all)).texts
    assert.deepEqual([single.fr.title, single.fr.slug], [null, null])
    assert.match(single.fr.url, /\/fr\/evenement\/english-only\/$/)
  })

  test('works in lists and for what an event is linked to, cached or not', async () => {
    for (let times = 0; times < 4; times++) {
      const [listed] = (await read('/events', { ...all, include: event.id })).events
      assert.equal(listed.texts.fr.title, 'Récital')
      assert.equal(listed.venue.texts.fr.venue, 'Halle')
      assert.equal(listed.categories[0].texts.fr.name, 'Musique')
      assert.equal((await read('/venues', all)).venues[0].texts.en.venue, 'Hall')
      const { categories } = await read('/categories', all)
      assert.deepEqual(
        [categories[0].texts.en.description, categories[0].texts.fr.description],
        [null, 'Des concerts'],
      )
      const [plain] = (await read('/events', { include: event.id })).events
      assert.equal('texts' in plain, false)
      assert.equal('texts' in (await read(`/events/${event.id}`)), false)
    }
  })

  test('leaves the other fields in the language of the URL', async () => {
    const path = `/events/${event.id}`
    assert.equal((await read(path, all)).title, 'Concert')
    const french = await read(in_('fr', path), all)
    assert.deepEqual(
      [french.title, french.language, french.texts.en.title],
      ['Récital', 'fr', 'Concert'],
    )
  })

  test('shows no text that a password hides', async () => {
    const hidden = await create({ description: 'Secret', password: 'sesame' })
    const { texts } = (await read('/events', { ...all, include: hidden.id })).events[0]
    assert.deepEqual([texts.en.title, texts.en.description], ['Event', ''])
    const opened = await read(`/events/${hidden.id}`, { ...all, password: 'sesame' })
    assert.equal(opened.texts.en.description, '<p>Secret</p>')
  })

  test('is refused by writes and for images, and a record is taken back as it was read', async () => {
    const path = `/events/${event.id}`
    const wrong = [400, 'rest_invalid_param', 'ml_language']
    assert.deepEqual(await refused('PATCH', `${path}?ml_language=all`, { title: 'x' }), wrong)
    assert.deepEqual(await refused('PATCH', path, { title: 'x', ml_language: 'all' }), wrong)
    assert.deepEqual(await refused('DELETE', `${path}?ml_language=all`), wrong)
    assert.deepEqual(await refused('GET', '/images?ml_language=all'), wrong)
    const { texts } = await read(path, all)
    const reply = await send('PATCH', path, { as: 'editor', body: { texts, strict: true } })
    assert.deepEqual([reply.status, reply.body.title], [200, 'Concert'])
  })
})
