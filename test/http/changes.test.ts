import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { pruneJournal } from '../../src/journal/follower.ts'
import { becomes } from '../support/becomes.ts'
import { type Sender, type Service, startService } from '../support/service.ts'

// On PostgreSQL too: cursors are positions in its change log.

let site: Service
before(async () => {
  site = await startService({
    clock: '2027-03-10T10:00:00Z',
    timezone: 'Europe/Paris',
    maxConcurrentRequests: 8,
  })
})
// the last test stops it
after(() => site.remove())

type Query = Record<string, string | number | boolean>
type Listed = {
  kind: string
  id: number
  change: string
  version: number
  modified_utc?: string
  dates?: object
  record?: { id: number }
}
type Page = { changes: Listed[]; cursor: string; has_more: boolean; complete: boolean }

async function read(as: Sender, query: Query): Promise<Page> {
  const { status, body } = await site.send('GET', '/changes', { as, query })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
async function refused(as: Sender, query: Query) {
  const { status, body } = await site.send('GET', '/changes', { as, query })
  return [status, body.code, ...Object.keys(body.data?.params ?? {})]
}

/** The cursor at the end of the change log. */
const now = async (as: Sender, query: Query = {}) => (await read(as, query)).cursor

/** All changes after a cursor. */
async function all(as: Sender, query: Query): Promise<Listed[]> {
  const page = await read(as, query)
  const rest = page.has_more ? await all(as, { ...query, cursor: page.cursor }) : []
  return [...page.changes, ...rest]
}
const shortly = (changes: readonly Listed[]) =>
  changes.map(({ kind, id, change }) => `${kind} ${id} ${change}`)

const at = { start_date: '2027-04-02 20:00:00', end_date: '2027-04-02 22:00:00' }
async function create(path: string, body: object, as: Sender = 'editor'): Promise<number> {
  const reply = await site.send('POST', path, { as, body })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.id
}
async function write(method: string, path: string, body: object = {}) {
  const reply = await site.send(method, path, { as: 'editor', body })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

test('a change is what it is for its reader: what appears is created, what disappears is deleted', async () => {
  const readers = ['subscriber', 'contributor', 'editor'] as const
  const cursors = new Map<Sender, string>()
  for (const as of readers) cursors.set(as, await now(as))
  const id = await create('/events', { ...at, title: 'Draft', status: 'draft' }, 'contributor')
  await write('PATCH', `/events/${id}`, { status: 'publish' })
  await write('PATCH', `/events/${id}`, { title: 'Other' })
  await write('PATCH', `/events/${id}`, { hide_from_listings: true })
  await write('PATCH', `/events/${id}`, { title: 'Hidden' })
  await write('PATCH', `/events/${id}`, { hide_from_listings: false })
  await write('PATCH', `/events/${id}`, { status: 'private' })
  await write('DELETE', `/events/${id}`)
  const own = ['created', 'updated', 'updated', 'deleted', 'created', 'updated', 'deleted']
  const expected = {
    subscriber: ['created', 'updated', 'deleted', 'created', 'deleted'],
    contributor: own,
    editor: own,
  }
  for (const as of readers) {
    const changes = await all(as, { cursor: cursors.get(as) ?? '' })
    assert.deepEqual(
      shortly(changes),
      expected[as].map(change => `event ${id} ${change}`),
      as,
    )
  }
  const foreign = await create('/events', { ...at, title: 'Of another', status: 'draft' }, 'author')
  const seen = await all('contributor', { cursor: cursors.get('contributor') ?? '' })
  assert.ok(!seen.some(change => change.id === foreign))
})

test('a first read names every record once, linked ones first, and goes on with what was written since', async () => {
  const venue = await create('/venues', { venue: 'Hall' })
  const tag = await create('/tags', { name: 'Music' })
  const events: number[] = []
  for (const title of ['A', 'B', 'C'])
    events.push(await create('/events', { ...at, title, venue, tags: [tag] }))
  await create('/events', { ...at, title: 'Draft', status: 'draft' })
  let page = await read('subscriber', { cursor: 'start', per_page: 2 })
  const [first] = events
  await write('PATCH', `/events/${first}`, { title: 'Changed' })
  const late = await create('/venues', { venue: 'Late' })
  const pages = [page]
  while (!page.complete) {
    page = await read('subscriber', { cursor: page.cursor, per_page: 2 })
    pages.push(page)
    assert.ok(page.complete || page.has_more)
  }
  const named = shortly(pages.flatMap(({ changes }) => changes))
  assert.deepEqual(named, [
    `venue ${venue} created`,
    `tag ${tag} created`,
    ...events.map(id => `event ${id} created`),
  ])
  assert.equal(page.has_more, true)
  assert.deepEqual(shortly(await all('subscriber', { cursor: page.cursor, per_page: 1 })), [
    `event ${first} updated`,
    `venue ${late} created`,
  ])
})

test('with records, a change has the record as a read returns it; what is gone meanwhile is deleted', async () => {
  const query = { records: true, kinds: 'event' }
  const cursor = await now('subscriber', query)
  const single = await create('/events', { ...at, title: 'Single' })
  const series = await create('/events', {
    ...at,
    title: 'Weekly',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
  })
  const gone = await create('/events', { ...at, title: 'Gone' })
  const tag = await create('/tags', { name: 'Left out' })
  await write('DELETE', `/events/${gone}`)
  const changes = await all('subscriber', { cursor })
  assert.deepEqual(shortly(changes), [
    `event ${single} created`,
    `event ${series} created`,
    `event ${gone} deleted`,
    `event ${gone} deleted`,
  ])
  for (const { id, record, version } of changes.slice(0, 2)) {
    assert.deepEqual(record, (await site.send('GET', `/events/${id}`, { as: 'subscriber' })).body)
    assert.equal(version, 1)
  }
  assert.ok(changes.slice(2).every(change => !('record' in change)))
  const first = await all('subscriber', { ...query, cursor: 'start' })
  assert.ok(!first.some(({ id, kind }) => id === tag || kind !== 'event'))
  assert.ok(first.every(({ modified_utc }) => modified_utc === '2027-03-10 10:00:00'))
  await write('DELETE', `/tags/${tag}?force=true`)
})

test('a changed series is one entry, with the range of its dates that changed', async () => {
  const series = await create('/events', {
    ...at,
    title: 'Weekly',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
  })
  const { body } = await site.send('GET', `/events/${series}/occurrences`, { as: 'editor' })
  const cursor = await now('subscriber')
  await write('PATCH', `/events/${body.events[1].id}`, {
    start_date: '2027-04-09 21:00:00',
    scope: 'this',
  })
  const [moved, ...others] = await all('subscriber', { cursor })
  assert.deepEqual(others, [])
  assert.equal(moved?.change, 'updated')
  const created = (await all('subscriber', { cursor: await now('subscriber') })).length
  assert.equal(created, 0)
  const next = await now('subscriber')
  const other = await create('/events', {
    ...at,
    title: 'Daily',
    recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
  })
  const [made] = await all('subscriber', { cursor: next })
  assert.deepEqual(
    [made?.id, made?.dates],
    [other, { start_date: '2027-04-02 20:00:00', end_date: '2027-04-04 22:00:00' }],
  )
})

test('a series with irregular dates that is hidden is deleted', async () => {
  const series = await create('/events', {
    ...at,
    title: 'Weekly',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
  })
  const { body } = await site.send('GET', `/events/${series}/occurrences`, { as: 'editor' })
  await write('PATCH', `/events/${body.events[1].id}`, { title: 'On its own', scope: 'this' })
  const cursor = await now('subscriber')
  await write('PATCH', `/events/${series}`, { hide_from_listings: true })
  await write('PATCH', `/events/${series}`, { title: 'Hidden' })
  assert.deepEqual(shortly(await all('subscriber', { cursor })), [`event ${series} deleted`])
})

test('a follower of categories and tags has the events that a list of them has, whatever changes', async () => {
  const music = await create('/categories', { name: 'Music' })
  const jazz = await create('/categories', { name: 'Jazz', parent: music })
  const other = await create('/categories', { name: 'Sport' })
  const tag = await create('/tags', { name: 'Free' })
  const query = { kinds: 'event', categories: 'music', tags: String(tag) }
  const inJazz = { ...at, title: 'Concert', categories: [jazz], tags: [tag] }
  const first = await create('/events', inJazz)
  await create('/events', { ...inJazz, title: 'Match', categories: [other] })
  const series = await create('/events', {
    ...inJazz,
    title: 'Weekly',
    categories: [other],
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
  })
  const named = shortly(await all('subscriber', { ...query, cursor: 'start' }))
  assert.deepEqual(named, [`event ${first} created`])
  let cursor = await now('subscriber', query)
  const changes = async () => {
    const found = shortly(await all('subscriber', { cursor }))
    cursor = (await read('subscriber', { cursor, per_page: 200 })).cursor
    return found
  }
  await write('PATCH', `/events/${first}`, { title: 'Great concert' })
  await write('PATCH', `/events/${series}`, { title: 'Each week' })
  assert.deepEqual(await changes(), [`event ${first} updated`])
  await write('PATCH', `/events/${first}`, { categories: [other] })
  await write('PATCH', `/events/${first}`, { title: 'Concert' })
  assert.deepEqual(await changes(), [`event ${first} deleted`])
  await write('PATCH', `/events/${first}`, { categories: [other, jazz] })
  assert.deepEqual(await changes(), [`event ${first} created`])
  // a date of its own has the category
  const { body } = await site.send('GET', `/events/${series}/occurrences`, { as: 'editor' })
  await write('PATCH', `/events/${body.events[1].id}?scope=this`, { categories: [music] })
  assert.deepEqual(await changes(), [`event ${series} updated`])
  await write('PATCH', `/events/${series}?scope=all`, { categories: [other], tags: [] })
  assert.deepEqual((await changes()).length, 1)
  await write('DELETE', `/events/${first}`)
  assert.deepEqual(await changes(), [`event ${first} deleted`])
  assert.deepEqual(await refused('subscriber', { cursor, categories: 'sport' }), [
    400,
    'rest_invalid_param',
    'categories',
  ])
  await read('subscriber', { ...query, cursor })
  // what is below the category decides which events it has, and no event says so
  await write('PATCH', `/categories/${jazz}`, { parent: other })
  assert.deepEqual(await refused('subscriber', { cursor }), [410, 'changes_cursor_gone'])
  cursor = await now('subscriber', query)
  await write('DELETE', `/tags/${tag}?force=true`)
  assert.deepEqual(await refused('subscriber', { cursor }), [410, 'changes_cursor_gone'])
  const many = Array.from({ length: 21 }, (_, n) => `T ${n}`)
  for (const name of many) await create('/tags', { name })
  const all21 = many.map(name => name.toLowerCase().replace(' ', '-')).join()
  assert.deepEqual((await refused('subscriber', { tags: all21 }))[0], 400)
})

test('a cursor is for its filters and its caller', async () => {
  const cursor = await now('subscriber', { kinds: 'event,tag' })
  await read('subscriber', { cursor })
  await read('subscriber', { cursor, kinds: 'tag,event', records: false })
  assert.deepEqual(await refused('subscriber', { cursor, kinds: 'tag' }), [
    400,
    'rest_invalid_param',
    'kinds',
  ])
  assert.deepEqual(await refused('subscriber', { cursor, records: true }), [
    400,
    'rest_invalid_param',
    'records',
  ])
  assert.deepEqual(await refused('subscriber', { cursor: 'nonsense' }), [
    400,
    'rest_invalid_param',
    'cursor',
  ])
  for (const as of ['editor', 'contributor'] as const)
    assert.deepEqual(await refused(as, { cursor }), [410, 'changes_cursor_gone'])
  const own = await now('contributor')
  assert.deepEqual(await refused('author', { cursor: own }), [410, 'changes_cursor_gone'])
  // both see all records of all
  await read('administrator', { cursor: await now('editor') })
})

test('lines that the caller does not see end a response, so that none takes long', async () => {
  const cursor = await now('subscriber')
  await site.store.write(async tx => {
    for (let id = 0; id < 2100; id++)
      await tx.log({
        instant: site.clock.now(),
        actor: 1,
        verb: 'change',
        kind: 'venue',
        id: 900_000 + id,
        language: '',
        version: 2,
        detail: {
          seen: [
            { status: 'draft', author: 1 },
            { status: 'draft', author: 1 },
          ],
        },
      })
  })
  const id = await create('/tags', { name: 'After' })
  const page = await read('subscriber', { cursor })
  assert.deepEqual([page.changes, page.has_more], [[], true])
  assert.deepEqual(shortly(await all('subscriber', { cursor: page.cursor })), [`tag ${id} created`])
})

test('a cursor whose line was removed, or is another one, is refused: the follower begins again', async () => {
  const cursor = await now('subscriber')
  const old = await read('subscriber', { cursor: 'start' })
  await create('/tags', { name: 'Next' })
  const present = await now('subscriber')
  const [seq, , ...rest] = Buffer.from(present, 'base64url').toString().split('.')
  const forged = Buffer.from([seq, 'another---', ...rest].join('.')).toString('base64url')
  assert.deepEqual(await refused('subscriber', { cursor: forged }), [410, 'changes_cursor_gone'])
  site.clock.advance(86_400)
  await pruneJournal(site.store, site.clock.now())
  for (const each of [cursor, old.cursor])
    assert.deepEqual(await refused('subscriber', { cursor: each }), [410, 'changes_cursor_gone'])
  await read('subscriber', { cursor: present })
  const { body } = await site.send('GET', '/changes?cursor=bm9uc2Vuc2U', { as: 'subscriber' })
  assert.match(body.message, /cursor/)
})

/** A stream of changes as text, with what comes of it so far. */
function openStream(path: string, headers: Record<string, string> = {}) {
  const end = new AbortController()
  const events: Record<string, string>[] = []
  let text = ''
  const response = fetch(path.startsWith('http') ? path : site.root.plain + path, {
    headers: { Accept: 'text/event-stream', ...headers },
    signal: end.signal,
  })
  const ended = response
    .then(async ({ body }) => {
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks)
          events.push(
            Object.fromEntries(block.split('\n').map(line => line.split(/: ?(.*)/).slice(0, 2))),
          )
      }
      return 'ended'
    })
    .catch(() => 'broken')
  return {
    response,
    ended,
    events,
    /** The changes that came. */
    changes: () =>
      shortly(
        events.flatMap(({ data, event }) => (data && !event ? JSON.parse(data).changes : [])),
      ),
    close: () => end.abort(),
  }
}

