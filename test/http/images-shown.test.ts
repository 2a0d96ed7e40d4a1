import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { roles, type Sender, type Service, startService } from '../support/service.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const secret = 'X-Amz-Signature=SECRET'
const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const callers: readonly Sender[] = ['anonymous', ...roles]

/** The records that show an image, and their readers besides editors and administrators. */
const uses = {
  'a published event': ['anonymous', 'subscriber', 'contributor', 'author'],
  'a private event': ['author'],
  'a draft': ['author'],
  'a protected event': ['author'],
  'an event in the trash': ['author'],
  'a published venue': ['anonymous', 'subscriber', 'contributor', 'author'],
  'a draft of an organizer': ['author'],
  nothing: ['author'],
} as const
type Use = keyof typeof uses

describe('which images are seen (A9)', () => {
  let service: Service
  const host = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(pixel),
  )
  const images = {} as Record<Use, number>
  const events = {} as Record<Use, number>

  before(async () => {
    await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
    service = await startService({ fetchAllow: [origin] })
    const send = async (path: string, body: object) => {
      const reply = await service.send('POST', path, { as: 'author', body })
      assert.equal(reply.status, 201, reply.text)
      return reply.body.id as number
    }
    const bodies: Record<Use, [path: string, body: object] | undefined> = {
      'a published event': ['/events', { title: 'a', ...dates }],
      'a private event': ['/events', { title: 'b', ...dates, status: 'private' }],
      'a draft': ['/events', { title: 'c', ...dates, status: 'draft' }],
      'a protected event': ['/events', { title: 'd', ...dates, password: 'x' }],
      'an event in the trash': ['/events', { title: 'e', ...dates }],
      'a published venue': ['/venues', { venue: 'Hall' }],
      'a draft of an organizer': ['/organizers', { organizer: 'Circle', status: 'draft' }],
      nothing: undefined,
    }
    for (const [use, record] of Object.entries(bodies)) {
      const url = `${origin}/${encodeURIComponent(use)}.png?${secret}`
      const image = await send('/images', { url })
      images[use as Use] = image
      if (record) events[use as Use] = await send(record[0], { ...record[1], image })
    }
    const trashed = await service.send('DELETE', `/events/${events['an event in the trash']}`, {
      as: 'author',
    })
    assert.equal(trashed.status, 200)
  })
  after(async () => {
    await service.close()
    host.close()
  })

  const sees = (as: Sender, use: Use) =>
    ['administrator', 'editor', 'translator'].includes(as) ||
    (uses[use] as readonly string[]).includes(as)

  for (const as of callers)
    test(`${as}: the list has the images that this caller sees, and no other`, async () => {
      const { body } = await service.send('GET', '/images', { as, query: { per_page: 50 } })
      const expected = Object.entries(images).filter(([use]) => sees(as, use as Use))
      const results = body.images.map(({ id }: { id: number }) => id).sort()
      assert.deepEqual(results, expected.map(([, id]) => id).sort())
      assert.equal(body.total, expected.length)
    })

  for (const as of callers)
    test(`${as}: an image that may not be seen is answered like one that is not there`, async () => {
      const missing = await service.send('GET', '/images/999999', { as })
      for (const [use, id] of Object.entries(images)) {
        const reply = await service.send('GET', `/images/${id}`, { as })
        if (sees(as, use as Use)) assert.equal(reply.status, 200, use)
        else
          assert.deepEqual(
            [reply.status, reply.text.replaceAll(`${id}`, '999999')],
            [missing.status, missing.text],
            use,
          )
      }
    })

  for (const as of callers)
    test(`${as}: the query of the URL that an image came from is for its uploader and editors`, async () => {
      const seesAll = ['administrator', 'editor', 'author'].includes(as)
      const id = images['a published event']
      for (const path of [`/images/${id}`, '/images']) {
        const { text } = await service.send('GET', path, { as, query: { per_page: 50 } })
        assert.equal(text.includes('SECRET'), seesAll, path)
      }
    })

  test('a user cannot show a hidden image in a record of their own either', async () => {
    const body = { title: 'Mine', ...dates, image: images['a private event'] }
    const refused = await service.send('POST', '/events', { as: 'contributor', body })
    assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['image']])
  })

  test('cached responses follow an event that goes private and comes back', async () => {
    const id = images['a published event']
    const count = Object.keys(images).filter(use => sees('anonymous', use as Use)).length
    for (const status of ['publish', 'private', 'publish']) {
      const path = `/events/${events['a published event']}`
      const changed = await service.send('PUT', path, { as: 'author', body: { status } })
      assert.equal(changed.status, 200)
      const isSeen = status === 'publish'
      for (let times = 0; times < 3; times++) {
        assert.equal((await service.send('GET', `/images/${id}`)).status === 200, isSeen)
        const { body } = await service.send('GET', '/images')
        assert.equal(body.total, isSeen ? count : count - 1)
      }
    }
  })
})
