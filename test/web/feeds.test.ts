import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import ICAL from 'ical.js'
import { feedExtensions } from '../../src/web/shell/feed-extensions.ts'
import { type Service, startService } from '../support/service.ts'

const dates = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
const propertyOf = (text: string, name: string) =>
  eventsOf(text).map(event => String(event.getFirstPropertyValue(name)))

describe('feeds, as the server sends them', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z', maxPerPage: 5, maxFeedEvents: 40 })
  })
  after(() => site.close())

  const get = (path: string, headers: Record<string, string> = {}) =>
    site.send('GET', site.address + path, { headers })
  const create = async (body: object, path = '/events') => {
    const reply = await site.send('POST', path, { as: 'editor', body: { ...dates, ...body } })
    assert.equal(reply.status, 201, reply.text)
    return reply.body as { id: number; url: string; slug: string }
  }

  test('each format has its type, in both languages, and takes the query of the list', async () => {
    await create({ title: 'Jazz', categories: 'Music', translations: { fr: { title: 'Du jazz' } } })
    await create({ title: 'Football', categories: 'Sports' })
    const types: Record<string, string> = {
      ics: 'text/calendar; charset=utf-8',
      rss: 'application/rss+xml; charset=utf-8',
      atom: 'application/atom+xml; charset=utf-8',
      json: 'application/feed+json; charset=utf-8',
      csv: 'text/csv; charset=utf-8; header=present',
      geojson: 'application/geo+json; charset=utf-8',
    }
    for (const extension of feedExtensions) {
      const english = await get(`/events.${extension}?categories=music`)
      assert.equal(english.status, 200, english.text)
      assert.equal(english.headers['content-type'], types[extension])
      assert.equal(english.headers['x-total'], '1')
      assert.match(english.text, /Jazz/)
      assert.doesNotMatch(english.text, /Football/)
      const french = await get(`/fr/evenements.${extension}?categories=music`)
      assert.match(french.text, /Du jazz/)
      assert.deepEqual(
        [english, french].map(({ headers }) => headers['content-language']),
        ['en', 'fr'],
      )
      const capital = await get(`/events.${extension.toUpperCase()}?categories=music`)
      assert.equal(capital.headers['content-type'], types[extension])
    }
  })

  test('a feed has no pages', async () => {
    for (let n = 0; n < 12; n++) await create({ title: `One of many ${n}`, tags: 'many' })
    for (const query of ['', '&per_page=2&page=9'])
      assert.equal(eventsOf((await get(`/events.ics?tags=many${query}`)).text).length, 12)
  })

  test('it ends at the limit of the setting, and has the total number', async () => {
    const small = await startService({ clock: '2027-03-01T10:00:00Z', maxFeedEvents: 2 })
    for (let n = 0; n < 3; n++)
      await small.send('POST', '/events', { as: 'editor', body: { title: `E ${n}`, ...dates } })
    const { text, headers } = await small.send('GET', `${small.address}/events.ics`)
    assert.deepEqual([eventsOf(text).length, headers['x-total']], [2, '3'])
    await small.close()
  })

  test('a parameter that is wrong is refused as the list of the API refuses it', async () => {
    for (const [base, path] of [
      ['', '/events.ics'],
      ['/fr', '/fr/evenements.ics'],
    ])
      for (const query of ['start_date=nonsense&venue=x', 'status=draft', 'page=0', 'search=']) {
        const api = await get(`${base}/cal/events/v1/events?${query}`)
        const feed = await get(`${path}?${query}`)
        assert.equal(feed.status, 400)
        assert.deepEqual(feed.body, api.body)
      }
  })

  test('lists in the query are read as those of the API', async () => {
    for (const query of [
      'categories[]=music&categories[]=sports',
      'categories=music&categories=sports',
    ])
      assert.equal((await get(`/events.json?${query}`)).body.items.length, 2)
  })

  test('the language of the query leads to the address in that language', async () => {
    const { status, headers } = await get('/events.ics?ml_language=fr&categories=music')
    assert.deepEqual([status, headers.location], [302, '/fr/evenements.ics?categories=music'])
  })

  test('ml_fallback leaves out what has no text in the language', async () => {
    const path = '/fr/evenements.json?categories=music,sports'
    assert.equal((await get(path)).body.items.length, 2)
    assert.equal((await get(`${path}&ml_fallback=false`)).body.items.length, 1)
  })

  test('a feed that has not changed is not sent again', async () => {
    const first = await get('/events.ics?tags=many')
    const tag = String(first.headers.etag)
    for (let n = 0; n < 3; n++) {
      const again = await get('/events.ics?tags=many', { 'If-None-Match': tag })
      assert.deepEqual([again.status, again.text], [304, ''])
    }
    const { id } = await create({ title: 'Another', tags: 'many' })
    const changed = await get('/events.ics?tags=many', { 'If-None-Match': tag })
    assert.equal(changed.status, 200)
    await site.send('DELETE', `/events/${id}`, { as: 'editor' })
  })

  test('each write raises the sequence of an event, and nothing else changes its name', async () => {
    const { id } = await create({ title: 'Moved', tags: 'sequence' })
    const state = async () => {
      const { text } = await get('/events.ics?tags=sequence')
      return [
        ...propertyOf(text, 'uid'),
        ...propertyOf(text, 'sequence'),
        ...propertyOf(text, 'dtstart'),
      ]
    }
    const uid = `event-${id}@${new URL(site.address).host}`
    assert.deepEqual(await state(), [uid, '0', '2027-03-06T20:00:00Z'])
    await site.send('PUT', `/events/${id}`, {
      as: 'editor',
      body: { start_date: '2027-03-06 19:00:00' },
    })
    assert.deepEqual(await state(), [uid, '1', '2027-03-06T19:00:00Z'])
  })

  test('an event moved to the trash is cancelled for subscribers, and back when it is restored', async () => {
    const { id } = await create({ title: 'Secret of the past', tags: 'going' })
    await create({ title: 'Not published', tags: 'going', status: 'draft' })
    const state = async (query = 'tags=going') =>
      propertyOf((await get(`/events.ics?${query}`)).text, 'status')
    assert.deepEqual(await state(), ['CONFIRMED'])
    await site.send('DELETE', `/events/${id}`, { as: 'editor' })
    assert.deepEqual(await state(), ['CANCELLED'])
    assert.doesNotMatch((await get('/events.ics?tags=going')).text, /Secret/)
    assert.deepEqual(await state('tags=sequence'), ['CONFIRMED'], 'it was never there')
    for (const query of ['search=secret', 'q=secret', 'q=another'])
      assert.deepEqual(await state(query), [], 'nobody knows any more')
    await site.send('PUT', `/events/${id}`, { as: 'editor', body: { status: 'publish' } })
    assert.deepEqual(await state(), ['CONFIRMED'])
    await site.send('DELETE', `/events/${id}?force=true`, { as: 'editor' })
    assert.deepEqual(await state(), ['CANCELLED'])
  })

  test('events that were never public, or only hidden, are not in the feed', async () => {
    const draft = await create({ title: 'Draft', tags: 'quiet', status: 'draft' })
    const presented = await create({ title: 'Shown', tags: 'quiet' })
    await site.send('DELETE', `/events/${draft.id}`, { as: 'editor' })
    await site.send('PUT', `/events/${presented.id}`, { as: 'editor', body: { status: 'draft' } })
    await site.send('DELETE', `/events/${presented.id}`, { as: 'editor' })
    assert.deepEqual(propertyOf((await get('/events.ics?tags=quiet')).text, 'status'), [])
  })

  test('a password hides in feeds what it hides in lists', async () => {
    const { id } = await create({
      title: 'Members only',
      description: 'The hidden text',
      excerpt: 'The hidden excerpt',
      cost: '77 hidden',
      venue: { venue: 'Hidden hall' },
      organizer: { organizer: 'Hidden people' },
      categories: 'Hidden kind',
      password: 'sesame',
    })
    for (const extension of feedExtensions) {
      const { text } = await get(`/events.${extension}?include=${id}`)
      assert.match(text, /Members only/)
      assert.doesNotMatch(text, /hidden/i, extension)
    }
    const alone = await get('/event/members-only.ics')
    assert.equal(alone.status, 403)
  })

  test('one event is a file', async () => {
    const { id } = await create({ title: 'Alone', translations: { fr: { title: 'Seule' } } })
    for (const [path, title] of [
      ['/event/alone.ics', 'Alone'],
      ['/fr/evenement/seule.ics', 'Seule'],
    ] as const) {
      const { headers, text } = await get(path)
      assert.equal(headers['content-disposition'], `attachment; filename="event-${id}.ics"`)
      assert.deepEqual(propertyOf(text, 'summary'), [title])
    }
    assert.equal((await get('/event/unknown.ics')).status, 404)
    await site.send('PUT', `/events/${id}`, { as: 'editor', body: { status: 'private' } })
    assert.equal((await get('/event/alone.ics')).status, 404)
  })

  test('the addresses of The Events Calendar lead to the same feeds', async () => {
    const { slug } = await create({ title: 'Found as before', tags: 'before' })
    for (const mark of ['ical=1', 'outlook-ical=1']) {
      const list = await get(`/events/?${mark}&tags=before`)
      assert.equal(list.headers['content-type'], 'text/calendar; charset=utf-8')
      assert.deepEqual(propertyOf(list.text, 'summary'), ['Found as before'])
      const alone = await get(`/event/${slug}/?${mark}`)
      assert.deepEqual(propertyOf(alone.text, 'summary'), ['Found as before'])
    }
    const news = await get('/events/feed/?tags=before')
    assert.equal(news.headers['content-type'], 'application/rss+xml; charset=utf-8')
    assert.match(news.text, /Found as before/)
  })

  test('a category and a tag have their feeds where The Events Calendar has them', async () => {
    await create({ name: 'Bread', translations: { fr: { name: 'Pain' } } }, '/categories')
    await create({ title: 'Baking', tags: 'rye', categories: 'Bread' })
    await create({ title: 'Elsewhere' })
    for (const [path, page, title] of [
      ['/events/category/bread/feed/', '/events/category/bread/', 'Calendar of events – Bread'],
      ['/events/tag/rye/feed', '/events/tag/rye/', 'Calendar of events – rye'],
      ['/fr/evenements/categorie/pain/feed/', '/fr/evenements/categorie/pain/', 'Agenda – Pain'],
      ['/fr/evenements/etiquette/rye/feed/', '/fr/evenements/etiquette/rye/', 'Agenda – rye'],
    ] as const) {
      const { headers, text } = await get(path)
      assert.equal(headers['content-type'], 'application/rss+xml; charset=utf-8', path)
      assert.match(text, /Baking/)
      assert.doesNotMatch(text, /Elsewhere/)
      assert.ok(text.includes(`<title>${title}</title>\n<link>${site.address}${page}</link>`), text)
    }
    for (const path of ['/events/category/bread/ical/', '/fr/evenements/etiquette/rye/ical/']) {
      const { headers, text } = await get(path)
      assert.equal(headers['content-type'], 'text/calendar; charset=utf-8', path)
      assert.deepEqual(propertyOf(text, 'summary'), ['Baking'])
    }
    assert.match((await get('/events/ical/?tags=rye')).text, /SUMMARY[^\n]*:Baking/)
    for (const form of ['feed', 'ical'])
      assert.equal((await get(`/events/category/unknown/${form}/`)).status, 404)
  })

  test('a page of some events is a feed of these, when its URL says so', async () => {
    const venue = await create({ venue: 'The Old Mill' }, '/venues')
    const organizer = await create({ organizer: 'The Millers' }, '/organizers')
    const far = { start_date: '2031-05-06 20:00:00', end_date: '2031-05-06 22:00:00' }
    const of = { categories: 'Grain', tags: 'flour', venue: venue.id, organizer: organizer.id }
    await create({ title: 'Milling', ...of, ...far })
    for (const path of ['month/2031-05', 'week/2031-05-08', '2031-05-06'])
      assert.deepEqual(propertyOf((await get(`/events/${path}/?ical=1`)).text, 'summary'), [
        'Milling',
      ])
    assert.deepEqual(propertyOf((await get('/events/2031-05-07/?ical=1')).text, 'summary'), [])
    await create({ title: 'Soon', ...of })
    for (const path of [
      'venue/the-old-mill',
      'organizer/the-millers',
      'events/category/grain',
      'events/tag/flour',
    ]) {
      const { text } = await get(`/${path}/?ical=1`)
      assert.deepEqual(propertyOf(text, 'summary'), ['Soon'], path)
    }
    assert.equal((await get('/events/month/2031-13/?ical=1')).status, 404)
  })

  test('many who ask at once get the same', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => get('/events.atom?tags=many')),
    )
    assert.equal(new Set(replies.map(({ text, headers }) => text + headers.etag)).size, 1)
  })

  test('a feed names what was chosen', async () => {
    const name = async (path: string) =>
      new ICAL.Component(ICAL.parse((await get(path)).text)).getFirstPropertyValue('x-wr-calname')
    assert.equal(
      await name('/events.ics?categories=music&search=jazz'),
      'Calendar of events – Music\\, “jazz”',
    )
    assert.equal(await name('/fr/evenements.ics?search=jazz'), 'Agenda – «\u00a0jazz\u00a0»')
  })
})
