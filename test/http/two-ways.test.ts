import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { demoCalendar } from '../../demo/calendar.ts'
import { writeDemo } from '../../demo/write.ts'
import { readSettings } from '../../src/config/config.ts'
import { openRecordCache } from '../../src/http/cache/records.ts'
import { openResponseCache } from '../../src/http/cache/responses.ts'
import { call, type PlainRequest } from '../../src/http/server/connections.ts'
import type { Service } from '../../src/http/services/service.ts'
import { connect } from '../../src/sdk/client.ts'
import { openService } from '../../src/service.ts'
import { often } from '../support/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-two-ways-'))
let opened: Awaited<ReturnType<typeof openService>>
let authorization = ''
/** The same service without anything cached: every request goes step by step. */
let uncached: () => Service
/** Paths of records and lists, below the root. */
let paths: string[]

before(async () => {
  const flags = { dataFolder: folder, logLevel: 'silent', clock: '2030-01-02T12:00:00Z' }
  opened = await openService(readSettings({ flags, env: {}, cwd: folder }).settings)
  const { service, accounts } = opened
  await accounts.add({ login: 'editor', role: 'editor' })
  const tokenDraft = { login: 'editor', form: 'bearer', name: 'tests', scope: 'admin' } as const
  const { secret } = await accounts.issue(tokenDraft)
  authorization = `Bearer ${secret}`
  const client = connect(opened.root, { token: secret, fetch: opened.fetch })
  await writeDemo(client, demoCalendar('2030-01-02', 30))
  const { items: events } = await client.events.list({ per_page: 20 })
  await client.events.change(events[3]?.id ?? 0, { password: 'sesame' })
  await client.events.change(events[4]?.id ?? 0, { status: 'private' })
  paths = ['/events', '/venues', '/organizers', '/categories', '/tags', '/images', '/doc', '']
  for (const { id, slug } of events.slice(0, 8))
    paths.push(`/events/${id}`, `/events/by-slug/${slug}`)
  const { items: venues } = await client.venues.list()
  for (const { id, slug } of venues.slice(0, 2))
    paths.push(`/venues/${id}`, `/venues/by-slug/${slug}`)
  const { items: terms } = await client.categories.list()
  paths.push(`/categories/${terms[0]?.id}`, '/events/999999', '/events/by-slug/nothing')
  const { calendar, changes, now } = service
  uncached = () => ({
    ...service,
    recordPaths: new Map(),
    records: openRecordCache({ calendar, changes }, { bytes: 1, now }),
    responses: openResponseCache(changes, now, { bytes: 0 }),
  })
})
after(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})

const root = () => new URL(opened.root).pathname

/** All but the number of the request. */
async function answered(service: Service, request: PlainRequest) {
  const { status, headers, body } = await call(service, request)
  const { 'X-Request-Id': _, ...others } = headers
  return { status, headers: others, body: body.toString('latin1') }
}

/** Some responses tell the second: where it may have passed, they are compared once more. */
async function agree(request: PlainRequest) {
  const both = async () => [
    await answered(opened.service, request),
    await answered(uncached(), request),
  ]
  let [actual, expected] = await both()
  if (!isDeepStrictEqual(actual, expected)) [actual, expected] = await both()
  assert.deepEqual(actual, expected)
}

const queries = [
  '_=1',
  '_=2&_x',
  '_wpnonce=a',
  'ml_language=fr',
  'ml_language=en',
  'ml_fallback=0',
  'page=1',
  'page=2',
  'page=3&page=1',
  'per_page=3',
  'search=jazz',
  'foo=1',
  'strict=1&foo=1',
  '_fields=id',
  '_fields[]=id',
  '_%66ields=id',
  '_envelope=1',
  '_envelope',
  '_method=GET',
  '_method=OPTIONS',
  'password=x',
  'context=edit',
  'start_date=2030-01-03',
  'start_date=tomorrow',
  '_=%zz',
  '&',
  'p%61ge=2',
  'categories[]=1',
  'lang=fr',
  'strict_dates=1',
]
const headers: Record<string, string>[] = [
  { Origin: 'https://example.org' },
  { 'Accept-Encoding': 'gzip' },
  { 'If-None-Match': '*' },
  { 'If-Modified-Since': 'Wed, 01 Jan 2031 00:00:00 GMT' },
  { 'X-HTTP-Method-Override': 'GET' },
  { Host: 'localhost:8080' },
]

const requests = () =>
  fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS'),
    prefix: fc.constantFrom('', '', '/en', '/fr', '/FR'),
    path: fc.constantFrom(...paths),
    end: fc.constantFrom('', '', '', '/', '//'),
    query: fc.array(fc.constantFrom(...queries), { maxLength: 3 }),
    headers: fc.array(fc.constantFrom(...headers), { maxLength: 2 }),
    isEditor: fc.constantFrom(false, false, false, true),
  })

test('cached and uncached responses are the same, headers included', async () => {
  await fc.assert(
    fc.asyncProperty(
      requests(),
      async ({ method, prefix, path, end, query, headers, isEditor }) => {
        const url = `${prefix}${root()}${path}${end}${query.length > 0 ? '?' : ''}${query.join('&')}`
        const sent = Object.assign({}, ...headers, isEditor && { Authorization: authorization })
        const request = { method, url, headers: sent as Record<string, string> }
        for (let n = 0; n < 3; n++) await agree(request)
      },
    ),
    { numRuns: often(150) },
  )
})

test('a response to a password is not shared, also for records without one', async () => {
  for (const path of paths) {
    const url = `${root()}${path}?password=x`
    for (let n = 0; n < 2; n++) await agree({ method: 'GET', url, headers: {} })
    const { headers } = await call(opened.service, { url })
    assert.match(String(headers['Cache-Control']), /no-store/, path)
  }
})

test('a list put together of cached pieces is what the presentation writes', async () => {
  for (const prefix of ['', '/en', '/fr'])
    for (const path of ['/events', '/venues', '/organizers', '/categories', '/tags', '/images']) {
      const url = `${prefix}${root()}${path}?per_page=40`
      const cached = await call(opened.service, { url })
      // a password is for its caller alone: nothing of the response comes from a cache
      const written = await call(opened.service, { url: `${url}&password=other` })
      assert.equal(cached.body.toString(), written.body.toString(), url)
      assert.equal(cached.status, 200)
    }
})

test('a cached record takes no steps, by id and by slug, whatever a name that changes nothing says', async () => {
  const records = paths.filter(path => /^\/(events|venues|categories)\/.*\d|by-slug/.test(path))
  const noSteps: Service = { ...opened.service, places: () => assert.fail('took steps') }
  let sent = 0
  for (const path of records) {
    const url = `/fr${root()}${path}`
    for (let n = 0; n < 2; n++) await call(opened.service, { url })
    const { status, headers } = await call(opened.service, { url })
    if (status !== 200) continue
    const cached = await call(noSteps, { url: `${url}/?_=17` })
    assert.deepEqual([cached.status, cached.headers.ETag], [200, headers.ETag])
    sent++
  }
  assert.ok(sent > 10)
})
