import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Reply, type Service, startService } from '../support/service.ts'

const clock = '2027-05-01T23:50:00Z'
let service: Service
const created: Record<string, Reply['body']> = {}

before(async () => {
  service = await startService({ clock, timezone: 'UTC' })
  const post = async (path: string, body: object) =>
    (await service.send('POST', path, { as: 'editor', body })).body
  for (const name of ['Jazz', 'Rock', 'Folk']) {
    created[name] = await post('/categories', { name })
    created[`${name} tag`] = await post('/tags', { name: `${name} tag` })
    created[`${name} hall`] = await post('/venues', { venue: `${name} hall` })
    created[`${name} people`] = await post('/organizers', { organizer: `${name} people` })
    const status = name === 'Folk' ? 'draft' : 'publish'
    created[`${name} event`] = await post('/events', {
      title: `${name} event`,
      start_date: '2027-05-10 10:00',
      end_date: '2027-05-10 12:00',
      status,
      categories: [created[name].id],
      tags: [created[`${name} tag`].id],
      venue: created[`${name} hall`].id,
      organizer: [created[`${name} people`].id],
    })
  }
})
after(() => service.close())

const titles = ({ body }: Reply) => body.events?.map(({ title }: { title: string }) => title).sort()
const id = (name: string) => created[name].id as number

describe('P10 a list that comes as several parameters of one name', () => {
  const two = ['Jazz event', 'Rock event']
  const queries: Record<string, () => [string, string]> = {
    categories: () => ['jazz', 'rock'],
    tags: () => [`${id('Jazz tag')}`, 'rock-tag'],
    venue: () => [`${id('Jazz hall')}`, `${id('Rock hall')}`],
    organizer: () => [`${id('Jazz people')}`, `${id('Rock people')}`],
    include: () => [`${id('Jazz event')}`, `${id('Rock event')}`],
  }
  for (const [name, members] of Object.entries(queries))
    test(name, async () => {
      const [one, other] = members()
      for (const query of [
        `${name}=${one}&${name}=${other}`,
        `${name}=${one}&per_page=5&${name}=${other}`,
        `${name}[]=${one}&${name}[]=${other}`,
        `${name}%5B%5D=${one}&${name}=${other}`,
        `${name}=${one},${other}`,
      ])
        for (const as of ['anonymous', 'editor'])
          assert.deepEqual(
            titles(await service.send('GET', `/events?${query}`, { as })),
            two,
            query,
          )
      const none = await service.send('GET', `/events?${name}=${one}&${name}=nonsense%2F`)
      assert.equal(none.status, 400)
    })

  test('status, exclude, and the links that lead on', async () => {
    const both = '/events?status=publish&status=draft'
    assert.equal(titles(await service.send('GET', both, { as: 'editor' })).length, 3)
    assert.equal((await service.send('GET', both)).status, 400)
    const drafts = await service.send('GET', '/events?status=draft&status=pending', {
      as: 'editor',
    })
    assert.deepEqual(titles(drafts), ['Folk event'])
    const rest = await service.send(
      'GET',
      `/categories?exclude=${id('Jazz')}&exclude=${id('Rock')}&hide_empty=false`,
    )
    assert.deepEqual(
      rest.body.categories.map((one: { name: string }) => one.name),
      ['Folk'],
    )
    const first = await service.send('GET', '/events?categories=jazz&categories=rock&per_page=1')
    const next = await service.send('GET', first.body.next_rest_url)
    assert.deepEqual([...titles(first), ...titles(next)].sort(), two)
  })

  test('in forms too; of what is no list the last one counts', async () => {
    const { body } = await service.send('POST', '/events', {
      as: 'editor',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `title=First&title=Form&start_date=2030-01-01&end_date=2030-01-02&categories=${id('Jazz')}&categories=${id('Rock')}`,
    })
    assert.deepEqual([body.title, body.categories.length], ['Form', 2])
    const list = await service.send('GET', '/events?per_page=5&per_page=1')
    assert.equal(list.body.events.length, 1)
  })
})

