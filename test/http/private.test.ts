import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function create(service: Service, body: object) {
  const reply = await service.send('POST', '/events', {
    as: 'editor',
    body: { title: 'A', ...dates, ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id as number
}

describe('a private calendar (A12)', () => {
  let service: Service
  let event: number
  let image: { url: string; id: number }

  before(async () => {
    service = await startService({ private: true })
    event = await create(service, {})
    const headers = { 'Content-Type': 'image/png' }
    image = (await service.send('POST', '/images', { as: 'editor', body: pixel, headers })).body
  })
  after(() => service.close())

  test('nothing is read without credentials, in either language', async () => {
    const records = ['/events', '/venues', '/organizers', '/categories', '/tags', '/images']
    for (const path of [...records, `/events/${event}`, '/events/by-slug/a', `/images/${image.id}`])
      for (const language of ['en', 'fr']) {
        const { status, body, headers } = await service.send('GET', path, {
          query: { ml_language: language },
        })
        assert.deepEqual([status, body.code], [401, 'rest_not_logged_in'], path)
        assert.equal(headers['cache-control'], 'no-store')
        assert.equal(headers['content-language'], language)
      }
  })

  test('with credentials, of the lowest role too, all is as usual', async () => {
    for (const as of ['subscriber', service.basic('subscriber')]) {
      const { status, body } = await service.send('GET', '/events', {
        as,
        query: { start_date: '2027-01-01', end_date: '2027-12-31' },
      })
      assert.deepEqual([status, body.total], [200, 1])
    }
  })

  test('image files are for callers with credentials', async () => {
    assert.equal((await service.send('GET', image.url)).status, 401)
    assert.equal((await service.send('GET', image.url, { as: 'Bearer wrong' })).status, 401)
    const { status, headers } = await service.send('GET', image.url, { as: 'subscriber' })
    assert.equal(status, 200)
    assert.match(String(headers['cache-control']), /private/)
  })

  test('the description of the API and its health are public', async () => {
    for (const path of ['', '/doc', `${service.address}/health/ready`])
      assert.equal((await service.send('GET', path)).status, 200, path)
  })
})

describe('passwords of events (A12)', () => {
  let service: Service
  before(async () => {
    service = await startService({ attemptLimit: 3, attemptWindow: 60 })
  })
  after(() => service.close())

  const read = (id: number, password: string) =>
    service.send('GET', `/events/${id}`, { query: { password } })

  test('so many wrong ones, then a wait for this event, the right one too', async () => {
    const [event, other] = [
      await create(service, { password: 'right' }),
      await create(service, { password: 'right' }),
    ]
    for (let n = 0; n < 3; n++) assert.equal((await read(event, `wrong ${n}`)).status, 403)
    const refused = await read(event, 'right')
    assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_attempts'])
    assert.ok(Number(refused.headers['retry-after']) >= 1)
    assert.equal((await read(other, 'right')).status, 200, 'another event is not concerned')
    assert.equal((await service.send('GET', `/events/${event}`)).status, 403)
    const { status } = await service.send('GET', `/events/${event}`, {
      as: 'editor',
      query: { context: 'edit' },
    })
    assert.equal(status, 200)
  })

  test('those tried in lists count, and then open nothing', async () => {
    const event = await create(service, { password: 'right', description: 'hidden words' })
    const list = (password: string) =>
      service.send('GET', '/events', { query: { include: event, password } })
    assert.ok((await list('right')).text.includes('hidden words'))
    for (let n = 0; n < 3; n++) assert.equal((await list(`wrong ${n}`)).status, 200)
    assert.ok(!(await list('right')).text.includes('hidden words'))
    assert.equal((await read(event, 'right')).status, 429)
  })

  test('a response opened by a credential is not cached, and no link repeats the credential', async () => {
    const event = await create(service, { password: 'right' })
    await create(service, {})
    for (const path of [`/events/${event}`, '/events']) {
      const query = {
        password: 'right',
        per_page: 1,
        start_date: '2027-01-01',
        end_date: '2027-12-31',
      }
      const { status, headers, text } = await service.send('GET', path, { query })
      assert.equal(status, 200)
      assert.match(String(headers['cache-control']), /no-store.*private|private.*no-store/)
      assert.ok(!text.includes('password=') && !String(headers.link).includes('password'))
    }
  })
})