test('a long poll is answered once there is a change that its caller sees', async () => {
  const cursor = await now('subscriber')
  const waiting = read('subscriber', { cursor, wait: 30 })
  await create('/events', { ...at, title: 'Draft', status: 'draft' })
  const id = await create('/tags', { name: 'Awaited' })
  const page = await waiting
  assert.deepEqual(shortly(page.changes), [`tag ${id} created`])
  const { cursor: next, changes } = await read('subscriber', { cursor: page.cursor, wait: 1 })
  assert.deepEqual([changes, next], [[], page.cursor])
})

test('a long poll whose credential is revoked meanwhile ends with 401', async () => {
  const { authorization, id } = await site.bearer('subscriber', {})
  const waiting = site.send('GET', '/changes', { as: authorization, query: { wait: 30 } })
  await create('/events', { ...at, title: 'Draft', status: 'draft' })
  await site.accounts.revoke(id)
  assert.equal((await waiting).status, 401)
})

test('a stream sends each change to the callers who see it, and goes on after the last event that they have', async () => {
  const authorization = site.basic('subscriber')
  const stream = openStream('/changes', { authorization })
  const { headers, status } = await stream.response
  assert.deepEqual(
    [
      status,
      headers.get('content-type'),
      headers.get('x-accel-buffering'),
      headers.get('cache-control'),
    ],
    [200, 'text/event-stream; charset=UTF-8', 'no', 'no-store'],
  )
  const first = await create('/tags', { name: 'Sent' })
  await create('/events', { ...at, title: 'Draft', status: 'draft' })
  await becomes(() => stream.changes(), [`tag ${first} created`])
  const last = stream.events.findLast(({ data }) => data)?.id ?? ''
  stream.close()
  await stream.ended
  const second = await create('/tags', { name: 'Missed' })
  const again = openStream('/changes', { authorization, 'Last-Event-ID': last })
  await becomes(() => again.changes(), [`tag ${second} created`])
  const third = await create('/tags', { name: 'Sent too' })
  await becomes(() => again.changes(), [`tag ${second} created`, `tag ${third} created`])
  again.close()
})