describe('links of a list', () => {
  const linksOf = ({ headers }: Reply) =>
    Object.fromEntries(
      [...String(headers.link).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, to, rel]) => [rel, to]),
    )

  test('P11 they keep the window of the first page, so that a walk over midnight loses nothing', async () => {
    for (const as of ['anonymous', 'editor']) {
      const first = await service.send('GET', '/events?per_page=1', { as })
      const links = linksOf(first)
      assert.equal(links.next, first.body.next_rest_url)
      for (const link of [first.body.next_rest_url, links.first, links.last]) {
        const query = new URL(link).searchParams
        assert.equal(query.get('start_date'), '2027-04-30 00:00:00')
        assert.equal(query.get('end_date'), '2029-05-01 23:59:59')
      }
    }
    const first = await service.send('GET', '/events?per_page=1&strict_dates=true')
    const query = new URL(first.body.next_rest_url).searchParams
    assert.equal(query.get('start_date'), '2027-04-30 23:59:00')
    const second = await service.send('GET', first.body.next_rest_url)
    assert.equal(second.body.total, first.body.total)
    const back = new URL(second.body.previous_rest_url).searchParams
    assert.equal(back.get('start_date'), '2027-04-30 23:59:00')
  })

  test('P11 what the caller sent stays, and other lists are left alone', async () => {
    const next = async (path: string) =>
      new URL((await service.send('GET', path)).body.next_rest_url).searchParams
    const own = await next('/events?per_page=1&start_date=2027-05-02&end_date=2028-01-01')
    assert.deepEqual([...own.keys()].sort(), ['end_date', 'page', 'per_page', 'start_date'])
    assert.equal(own.get('start_date'), '2027-05-02')
    const half = await next('/events?per_page=1&start_date=2027-05-02')
    assert.deepEqual(
      [half.get('start_date'), half.get('end_date')],
      ['2027-05-02', '2029-05-01 23:59:59'],
    )
    const chosen = await next(`/events?per_page=1&include=${id('Jazz event')},${id('Rock event')}`)
    assert.equal(chosen.get('start_date'), null)
    const relative = await next('/events?per_page=1&starts_after=2027-05-02')
    assert.equal(relative.get('start_date'), null)
    assert.equal((await next('/venues?per_page=1')).get('start_date'), null)
  })

  test('rest_url repeats the request, whatever characters it contains', async () => {
    for (const search of ['a&b=c', 'a+b', 'évènement d’été', '100%', '#1', 'a b', '"x y"']) {
      const { body } = await service.send('GET', '/events', { query: { search } })
      const url = new URL(body.rest_url)
      assert.match(body.rest_url, /^[\x21-\x7e]+$/)
      assert.doesNotMatch(body.rest_url, /["<>\\^`{|}]/)
      assert.equal(url.searchParams.get('search'), search)
      assert.equal(url.searchParams.get('start_date'), '2027-04-30 00:00:00')
      const again = await service.send('GET', body.rest_url)
      assert.equal(again.body.rest_url, body.rest_url)
    }
  })
})

describe('targets and envelopes', () => {
  test('P12 slashes at the start of a path are one', async () => {
    const { host } = new URL(service.address)
    const { body } = await service.send('GET', '/events')
    for (let n = 0; n < 3; n++)
      for (const start of ['/', '//', '///', `http://${host}/`]) {
        const path = `${start}cal/events/v1/events`
        const reply = await raw(service, path)
        assert.deepEqual([reply.status, reply.body], [200, body], path)
      }
  })

  test('an envelope has totals as numbers, and the language of every answer', async () => {
    const list = await service.send('GET', '/events?_envelope=1&per_page=1')
    const { 'X-TEC-Total': total, 'X-TEC-TotalPages': pages } = list.body.headers
    assert.deepEqual([total, pages], [list.body.body.total, list.body.body.total_pages])
    assert.equal(typeof total, 'number')
    for (const [path, language] of [
      ['/events', 'en'],
      ['/events?ml_language=fr', 'fr'],
      ['/events/999999?ml_language=fr', 'fr'],
      ['/categories', 'en'],
      ['', 'en'],
    ] as const) {
      const { body } = await service.send('GET', path, { query: { _envelope: 1 } })
      assert.equal(body.headers['Content-Language'], language, path)
    }
  })

  test('problems are never kept by those in between', async () => {
    for (const path of ['/events/999999', '/events?page=0', '/events?page=99']) {
      const { headers, status } = await service.send('GET', path)
      assert.ok(status >= 400)
      assert.equal(headers['cache-control'], 'no-store', path)
    }
  })
})

/** Sends a target as it is. */
async function raw(to: Service, path: string) {
  const { request } = await import('node:http')
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const { hostname, port } = new URL(to.address)
    request({ hostname, port, path }, async response => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
    })
      .on('error', reject)
      .end()
  })
}
