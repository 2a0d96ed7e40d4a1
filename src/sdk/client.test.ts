import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAdmin } from './admin.ts'
import { AlmanacError, connect } from './client.ts'

// What no service of ours answers; what one does is in test/sdk/client.test.ts.

const root = 'https://calendar.example/cal/events/v1'

/** Something at the other end, and the URLs that were requested of it. */
function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const urls: string[] = []
  const send = async (url: string) => {
    urls.push(url)
    return new Response(body, { status, headers })
  }
  return { urls, fetch: send as unknown as typeof fetch }
}

const codeOf = (of: Promise<unknown>) =>
  of.then(
    () => 'fine',
    (error: AlmanacError) => `${error.code} ${error.status}`,
  )

test('a response that is not from the service differs from no response', async () => {
  const { events } = connect(root, answering(502, '<h1>Bad gateway</h1>'))
  assert.equal(await codeOf(events.list()), 'unexpected_response 502')
  const other = connect(root, answering(200, '<h1>Hello</h1>'))
  assert.equal(await codeOf(other.index()), 'unexpected_response 200')
  const down = (async () => Promise.reject(new TypeError('fetch failed'))) as typeof fetch
  assert.equal(await codeOf(connect(root, { fetch: down, language: 'fr' }).doc()), 'unreachable 0')
})

test('an error has the seconds to wait', async () => {
  const busy = { code: 'service_too_busy', message: 'Busy.', data: { status: 503 } }
  const { fetch } = answering(503, JSON.stringify(busy), { 'Retry-After': '30' })
  await assert.rejects(connect(root, { fetch }).events.list(), (error: unknown) => {
    assert.ok(error instanceof AlmanacError)
    assert.deepEqual([error.code, error.message, error.retryAfter], [busy.code, 'Busy.', 30])
    return true
  })
})

test('values in paths stay within their segment', async () => {
  const { urls, fetch } = answering(200, '{}')
  const id = '7/sessions?keep=current' as unknown as number
  await connectAdmin('https://calendar.example/admin/api', { fetch })('DELETE /users/:id', { id })
  await connect(root, { fetch }).events.remove(id)
  assert.deepEqual(urls, [
    'https://calendar.example/admin/api/users/7%2Fsessions%3Fkeep%3Dcurrent',
    `${root}/events/7%2Fsessions%3Fkeep%3Dcurrent`,
  ])
})

test('drafts and records have the types that the resources say', () => {
  const { events, venues } = connect(root, answering(200, '{"id":1}'))
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