/** A proxy that holds a response back until its end, as nginx does with short ones, unless the response says that it must not. */
async function openProxy() {
  const proxy = createServer((from, to) => {
    const held: Buffer[] = []
    const { method, headers, url = '' } = from
    const passed = request(new URL(url, site.root.plain), { method, headers }, response => {
      const { 'x-accel-buffering': buffering, ...others } = response.headers
      to.writeHead(response.statusCode ?? 0, others).flushHeaders()
      response.on('data', part => (buffering === 'no' ? to.write(part) : held.push(part)))
      response.on('end', () => to.end(Buffer.concat(held)))
    })
    passed.on('error', () => to.destroy())
    to.on('close', () => passed.destroy())
    from.pipe(passed)
  })
  await new Promise<void>(listening => proxy.listen(0, '127.0.0.1', listening))
  const { port } = proxy.address() as AddressInfo
  return {
    root: site.root.plain.replace(/:\d+/, `:${port}`),
    cut: () => proxy.closeAllConnections(),
    close: () => proxy.close(),
  }
}

test('behind a proxy, changes and signs of life come at once, and a stream that it cuts goes on after its last event', async t => {
  const proxy = await openProxy()
  t.after(proxy.close)
  const wait = globalThis.setTimeout
  // the signs of life come every fifteen seconds
  t.mock.method(globalThis, 'setTimeout', ((run, milliseconds, ...of) =>
    wait(run, milliseconds === 15_000 ? 50 : milliseconds, ...of)) as typeof wait)
  const stream = openStream(`${proxy.root}/changes`)
  await stream.response
  const first = await create('/tags', { name: 'Through' })
  await becomes(() => stream.changes(), [`tag ${first} created`])
  const told = stream.events.findIndex(({ data }) => data)
  await becomes(() => stream.events.slice(told + 1).some(({ id, data }) => id && !data), true)
  const { id: last = '' } = stream.events.at(-1) ?? {}
  proxy.cut()
  assert.equal(await stream.ended, 'broken')
  const second = await create('/tags', { name: 'Cut off' })
  const again = openStream(`${proxy.root}/changes`, { 'Last-Event-ID': last })
  await becomes(() => again.changes(), [`tag ${second} created`])
  again.close()
})

