import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const dates = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }

describe('pages, as the server sends them', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z' })
  })
  after(() => site.close())

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    site.send(method, site.address + path, { headers: { ...browser, ...headers } })
  const create = async (body: object) => {
    const reply = await site.send('POST', '/events', { as: 'editor', body: { ...dates, ...body } })
    assert.equal(reply.status, 201, reply.text)
    return reply.body as { id: number; url: string }
  }

  test('a page has its type, loads nothing from other hosts, and is revalidated by its tag', async () => {
    await create({ title: `Opening night ${'of wonders '.repeat(80)}` })
    const page = await get('/events/')
    assert.equal(page.status, 200)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(page.headers['content-language'], 'en')
    assert.equal(page.headers['cache-control'], 'public, max-age=0, must-revalidate')
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /require-trusted-types-for 'script'; trusted-types 'none'$/)
    assert.equal(page.headers['x-content-type-options'], 'nosniff')
    assert.match(page.text, /Opening night/)
    const again = await get('/events/', { 'If-None-Match': String(page.headers.etag) })
    assert.deepEqual([again.status, again.text], [304, ''])
    const head = await get('/events/', {}, 'HEAD')
    assert.deepEqual(
      [head.status, head.headers['content-length'], head.text],
      [200, String(Buffer.byteLength(page.text)), ''],
    )
    const zipped = await get('/events/', { 'Accept-Encoding': 'gzip' })
    assert.equal(zipped.headers['content-encoding'], 'gzip')
    assert.notEqual(zipped.headers.etag, page.headers.etag)
  })

  test('a cached page is another one as soon as something that it shows has changed', async () => {
    const { id } = await create({ title: 'Before' })
    const path = `/event/before/`
    const read = async () => {
      for (let n = 0; n < 3; n++) await get('/events/').then(() => get(path))
      return [(await get('/events/')).text, (await get(path)).text]
    }
    for (const text of await read()) assert.match(text, /Before/)
    const change = (body: object) => site.send('PUT', `/events/${id}`, { as: 'editor', body })
    await change({ title: 'After' })
    for (const text of await read()) assert.match(text, /After/)
    await change({ status: 'draft' })
    const [list, page] = await read()
    assert.doesNotMatch(list ?? '', /After/)
    assert.doesNotMatch(page ?? '', /After/)
    assert.equal((await get(path)).status, 404)
  })

  test('a new event is in a cached list at once', async () => {
    for (let n = 0; n < 3; n++) await get('/events/')
    await create({ title: 'Quite new' })
    assert.match((await get('/events/')).text, /Quite new/)
  })

  test('only the root looks at the language that a browser prefers', async () => {
    const french = { 'Accept-Language': 'de, fr-CA;q=0.9, en;q=0.5' }
    const home = await get('/', french)
    assert.deepEqual([home.status, home.headers.location], [302, '/fr/'])
    assert.match(String(home.headers.vary), /Accept-Language/)
    assert.equal((await get('/')).headers['content-language'], 'en')
    assert.equal((await get('/events/', french)).headers['content-language'], 'en')
    assert.equal((await get('/fr/evenements/')).headers['content-language'], 'fr')
  })

  test('the root is compressed and has a tag, and is kept for no other language', async () => {
    const english = { 'Accept-Language': 'en', 'Accept-Encoding': 'br' }
    const { status, headers } = await get('/', english)
    assert.deepEqual([status, headers['content-encoding']], [200, 'br'])
    assert.match(String(headers.vary), /Accept-Language.*Accept-Encoding/)
    assert.equal(
      (await get('/', { ...english, 'If-None-Match': String(headers.etag) })).status,
      304,
    )
    assert.equal((await get('/', { ...english, 'Accept-Language': 'fr' })).status, 302)
  })

  test('a page has one URL: other slashes and another case lead to it', async () => {
    const { id } = await create({ title: 'One address' })
    const moved = {
      '/events': '/events/',
      '/EVENTS/': '/events/',
      '/events//?search=one': '/events/?search=one',
      '/fr/Evenements/mois/2026-12': '/fr/evenements/mois/2026-12/',
      '/event/one-address': '/event/one-address/',
    }
    for (const [path, to] of Object.entries(moved)) {
      const { status, headers } = await get(path)
      assert.deepEqual([status, headers.location], [301, to], path)
      assert.equal((await get(to)).status, 200, to)
    }
    for (const path of ['/events/feed.ics', `/admin/events/${id}`, '/docs', '/oembed?url=x'])
      assert.notEqual((await get(path)).status, 301, path)
  })

  test('each page names itself in both languages', async () => {
    await create({ title: 'Day out', translations: { fr: { title: 'Sortie' } } })
    const { text } = await get('/event/day-out/')
    assert.match(text, new RegExp(`rel="canonical" href="${site.address}/event/day-out/"`))
    assert.match(text, new RegExp(`hreflang="fr" href="${site.address}/fr/evenement/sortie/"`))
    assert.match((await get('/fr/evenement/sortie/')).text, /<h1>Sortie<\/h1>/)
  })

  test('the base URL of the main language, and words of another one, lead to the usual address', async () => {
    for (const path of ['/en/events?page=2', '/EN/events/?page=2'])
      assert.deepEqual(await get(path).then(({ status, headers }) => [status, headers.location]), [
        301,
        '/events/?page=2',
      ])
    assert.equal((await get('/evenements/')).headers.location, '/fr/evenements/')
  })

  test('a missing page is HTML for browsers, in the right language, and JSON for programs', async () => {
    for (const path of ['/nothing', '/fr/rien', '/event/unknown/', '/assets/unknown-1.css']) {
      const { status, headers, text } = await get(path)
      assert.equal(status, 404, path)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.match(text, path.startsWith('/fr') ? /n’existe pas/ : /does not exist/)
      const program = await site.send('GET', site.address + path)
      assert.deepEqual([program.status, program.body.code], [404, 'rest_no_route'], path)
    }
    const write = await get('/events/', {}, 'POST')
    assert.deepEqual([write.status, write.headers.allow], [404, 'GET, HEAD'])
    assert.equal((await get('/%ff/')).status, 404)
  })

  test('files are named by their content, compressed, and cacheable for ever', async () => {
    const { text } = await get('/events/')
    const [, path = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
    const file = await get(path, { 'Accept-Encoding': 'br' })
    assert.equal(file.status, 200)
    assert.match(String(file.headers['cache-control']), /immutable/)
    assert.equal(file.headers['content-type'], 'text/css; charset=utf-8')
  })
})

