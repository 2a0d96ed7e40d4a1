import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routesOf } from '../operations/routes.ts'
import {
  isPost,
  isSourced,
  type ResourceName,
  resourceNames,
  resources,
} from '../resources/index.ts'
import { connectAdmin } from './admin.ts'
import { AlmanacError, connect, type EventDraft, tagOf } from './client.ts'

type SentRequest = { url: string; init: RequestInit & { headers: Record<string, string> } }
type Answer = { status?: number; body: unknown; headers?: Record<string, string> }

/** A service with prepared responses that records its requests. */
function fake(...answers: Answer[]) {
  const sent: SentRequest[] = []
  const send = async (url: string, init: SentRequest['init']) => {
    sent.push({ url, init })
    const {
      status = 200,
      body,
      headers = {},
    } = answers[Math.min(sent.length, answers.length) - 1] as Answer
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  }
  return { sent, fetch: send as unknown as typeof fetch }
}

const root = 'https://calendar.example/cal/events/v1'
const page = (ids: number[], more: object = {}) => ({
  body: { events: ids.map(id => ({ id })), rest_url: '', total: 5, total_pages: 3, ...more },
})

test('a list takes its filters and returns its items and totals', async () => {
  const { sent, fetch } = fake(page([1, 2], { next_rest_url: `${root}/events/?page=2` }))
  const { events } = connect(`${root}/`, { fetch, language: 'fr' })
  const { items, total, totalPages, next, previous } = await events.list({
    search: 'été & co',
    featured: true,
    include: [1, 2],
    tags: undefined,
  })
  assert.equal(
    sent[0]?.url,
    `${root}/events?ml_language=fr&search=%C3%A9t%C3%A9+%26+co&featured=true&include%5B%5D=1&include%5B%5D=2`,
  )
  assert.deepEqual(
    items.map(({ id }) => id),
    [1, 2],
  )
  assert.deepEqual([total, totalPages, next, previous], [5, 3, `${root}/events/?page=2`, undefined])
})

test('all walks every page, and stays with the service it was given', async () => {
  const elsewhere = 'https://other.example/cal/events/v1/events/'
  const { sent, fetch } = fake(
    page([1, 2], { next_rest_url: `${elsewhere}?per_page=2&include%5B%5D=7&page=2` }),
    page([3], { next_rest_url: `${elsewhere}?per_page=2&page=3` }),
    page([4]),
  )
  const seen: number[] = []
  for await (const { id } of connect(root, { fetch, token: 'alm_x' }).events.all({ per_page: 2 }))
    seen.push(id)
  assert.deepEqual(seen, [1, 2, 3, 4])
  assert.deepEqual(
    sent.map(({ url }) => url),
    [
      `${root}/events?per_page=2`,
      `${root}/events?per_page=2&include%5B%5D=7&page=2`,
      `${root}/events?per_page=2&page=3`,
    ],
  )
})

test('a client can request some fields of records, and gets no others', async () => {
  const { sent, fetch } = fake(
    page([1], { next_rest_url: `${root}/events/?_fields=events.id&page=2` }),
    page([2]),
  )
  const { events } = connect(root, { fetch })
  for await (const event of events.all({ _fields: ['id', 'title'] })) {
    // @ts-expect-error: the field was not requested
    assert.equal(event.start_date, undefined)
  }
  const fields = 'events.id,events.title,total,total_pages,next_rest_url,previous_rest_url'
  assert.deepEqual(
    sent.map(({ url }) => decodeURIComponent(url).slice(root.length)),
    [`/events?_fields=${fields}`, '/events?_fields=events.id&page=2'],
  )
})

test('the client of a service works in another language', async () => {
  const { sent, fetch } = fake({ body: { id: 1 } })
  await connect(root, { fetch, language: 'en' }).in('fr').venues.read(1)
  assert.equal(sent[0]?.url, `${root}/venues/1?ml_language=fr`)
})

test('a draft is sent as JSON, with a bearer token', async () => {
  const { sent, fetch } = fake({ status: 201, body: { id: 12, title: 'Fair' } })
  const draft: EventDraft = {
    title: 'Fair',
    start_date: '2026-09-01 10:00:00',
    end_date: '2026-09-01 18:00:00',
    venue: { venue: 'Park' },
    organizer: [3, { organizer: 'Friends' }],
    translations: { fr: { title: 'Foire' } },
  }
  const event = await connect(root, { fetch, token: 'alm_x' }).events.create(draft)
  assert.equal(event.id, 12)
  const { url, init } = sent[0] as SentRequest
  assert.deepEqual(
    [url, init.method, init.headers.Authorization],
    [`${root}/events`, 'POST', 'Bearer alm_x'],
  )
  assert.equal(init.headers['Content-Type'], 'application/json')
  assert.deepEqual(JSON.parse(String(init.body)), draft)
})