test('a stream whose cursor is gone says so, and begins again with all records of its filters', async () => {
  const tag = await create('/tags', { name: 'Present' })
  const cursor = await now('editor', { kinds: 'tag', records: true })
  const stream = openStream('/changes?kinds=tag&records=true&per_page=1', {
    authorization: site.basic('subscriber'),
    'Last-Event-ID': cursor,
  })
  await becomes(() => stream.events.some(({ data = '{}' }) => JSON.parse(data).complete), true)
  const [, reset] = stream.events
  assert.deepEqual([reset?.event, reset?.id], ['reset', 'start'])
  assert.equal(JSON.parse(reset?.data ?? '').code, 'changes_cursor_gone')
  assert.ok(stream.changes().includes(`tag ${tag} created`))
  assert.ok(stream.changes().every(change => change.startsWith('tag ')))
  assert.ok(stream.events.some(({ data }) => data?.includes('"record":{')))
  stream.close()
  const wrong = await openStream('/changes?cursor=nonsense').response
  assert.equal(wrong.status, 400)
})

test('streams are no requests in work', async () => {
  const streams = []
  for (let n = 0; n < 6; n++) {
    const stream = openStream('/changes')
    streams.push(stream)
    assert.equal((await stream.response).status, 200)
  }
  await now('anonymous')
  for (const stream of streams) stream.close()
})

test('a stream ends with the credential that opened it', async () => {
  const { authorization, id } = await site.bearer('subscriber', {})
  const stream = openStream('/changes', { authorization })
  await stream.response
  await site.accounts.revoke(id)
  assert.equal(await stream.ended, 'ended')
})

test('a stop ends streams and long polls at once', async () => {
  const stream = openStream('/changes')
  await stream.response
  const waiting = fetch(`${site.root.plain}/changes?wait=30`)
  await becomes(() => stream.events.length, 2)
  await site.stop()
  assert.equal(await stream.ended, 'ended')
  assert.match(await (await waiting).text(), /^\{"changes":\[\],/)
})
