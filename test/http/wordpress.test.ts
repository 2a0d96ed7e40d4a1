import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { timeless } from '../support/moments.ts'
import { type Service, startService } from '../support/service.ts'

let site: Service
let draft: number
before(async () => {
  site = await startService({
    clock: '2027-05-01T23:50:00Z',
    basePath: '/wp-json',
    namespace: 'tribe/events/v1',
    timezone: 'America/New_York',
  })
  for (const status of ['publish', 'publish', 'draft']) {
    const days = { start_date: '2027-05-10', end_date: '2027-05-11' }
    const { body } = await site.send('POST', '/events', {
      as: 'editor',
      body: { title: `An event: ${status}`, ...days, status },
    })
    draft = body.id
  }
})
after(() => site.close())

describe('X7 the addresses by which WordPress is found', () => {
  const at = (path: string) => site.address + path

  test('/wp-json/ is the index of the APIs, at every base URL', async () => {
    const { body, status, text } = await site.send('GET', at('/wp-json/'))
    assert.equal(status, 200)
    assert.deepEqual(body.namespaces, ['tribe/events/v1'])
    assert.deepEqual([body.gmt_offset, body.timezone_string], [-4, 'America/New_York'])
    assert.deepEqual([body.url, body.home, body.authentication], [site.address, site.address, {}])
    assert.equal(typeof body.name, 'string')
    assert.ok(body.description)
    const inside = await site.send('GET', '')
    const events = ({ routes }: { routes: object }) =>
      timeless(JSON.stringify(new Map(Object.entries(routes)).get('/tribe/events/v1/events')))
    assert.equal(events(body), events(inside.body))
    assert.deepEqual(body.routes['/'].methods, ['GET'])
    for (const door of [
      '/wp-json',
      '//wp-json/',
      '/?rest_route=/',
      '/index.php/wp-json/',
      '/',
      '/index.php',
    ])
      assert.equal(timeless((await site.send('GET', at(door))).text), timeless(text), door)
    const french = await site.send('GET', at('/fr/wp-json/'))
    assert.equal(french.headers['content-language'], 'fr')
    assert.notEqual(french.body.description, body.description)
    assert.equal((await site.send('POST', at('/wp-json/'))).status, 404)
    assert.equal((await site.send('GET', at('/wp-json/wp/v2/posts'))).status, 404)
  })

  test('the site and every answer say where the index is', async () => {
    const link = `<${site.address}/wp-json/>; rel="https://api.w.org/"`
    for (const path of [
      '/',
      '/wp-json/',
      '/wp-json/tribe/events/v1/venues',
      '/wp-json/tribe/events/v1/events/999999',
    ])
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await site.send(method, at(path))
        assert.ok(String(headers.link).startsWith(link), `${method} ${path} ${headers.link}`)
      }
    const french = await site.send('HEAD', at('/fr/'))
    assert.match(String(french.headers.link), /\/fr\/wp-json\/>; rel="https:\/\/api.w.org\/"/)
    const list = await site.send('GET', '/events?per_page=1')
    assert.match(String(list.headers.link), /rel="next"/)
  })

  test('?rest_route= and /index.php/wp-json are the same interface: reads, writes, refusals', async () => {
    const path = '/tribe/events/v1/events'
    const plain = await site.send('GET', at(`/wp-json${path}?per_page=1`))
    assert.equal(plain.status, 200)
    for (let n = 0; n < 3; n++)
      for (const door of [
        `/?rest_route=${path}&per_page=1`,
        `/?per_page=1&rest_route=${encodeURIComponent(path)}`,
        `/index.php?rest_route=${path}/&per_page=1`,
        `/index.php/wp-json${path}?per_page=1`,
      ]) {
        const reply = await site.send('GET', at(door))
        assert.deepEqual(reply.body, plain.body, door)
        assert.equal(reply.headers.etag, plain.headers.etag, door)
      }
    for (const door of [`/?rest_route=${path}/${draft}`, `/index.php/wp-json${path}/${draft}`]) {
      assert.equal((await site.send('GET', at(door))).body.code, 'event-not-accessible', door)
      assert.equal((await site.send('DELETE', at(door))).status, 401, door)
      assert.equal((await site.send('GET', at(door), { as: 'Bearer wrong' })).status, 401, door)
      assert.equal((await site.send('GET', at(door), { as: 'editor' })).status, 200, door)
    }
    const forged = await site.send('GET', at(`/?rest_route=${path}/${draft}&_method=DELETE`), {
      as: site.basic('editor'),
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    assert.equal(forged.body.code, 'rest_cross_site')
    const write = await site.send('POST', at(`/?rest_route=${path}/${draft}`), {
      as: 'editor',
      body: { title: 'Through the other door' },
    })
    assert.equal(write.body.title, 'Through the other door')
  })

  test('lang and wpml_language that say en or fr are ml_language', async () => {
    const language = async (query: Record<string, string>) =>
      (await site.send('GET', '/events', { query })).headers['content-language']
    for (let n = 0; n < 2; n++) {
      assert.equal(await language({ lang: 'fr' }), 'fr')
      assert.equal(await language({ wpml_language: 'fr' }), 'fr')
      assert.equal(await language({ lang: 'fr', ml_language: 'en' }), 'en')
      for (const lang of ['all', 'de', '']) assert.equal(await language({ lang }), 'en')
    }
    const { body } = await site.send('GET', '/events', { query: { lang: 'fr', per_page: 1 } })
    assert.equal(new URL(body.next_rest_url).searchParams.get('lang'), 'fr')
    const event = await site.send('POST', '/events', {
      as: 'editor',
      body: { title: 'Foire', start_date: '2027-06-01', end_date: '2027-06-02', lang: 'fr' },
    })
    assert.equal(event.body.language, 'fr')
  })

  test('limits apply to every way into the service', async () => {
    const limited = await startService({
      basePath: '/wp-json',
      namespace: 'tribe/events/v1',
      rateLimit: 3,
    })
    const ask = (path: string) => limited.send('GET', limited.address + path)
    const statuses = []
    for (const path of [
      '/',
      '/?rest_route=/',
      '/index.php/wp-json/',
      '/wp-json/',
      '/?rest_route=/tribe/events/v1',
    ])
      statuses.push((await ask(path)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
    await limited.close()
  })

  test('a browser finds the calendar at the root, and the link to the index', async () => {
    const headers = { Accept: 'text/html,*/*;q=0.8' }
    for (const method of ['GET', 'HEAD']) {
      const home = await site.send(method, at('/'), { headers })
      assert.equal(home.status, 200)
      assert.match(String(home.headers.link), /rel="https:\/\/api.w.org\/"/)
    }
    assert.match((await site.send('GET', at('/events/'), { headers })).text, /An event: publish/)
    for (const path of ['/fr/evenements/', '/fr/evenements.ics', '/fr/', '/fr/rien/']) {
      const french = await site.send('GET', at(path), { headers })
      assert.match(
        String(french.headers.link),
        /\/fr\/wp-json\/>; rel="https:\/\/api.w.org\/"/,
        path,
      )
    }
  })

  test('elsewhere none of this is there', async () => {
    const plain = await startService()
    assert.equal((await plain.send('GET', `${plain.address}/`)).status, 200, 'the front page')
    for (const path of [
      '/wp-json/',
      '/?rest_route=/cal/events/v1/events',
      '/index.php/cal/events/v1',
    ])
      assert.equal((await plain.send('GET', plain.address + path)).status, 404, path)
    const { headers } = await plain.send('GET', '/events?lang=fr')
    assert.equal(headers['content-language'], 'en')
    assert.doesNotMatch(String(headers.link), /w\.org/)
    await plain.close()
  })
})