test('a login and an application password are sent as UTF-8', async () => {
  const { sent, fetch } = fake({ body: { id: 1 } })
  await connect(root, { fetch, login: 'zoé', password: 'abcd efgh' }).venues.read(1)
  assert.equal(
    sent[0]?.init.headers.Authorization,
    `Basic ${Buffer.from('zoé:abcd efgh').toString('base64')}`,
  )
})

test('records are addressed by id and by slug', async () => {
  const { sent, fetch } = fake({ body: { id: 1 } })
  const { events, organizers, tags } = connect(root, { fetch })
  await events.read(7, { password: 'sésame' })
  await events.readBySlug('été/2026')
  await organizers.change(3, { phone: null })
  await organizers.changeBySlug('friends', { email: 'a@example.org' })
  await organizers.removeBySlug('friends')
  await tags.remove(4)
  assert.deepEqual(
    sent.map(({ url, init }) => `${init.method} ${url.slice(root.length)}`),
    [
      'GET /events/7?password=s%C3%A9same',
      'GET /events/by-slug/%C3%A9t%C3%A9%2F2026',
      'PATCH /organizers/3',
      'PATCH /organizers/by-slug/friends',
      'DELETE /organizers/by-slug/friends',
      'DELETE /tags/4',
    ],
  )
})

test('the client has a function for each operation of the API', async () => {
  const { sent, fetch } = fake({ body: { id: 1 } })
  const client = connect(root, { fetch })
  await client.index()
  await client.doc()
  for (const name of resourceNames) {
    const { path } = resources[name]
    const parts = Object.entries(client[path]).filter(([part]) => isFor(name, part))
    for (const [part, send] of parts)
      await (part === 'occurrences'
        ? client.events.occurrences(1).list()
        : (send as (...of: unknown[]) => unknown)(...inputs(part)))
  }
  const patterns = new Set(
    sent.map(({ url, init }) => `${init.method} ${new URL(url).pathname.slice(namespace.length)}`),
  )
  const operations = routesOf({ namespace, perPage: 10 }).flatMap(({ path, endpoints }) =>
    endpoints.map(({ methods }) => {
      // a change is sent by PATCH, which The Events Calendar has besides POST
      const method = methods.includes('PATCH') ? 'PATCH' : methods[0]
      return `${method} ${path.replace(':id', '1').replace(/:slug|:source_id|:source/g, 'a')}`
    }),
  )
  assert.ok(operations.length > 30)
  assert.deepEqual([...patterns].sort(), [...new Set(operations)].sort())
})

const namespace = new URL(root).pathname
const inputs = (part: string) =>
  part === 'putBySource' ? ['a', 'a', {}] : [part.endsWith('BySlug') ? 'a' : 1, {}]
/** At runtime each resource has every function: the types leave some out. */
const isFor = (name: ResourceName, part: string) => {
  if (part === 'all' || part.startsWith('upload') || part === 'replace') return part === 'upload'
  if (part === 'putBySource') return isSourced(name)
  if (part === 'occurrences' || part === 'previewRecurrence') return name === 'event'
  return !part.endsWith('BySlug') || isPost(name)
}

test('a change and a removal of a date say how many dates of its series', async () => {
  const { sent, fetch } = fake({ body: { id: 7 } }, { body: { id: 7 } })
  const { events } = connect(root, { fetch })
  await events.change(7, { featured: true, scope: 'all' })
  await events.remove(7, { scope: 'following' })
  assert.deepEqual(JSON.parse(String(sent[0]?.init.body)), { featured: true, scope: 'all' })
  assert.equal(sent[1]?.url, `${root}/events/7?scope=following`)
})

test('an image is sent as a form, its texts before its bytes', async () => {
  const { sent, fetch } = fake({ status: 201, body: { id: 9 } })
  const { images } = connect(root, { fetch })
  await images.upload(new Uint8Array([1, 2, 3]), 'poster.png', { title: 'Poster', alt: 'A cat' })
  await images.uploadFrom('https://example.org/cat.jpg', { alt: 'A cat' })
  await images.remove(9, { force: true })
  const form = sent[0]?.init.body as FormData
  assert.deepEqual([...form.keys()], ['title', 'alt', 'file'])
  const file = form.get('file') as File
  assert.deepEqual([file.name, file.size], ['poster.png', 3])
  assert.deepEqual(JSON.parse(String(sent[1]?.init.body)), {
    url: 'https://example.org/cat.jpg',
    alt: 'A cat',
  })
  assert.equal(sent[2]?.url, `${root}/images/9?force=true`)
})

