import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import {
  create,
  edit,
  get,
  ids,
  in_,
  read,
  send,
  service,
  useService,
} from '../support/scenario.ts'

const count = 230

useService({}, async () => {
  for (let n = 0; n < count; n++)
    await create({
      title: `Event ${n}`,
      description: 'long '.repeat(8000),
      start_date: `2027-06-01 10:00:${n % 60}`,
      end_date: '2027-06-01 12:00',
      ...(n % 3 === 0 && { featured: true }),
      ...(n === 7 && { password: 'x', venue: { venue: 'Secret' } }),
    })
})

const accept = { accept: 'application/x-ndjson' }
async function lines(query: object, sending: object = {}) {
  const reply = await get('/events', {
    query: query as Record<string, string>,
    headers: accept,
    ...sending,
  })
  assert.deepEqual(
    [reply.status, reply.headers['content-type']],
    [200, 'application/x-ndjson'],
    reply.text,
  )
  assert.equal(String(reply.headers['cache-control']).includes('no-store'), true)
  assert.ok(reply.text.endsWith('\n') || reply.text === '')
  const records = reply.text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))
  assert.equal(Number(reply.headers['x-tec-total']), records.length)
  return records
}

async function pages(query: object, as?: string) {
  const all = []
  for (let page = 1; ; page++) {
    const { body } = await send('GET', '/events', {
      ...(as && { as }),
      query: { per_page: '50', page: String(page), ...query },
    })
    all.push(...body.events)
    if (!body.next_rest_url) return all
  }
}

test('a list as lines has all that its pages have, for every caller', async () => {
  for (const query of [{ featured: 'true' }, { sort: '-title' }])
    for (const as of [undefined, 'editor']) {
      const sending = as ? { as } : {}
      assert.deepEqual(await lines(query, sending), await pages(query, as))
    }
  assert.equal((await lines({})).length, count)
  assert.deepEqual(await lines({ search: 'nowhere' }), [])
  // the same URL has pages for those who ask for no lines
  assert.equal((await read('/events')).events.length, 10)
  const french = await get(in_('fr', '/venues'), { headers: accept })
  assert.match(french.text, /^\{"id":\d+,.*\}\n$/)
})

test('a line has the fields that are asked for, and an error is a response', async () => {
  const [first] = await lines({ _fields: 'id,title', per_page: '3' })
  assert.deepEqual(Object.keys(first), ['id', 'title'])
  const refused = await get('/events', { query: { sort: 'color' }, headers: accept })
  assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['sort']])
})

// more than the buffers of a connection take
test('a record that changes meanwhile comes once, as it is then, and a hidden one not at all', async () => {
  const all = ids(await lines({}))
  const { body } = await send('HEAD', '/events', { headers: accept })
  assert.equal(body, undefined)
  const stream = await open()
  const [one = 0, other = 0] = all.slice(-2)
  await edit('PATCH', `/events/${one}`, { start_date: '2027-05-20 10:00', title: 'Moved' })
  await edit('PATCH', `/events/${other}`, { status: 'draft' })
  const text = await stream.rest()
  const records = text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))
  assert.deepEqual(ids(records), all.slice(0, -1))
  assert.equal(records.at(-1).title, 'Moved')
})

test('a client that goes ends the list, and frees its place', async () => {
  for (let n = 0; n < 12; n++) {
    const stream = await open()
    stream.close()
  }
  assert.equal((await lines({})).length, count - 1)
})

/** Reads the headers of a list, and no line of it. */
async function open() {
  const { port } = new URL(service.address)
  const sent = request({
    port,
    path: `${new URL(service.root.en).pathname}/events`,
    headers: accept,
  })
  sent.on('error', () => {})
  sent.end()
  const [response] = await once(sent, 'response')
  assert.equal(response.statusCode, 200)
  return {
    close: () => sent.destroy(),
    async rest() {
      response.setEncoding('utf8')
      let text = ''
      for await (const part of response) text += part
      return text
    },
  }
}
