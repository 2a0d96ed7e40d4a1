import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Reply, type Service, startService } from '../support/service.ts'
import { png } from './filled.ts'

// On PostgreSQL too: of two writes with one tag a lock lets one through.

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const as = 'editor'
const days = { start_date: '2027-05-10', end_date: '2027-05-11' }
const drafts: Record<string, object> = {
  '/events': { title: 'Record', ...days },
  '/venues': { venue: 'Record' },
  '/organizers': { organizer: 'Record' },
  '/categories': { name: 'Record' },
  '/tags': { name: 'Record' },
}
let createdRecord = 0
const make = async (path = '/events', more: object = {}): Promise<Reply> => {
  const named = Object.fromEntries(
    Object.entries(drafts[path] as object).map(([name, text]) => [
      name,
      text === 'Record' ? `Record ${++createdRecord}` : text,
    ]),
  )
  const reply = await service.send('POST', path, { as, body: { ...named, ...more } })
  assert.equal(reply.status, 201, reply.text)
  return reply
}
const etag = ({ headers }: Reply) => String(headers.etag)
const patch = (
  path: string,
  headers: Record<string, string>,
  body: object = { description: `d${++createdRecord}` },
) => service.send('PATCH', path, { as, headers, body })
const refused = ({ status, body }: Reply) => [status, body.code]
const failed = [412, 'rest_precondition_failed']

describe('the Last-Modified of a response makes the next read a 304', () => {
  test('happens for records, lists, feeds and pages until the calendar changes', async () => {
    const { body } = await make('/events', { status: 'publish' })
    const root = service.root.plain.replace(/\/cal\/.*/, '')
    const urls = [
      ...[
        `/events/${body.id}`,
        `/events/by-slug/${body.slug}`,
        '/events?per_page=3',
        '/venues',
      ].map(path => `${service.root.plain}${path}`),
      ...['/events.ics', '/fr/evenements.rss', '/events/list/', '/fr/evenements/mois/2027-05/'].map(
        path => `${root}${path}`,
      ),
    ]
    const read = (url: string, since?: string) =>
      fetch(url, { headers: since ? { 'If-Modified-Since': since } : {} })
    /** Beside a PostgreSQL that is not heard yet, and in the second of a change in the background, responses carry no date. */
    const dateOf = async (url: string): Promise<string> => {
      const modified = (await read(url)).headers.get('last-modified')
      if (modified !== null) return modified
      service.clock.advance(1)
      return dateOf(url)
    }
    for (const url of urls)
      assert.equal((await read(url)).headers.get('last-modified'), null, `${url}: too early`)
    service.clock.advance(2)
    for (const url of urls) {
      const modified = await dateOf(url)
      assert.match(modified, / GMT$/, url)
      const again = await read(url, modified)
      assert.deepEqual([again.status, await again.text()], [304, ''], url)
      const earlier = new Date(Date.parse(modified) - 1000).toUTCString()
      assert.equal((await read(url, earlier)).status, 200, url)
      service.clock.advance(2)
      await patch(`/events/${body.id}`, {}, { title: `Record ${++createdRecord}`, excerpt: url })
      assert.equal((await read(url, modified)).status, url.includes('/venues') ? 304 : 200, url)
      service.clock.advance(2)
    }
  })

  test('the Date of a response that a change of the same second followed makes none', async () => {
    const { body } = await make('/events', { status: 'publish' })
    const path = `/events/${body.id}`
    await service.send('GET', path)
    const date = new Date(service.clock.now() * 1000).toUTCString()
    await patch(path, {}, { title: 'Changed within the second' })
    service.clock.advance(60)
    for (const _ of [1, 2]) {
      const later = await service.send('GET', path, { headers: { 'If-Modified-Since': date } })
      assert.equal(later.status, 200)
    }
  })

  test('is not sent while a change of the same second may still follow', async () => {
    const { body } = await make('/events', { status: 'publish' })
    const path = `/events/${body.id}`
    service.clock.advance(1)
    assert.equal((await service.send('GET', path)).headers['last-modified'], undefined)
    assert.equal((await service.send('GET', path, { as })).headers['last-modified'], undefined)
    service.clock.advance(1)
    assert.match(String((await service.send('GET', path)).headers['last-modified']), / GMT$/)
    assert.match(
      String((await service.send('GET', path, { as })).headers['last-modified']),
      / GMT$/,
    )
  })
})