test('a refusal is thrown with all fields of its error', async () => {
  const { fetch } = fake({
    status: 400,
    headers: { 'Retry-After': '30' },
    body: {
      code: 'rest_invalid_param',
      message: 'Invalid parameter: title',
      data: {
        status: 400,
        params: { title: 'title is not of type string.' },
        details: {
          title: {
            code: 'rest_invalid_type',
            message: 'title is not of type string.',
            data: { param: 'title' },
          },
        },
      },
    },
  })
  await assert.rejects(connect(root, { fetch }).events.list(), (error: unknown) => {
    assert.ok(error instanceof AlmanacError)
    assert.deepEqual([error.code, error.status, error.retryAfter], ['rest_invalid_param', 400, 30])
    assert.equal(error.message, 'Invalid parameter: title')
    assert.deepEqual(error.params, { title: 'title is not of type string.' })
    assert.equal(error.details.title?.code, 'rest_invalid_type')
    return true
  })
})

test('a response that is not from the service differs from no response', async () => {
  const code = (of: Promise<unknown>) =>
    of.then(
      () => 'fine',
      (error: AlmanacError) => `${error.code} ${error.status}`,
    )
  assert.equal(
    await code(connect(root, fake({ status: 502, body: '<h1>Bad gateway</h1>' })).events.list()),
    'unexpected_response 502',
  )
  assert.equal(
    await code(connect(root, fake({ body: '<h1>Hello</h1>' })).index()),
    'unexpected_response 200',
  )
  const down = (async () => Promise.reject(new TypeError('fetch failed'))) as typeof fetch
  assert.equal(await code(connect(root, { fetch: down, language: 'fr' }).doc()), 'unreachable 0')
})

test('drafts and records have the types that the resources say', () => {
  const { events, venues } = connect(root, fake({ body: { id: 1 } }))
  // @ts-expect-error: an event has a title, a start and an end
  const untitled: Parameters<typeof events.create>[0] = { title: 'Fair' }
  // @ts-expect-error: a venue has no start
  const misplaced: Parameters<typeof venues.create>[0] = { venue: 'Park', start_date: '2026-09-01' }
  // @ts-expect-error: a title is text
  const numbered: Parameters<typeof events.change>[1] = { title: 5 }
  const requests = () => [
    // @ts-expect-error: a filter that there is not
    events.list({ categorys: ['music'] }),
    // @ts-expect-error: a filter of events
    venues.list({ starts_after: 'now' }),
    // @ts-expect-error: a field that there is not
    events.list({ _fields: ['name'] }),
    events.list({ categories: ['music', 4] as const, geoloc_lat: 45.5, featured: true }),
  ]
  const partsOf = (error: AlmanacError) => {
    // @ts-expect-error: a code that there is not
    const misspelt = error.code === 'rest_event_not_found'
    return misspelt || error.code === 'rest-event-not-found' || error.code === 'unreachable'
  }
  const patch: Parameters<typeof events.change>[1] = {
    featured: true,
    cost: null,
    venue: [1, { venue: 'Park' }],
  }
  type Event = Awaited<ReturnType<typeof events.read>>
  const rowOf = ({ title, venue, featured }: Event): [string, unknown, boolean | null] => [
    title,
    venue,
    featured,
  ]
  assert.ok([untitled, misplaced, numbered, patch, rowOf, requests, partsOf].every(Boolean))
})

test('a change can be bound to the record as it was read', async () => {
  const { sent, fetch } = fake(
    { body: { id: 7 }, headers: { ETag: '"7.1.a-x"' } },
    { body: { id: 7 }, headers: { ETag: '"7.2.a"' } },
    {
      status: 412,
      body: { code: 'rest_precondition_failed', message: '…', data: { status: 412 } },
    },
  )
  const { events } = connect(root, { fetch })
  const event = await events.read(7)
  const changed = await events.change(7, { title: 'New' }, { ifMatch: tagOf(event) })
  await assert.rejects(events.remove(7, { ifMatch: tagOf(changed) }), { status: 412 })
  assert.deepEqual(
    sent.map(({ init }) => init.headers['If-Match']),
    [undefined, '"7.1.a-x"', '"7.2.a"'],
  )
  assert.equal(tagOf({}), undefined)
})

test('values in paths stay within their segment', async () => {
  const { sent, fetch } = fake({ body: {} })
  const id = '7/sessions?keep=current' as unknown as number
  await connectAdmin('https://calendar.example/admin/api', { fetch })('DELETE /users/:id', { id })
  await connect(root, { fetch }).events.remove(id)
  assert.deepEqual(
    sent.map(({ url }) => url),
    [
      'https://calendar.example/admin/api/users/7%2Fsessions%3Fkeep%3Dcurrent',
      `${root}/events/7%2Fsessions%3Fkeep%3Dcurrent`,
    ],
  )
})
