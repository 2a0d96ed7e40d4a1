import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

describe('without publicUrl, URLs have the host of the request', () => {
  let service: Service
  let port: string
  before(async () => {
    service = await startService({ host: '0.0.0.0', allowedHosts: ['agenda.example.org'] })
    port = new URL(service.address).port
    for (const title of ['One', 'Two'])
      await service.send('POST', '/events', {
        as: 'editor',
        body: {
          title,
          status: 'publish',
          start_date: '2030-01-01 10:00',
          end_date: '2030-01-01 11:00',
        },
      })
  })
  after(() => service.close())

  const at = (path: string, host: string, headers: Record<string, string> = {}) =>
    service.send('GET', `http://127.0.0.1:${port}${path}`, { headers: { Host: host, ...headers } })
  const list = '/fr/cal/events/v1/events?per_page=1&start_date=2029-01-01&end_date=2031-01-01'

  test('in lists, headers, records and the documentation, also when they come from the cache', async () => {
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, 'agenda.example.org', hostname()]
    const tags = new Set<unknown>()
    for (let round = 0; round < 4; round++)
      for (const host of hosts) {
        const { body, headers } = await at(list, host)
        tags.add(headers.etag)
        const home = `http://${host.toLowerCase()}/`
        assert.ok(body.rest_url.startsWith(home), `${body.rest_url} ${host}`)
        assert.ok(body.next_rest_url.startsWith(home))
        assert.ok(String(headers.link).startsWith(`<${home}`))
        assert.ok(body.events[0].rest_url.startsWith(home))
        assert.ok(body.events[0].url.startsWith(home))
      }
    assert.equal(tags.size, hosts.length, 'another body has another ETag')
    const { body } = await at('/cal/events/v1/doc', 'agenda.example.org')
    assert.ok(body.servers[0].url.startsWith('http://agenda.example.org/'))
    const index = await at('/cal/events/v1', 'agenda.example.org')
    assert.ok(JSON.stringify(index.body).includes('http://agenda.example.org/cal/events/v1'))
  })

  test('a host that is not allowed changes nothing', async () => {
    for (const host of [
      'evil.example',
      'agenda.example.org.evil.example',
      'agenda.example.org:1',
      'x y',
    ]) {
      const { body } = await at(list, host)
      assert.equal(body.rest_url?.split('/fr')[0], `http://localhost:${port}`, host)
    }
  })

  test('identifiers stay the same whatever the host', async () => {
    const ids = await Promise.all(
      ['agenda.example.org', `localhost:${port}`].map(
        async host => (await at(list, host)).body.events[0].global_id,
      ),
    )
    assert.equal(ids[0], ids[1])
  })

  test('X-Forwarded-Host of a stranger is ignored', async () => {
    const { body } = await at(list, `localhost:${port}`, {
      'X-Forwarded-Host': 'agenda.example.org',
      'X-Forwarded-Proto': 'https',
    })
    assert.ok(body.rest_url.startsWith(`http://localhost:${port}/`))
  })
})

test('a trusted proxy may name the host and the scheme, among those that are allowed', async () => {
  const service = await startService({
    trustedProxies: ['127.0.0.1'],
    allowedHosts: ['agenda.example.org'],
  })
  const urlFor = async (headers: Record<string, string>) =>
    (await service.send('GET', '/events', { headers })).body.rest_url.split('/cal/')[0]
  const own = service.address
  assert.equal(
    await urlFor({ 'X-Forwarded-Host': 'agenda.example.org', 'X-Forwarded-Proto': 'https' }),
    'https://agenda.example.org',
  )
  assert.equal(
    await urlFor({ 'X-Forwarded-Host': 'agenda.example.org' }),
    'http://agenda.example.org',
  )
  assert.equal(
    await urlFor({ Host: 'agenda.example.org', 'X-Forwarded-Proto': 'https' }),
    'https://agenda.example.org',
  )
  assert.equal(
    await urlFor({ 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' }),
    own,
  )
  await service.close()
})

test('publicUrl is what every URL begins with, whatever the host', async () => {
  const service = await startService({
    publicUrl: 'https://example.org/calendar',
    trustedProxies: ['127.0.0.1'],
    allowedHosts: ['agenda.example.org'],
  })
  for (const headers of [
    { Host: 'agenda.example.org' },
    { 'X-Forwarded-Host': 'agenda.example.org' },
  ]) {
    const { body } = await service.send('GET', `${service.address}/cal/events/v1/events`, {
      headers,
    })
    assert.ok(body.rest_url.startsWith('https://example.org/calendar/cal/'))
  }
  await service.close()
})