describe('reads with credentials can be revalidated', () => {
  test('single records and lists have a strong tag, and are for their caller alone', async () => {
    const { body } = await make('/events', { status: 'draft' })
    for (const path of [
      `/events/${body.id}`,
      '/events',
      '/venues',
      '/tags',
      `/events?_fields=events.id`,
    ]) {
      const first = await service.send('GET', path, { as })
      assert.match(etag(first), /^"[\w.-]+"$/, path)
      assert.equal(first.headers['cache-control'], 'private, no-cache')
      assert.match(String(first.headers.vary), /Authorization/)
      for (const method of ['GET', 'HEAD']) {
        const again = await service.send(method, path, {
          as,
          headers: { 'If-None-Match': `"x", W/${etag(first)}` },
        })
        assert.deepEqual([again.status, again.text], [304, ''], path)
        for (const name of ['etag', 'cache-control', 'vary', 'content-language'])
          assert.equal(again.headers[name], first.headers[name], name)
        assert.equal(again.headers['content-length'], undefined)
      }
    }
    const before = await service.send('GET', '/events', { as })
    await patch(`/events/${body.id}`, {})
    const after = await service.send('GET', '/events', {
      as,
      headers: { 'If-None-Match': etag(before) },
    })
    assert.equal(after.status, 200)
    assert.notEqual(etag(after), etag(before))
  })

  test('a 304 is sent only for a response that the user may see', async () => {
    const { body } = await make('/events', { status: 'draft' })
    const path = `/events/${body.id}`
    const tag = etag(await service.send('GET', path, { as }))
    for (const sender of ['anonymous', 'subscriber', 'contributor'])
      for (const sent of [tag, '*'])
        assert.equal(
          (await service.send('GET', path, { as: sender, headers: { 'If-None-Match': sent } }))
            .status,
          403,
        )
    const list = etag(await service.send('GET', '/events', { as }))
    const own = await service.send('GET', '/events', { headers: { 'If-None-Match': list } })
    assert.equal(own.status, 200)
  })

  test('responses opened by a password and errors have no tag', async () => {
    const { body } = await make('/events', { password: 'sesame' })
    const opened = await service.send('GET', `/events/${body.id}?password=sesame`)
    assert.deepEqual([opened.status, opened.headers.etag], [200, undefined])
    assert.equal((await service.send('GET', '/events/999999', { as })).headers.etag, undefined)
  })
})