test('a private calendar shows no page', async () => {
  const site = await startService({ private: true })
  await site.send('POST', '/events', { as: 'editor', body: { title: 'Secret', ...dates } })
  for (const path of ['/events/', '/event/secret/', '/fr/evenements/']) {
    const { status, text } = await site.send('GET', site.address + path, { headers: browser })
    assert.equal(status, 401, path)
    assert.doesNotMatch(text, /Secret/)
  }
  await site.close()
})

test('limits on rate hold for pages', async () => {
  const site = await startService({ rateLimit: 2 })
  const statuses = []
  for (let n = 0; n < 3; n++)
    statuses.push((await site.send('GET', `${site.address}/events/`, { headers: browser })).status)
  assert.deepEqual(statuses, [200, 200, 429])
  await site.close()
})

test('lists of pages have their own length, whatever the API allows', async t => {
  const site = await startService({ clock: '2027-03-15T10:00:00Z', maxPerPage: 5 })
  t.after(() => site.close())
  for (const day of [1, 2, 3, 4, 5, 6, 7, 21, 22, 23, 24, 25, 26, 27]) {
    const on = `2027-03-${String(day).padStart(2, '0')}`
    const body = { title: `Day ${day}.`, start_date: `${on} 20:00`, end_date: `${on} 22:00` }
    await site.send('POST', '/events', {
      as: 'editor',
      body: { ...body, venue: { venue: 'Hall' } },
    })
  }
  const daysOn = async (path: string) => {
    const { text } = await site.send('GET', site.address + path)
    return new Set([...text.matchAll(/>Day (\d+)\./g)].map(([, day]) => Number(day)))
  }
  const upcoming = new Set([21, 22, 23, 24, 25, 26, 27])
  for (const path of ['/events/list/', '/venue/hall/', '/embed/calendar/?view=list'])
    assert.deepEqual(await daysOn(path), upcoming, path)
  assert.deepEqual(await daysOn('/events/list/?past=1'), new Set([7, 6, 5, 4, 3, 2, 1]))
  assert.equal((await site.send('GET', '/events?per_page=50')).body.events.length, 5)
})