describe('writes on a condition', () => {
  for (const path of Object.keys(drafts))
    test(`${path}: the first write with the tag that was read succeeds, and its own tag is valid for the next`, async () => {
      const created = await make(path)
      const at = `${path}/${created.body.id}`
      const read = await service.send('GET', at, { as })
      const first = await patch(at, { 'If-Match': etag(created) })
      assert.equal(first.status, 200, first.text)
      assert.deepEqual(refused(await patch(at, { 'If-Match': etag(read) })), failed)
      assert.deepEqual(refused(await patch(at, { 'If-Match': etag(created) })), failed)
      const second = await patch(at, { 'If-Match': `"other", ${etag(first)}` })
      assert.equal(second.status, 200, second.text)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const stale = await service.send(method, at, {
          as,
          headers: { 'If-Match': etag(first) },
          body: {},
        })
        assert.deepEqual(refused(stale), failed, method)
      }
      const removed = await service.send('DELETE', at, {
        as,
        headers: { 'If-Match': etag(second) },
      })
      assert.equal(removed.status, 200)
    })

  test('an image is removed on a condition too', async () => {
    const { body, headers } = await service.send('POST', '/images', {
      as,
      body: png,
      headers: { 'Content-Type': 'image/png' },
    })
    const remove = (tag: string) =>
      service.send('DELETE', `/images/${body.id}`, { as, headers: { 'If-Match': tag } })
    assert.deepEqual(refused(await remove('"1.1.1"')), failed)
    assert.equal((await remove(String(headers.etag))).status, 200)
  })

  test('every representation of a record has a tag that is good for it', async () => {
    const { body } = await make('/events', {
      description: 'word '.repeat(600),
      translations: { fr: { title: 'Fiche' } },
    })
    const paths = [
      `/events/${body.id}`,
      `/events/by-slug/${body.slug}`,
      `/events/${body.id}?ml_language=fr`,
      `/events/${body.id}?_fields=id,title`,
      service.root.fr.concat(`/events/${body.id}`),
    ]
    const seen = new Set<string>()
    for (const path of paths)
      for (const sender of ['anonymous', as])
        for (const encoding of ['identity', 'gzip', 'br']) {
          const url = path.startsWith('http') ? path : service.root.plain + path
          const reply = await fetch(url, {
            headers: {
              'Accept-Encoding': encoding,
              ...(sender === as && { Authorization: service.basic(as) }),
            },
          })
          const tag = String(reply.headers.get('etag'))
          await reply.text()
          seen.add(tag)
          const written = await patch(
            `/events/by-slug/${body.slug}`,
            { 'If-Match': tag },
            { title: `T${++createdRecord}` },
          )
          assert.equal(written.status, 200, `${path} ${sender} ${encoding} ${tag}`)
          const late = await patch(`/events/${body.id}`, { 'If-Match': tag })
          assert.deepEqual(refused(late), failed, `${path} ${sender} ${encoding} ${tag}`)
        }
    assert.ok(
      [...seen].some(tag => tag.endsWith('-gzip"')) && [...seen].some(tag => tag.endsWith('-br"')),
    )
    const enveloped = await service.send('GET', `/events/${body.id}?_envelope=1`, { as })
    assert.equal(
      (await patch(`/events/${body.id}`, { 'If-Match': enveloped.body.headers.ETag })).status,
      200,
    )
  })

  test('two editors who read the same cannot both win', async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await make()
      const read = await service.send('GET', `/events/${body.id}`, { as })
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          patch(`/events/${body.id}`, { 'If-Match': etag(read) }, { title: `Editor ${n}` }),
        ),
      )
      const winners = replies.filter(({ status }) => status === 200)
      assert.equal(winners.length, 1)
      assert.equal(replies.filter(({ status }) => status === 412).length, 11)
      const now = await service.send('GET', `/events/${body.id}`, { as })
      assert.equal(now.body.title, winners[0]?.body.title)
    }
  })

  test('* requires only that the record exists; weak, foreign and list tags match nothing', async () => {
    const { body } = await make()
    const other = await make()
    const at = `/events/${body.id}`
    assert.equal((await patch(at, { 'If-Match': '*' })).status, 200)
    const tag = etag(await service.send('GET', at, { as }))
    const list = etag(await service.send('GET', '/events', { as }))
    for (const sent of [`W/${tag}`, etag(other), list, '""', 'nonsense', '"', ''])
      assert.deepEqual(refused(await patch(at, { 'If-Match': sent })), failed, sent)
    assert.deepEqual(refused(await patch(at, { 'If-None-Match': '*' })), failed)
    assert.deepEqual(refused(await patch(at, { 'If-None-Match': `W/${tag}` })), failed)
    assert.equal((await patch(at, { 'If-None-Match': '"other"' })).status, 200)
    assert.equal((await patch('/events/999999', { 'If-Match': '*' })).status, 404)
  })

  test('If-Unmodified-Since compares with the last change, and If-Match goes before it', async () => {
    const { body } = await make()
    const at = `/events/${body.id}`
    const past = 'Mon, 01 Jan 2001 00:00:00 GMT'
    const future = 'Fri, 01 Jan 2100 00:00:00 GMT'
    assert.deepEqual(refused(await patch(at, { 'If-Unmodified-Since': past })), failed)
    assert.equal((await patch(at, { 'If-Unmodified-Since': future })).status, 200)
    assert.equal((await patch(at, { 'If-Unmodified-Since': 'no date' })).status, 200)
    assert.equal((await patch(at, { 'If-Unmodified-Since': past, 'If-Match': '*' })).status, 200)
  })

  test('users who may not write learn nothing, and the message is in their language', async () => {
    const { body } = await make()
    const at = `/events/${body.id}`
    for (const sender of ['anonymous', 'subscriber']) {
      const reply = await service.send('PATCH', at, {
        as: sender,
        headers: { 'If-Match': '"x"' },
        body: {},
      })
      assert.equal(reply.body.code, 'rest_forbidden')
    }
    const french = await patch(`${at}?ml_language=fr`, { 'If-Match': '"x"' })
    assert.match(french.body.message, /^La fiche a été modifiée/)
  })

  test('without a condition a write writes, as before', async () => {
    const { body } = await make()
    assert.equal((await patch(`/events/${body.id}`, {})).status, 200)
  })
})
