import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { templateOf } from '../../src/operations/api/paths.ts'
import { problems } from '../../src/problem/problem.ts'
import { resources } from '../../src/resources/table.ts'
import { often } from '../support/runs.ts'
import { type Answered, type Filled, openFilled, type SentRequest } from './filled.ts'
import { once } from './once.ts'
import { anyPath } from './request-paths.ts'
import { kindAt, requestFor } from './requests.ts'
import '../support/own-process.ts'

// On PostgreSQL too: its types refuse other numbers and characters.

/** The same requests every time; others with `ALMANAC_TEST_SEED`. */
const seed = Number(process.env.ALMANAC_TEST_SEED ?? 20_260_710)
const runs = often(20)

let filled: Filled

/** Uncaught errors: in a service of its own they would end it. */
const escaped: unknown[] = []
process.on('uncaughtException', error => escaped.push(error))
process.on('unhandledRejection', error => escaped.push(error))

before(async () => {
  filled = await openFilled()
})
after(() => filled.close())

const described = ({ method, path, headers, body }: SentRequest) =>
  `${method} ${path.slice(0, 2000)} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 2000)}`

type Envelope = { body: unknown; status: number }

/** The response itself, with or without an envelope around it. */
function opened(
  { path }: SentRequest,
  { status, text }: Answered,
): { status: number; body: unknown } {
  if (text === '') return { status, body: undefined }
  const body = JSON.parse(text) as unknown
  const isWrapped =
    /[?&]_envelope\b/.test(path) &&
    status === 200 &&
    typeof body === 'object' &&
    body !== null &&
    'body' in body
  return isWrapped
    ? { status: (body as Envelope).status, body: (body as Envelope).body }
    : { status, body }
}

function assertProblem(body: unknown, status: number) {
  const { code, message, data } = body as {
    code: string
    message: string
    data: { status: number }
  }
  assert.ok(Object.hasOwn(problems, code), `unknown code ${code}`)
  assert.equal(typeof message, 'string')
  assert.ok(
    message.length > 0 && message.length < 20_000,
    `a message of ${message.length} characters`,
  )
  assert.equal(data.status, status)
}

async function assertReady() {
  assert.deepEqual(escaped.splice(0), [])
  const { status } = await filled.send({ method: 'GET', path: '/health/ready' })
  assert.equal(status, 200)
}

/** A written record can be read in both languages, by itself and in its list. */
async function assertReadable(path: string, body: unknown) {
  const kind = kindAt(path, filled.root)
  const { id, status } = body as { id?: number; status?: string }
  if (!kind || typeof id !== 'number') return
  if (!filled.ids[kind].includes(id)) filled.ids[kind].push(id)
  for (const base of ['/en', '/fr']) {
    const list = `${base}${filled.root}/${resources[kind].path}`
    const headers = { Authorization: filled.administrator }
    const one: Answered = await filled.send({
      method: 'GET',
      path: `${list}/${id}?context=edit`,
      headers,
    })
    const isRemoved: boolean = kind === 'event' && status === 'trash'
    assert.equal(one.status, isRemoved ? 403 : 200, one.text)
    if (!isRemoved) assertDates(one.text)
    const filter = kind === 'event' ? `?include=${id}` : '?per_page=50&hide_empty=0'
    const all = await filled.send({ method: 'GET', path: `${list}${filter}`, headers })
    assert.equal(all.status, 200, all.text)
  }
}

/** Every date of a record is one of the years 1 to 9999. */
function assertDates(text: string) {
  for (const [, name, date] of text.matchAll(
    /"((?:utc_)?(?:start|end)_date|date|date_utc|modified|modified_utc)":"([^"]*)"/g,
  ))
    assert.match(date ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, `${name}: ${date}`)
}

async function assertAnswered(sent: SentRequest) {
  const before = await filled.written()
  const answer = await filled.send(sent)
  assert.deepEqual(escaped.splice(0), [])
  assert.ok(answer.status < 500, `${answer.status} ${answer.text}`)
  const isOurs = !sent.path.startsWith('/uploads/')
  if (!isOurs) return
  if (answer.text.startsWith('<!doctype html>')) return assertPage(sent, before)
  const { status, body } = opened(sent, answer)
  assert.ok(status < 500, answer.text)
  if (status >= 400) {
    if (sent.method !== 'HEAD') assertProblem(body, status)
    assert.equal(await filled.written(), before, 'what is refused leaves no trace')
  }
  const isDelete = /delete/i.test(
    `${sent.method} ${sent.headers?.['X-HTTP-Method-Override']} ${sent.path}`,
  )
  if (status < 300 && (await filled.written()) > before && !isDelete)
    await assertReadable(sent.path, body)
}

/** Outside the API, a caller who takes pages gets one, which says what is wrong too. The front page is one for all. */
async function assertPage({ method, path, headers }: SentRequest, before: number) {
  assert.ok(!path.startsWith(`${filled.root}/`), 'the API answers with JSON')
  if (!/^\/+(\?|$)/.test(path))
    assert.match(String(headers?.Accept ?? headers?.accept), /text\/html/)
  assert.equal(await filled.written(), before, `${method} of a page leaves no trace`)
}

const checked = async (sent: SentRequest) => {
  try {
    await assertAnswered(sent)
  } catch (error) {
    throw new Error(`${described(sent)}\n${error instanceof Error ? error.message : error}`)
  }
}

const endpoints = (await import('../../src/operations/index.ts'))
  .routesOf({ namespace: 'cal/events/v1', perPage: 10 })
  .flatMap(route => route.endpoints.map(endpoint => ({ route, endpoint })))

for (const { route, endpoint } of endpoints) {
  test(`${endpoint.methods.join(' ')} ${templateOf(route.path)} answers anything`, async () => {
    const numRuns = endpoint.verb ? runs : runs / 2
    await fc.assert(fc.asyncProperty(requestFor(filled, route, endpoint), checked), {
      seed,
      numRuns,
      endOnFailure: true,
    })
    await assertReady()
  })
}

test('any method on any path is answered', async () => {
  await fc.assert(fc.asyncProperty(anyPath(filled.root), checked), {
    seed,
    numRuns: runs * 8,
    endOnFailure: true,
  })
  await assertReady()
})

for (const { name, ...of } of once) {
  test(`${name} is answered`, async () => {
    const { who, path, headers, ...sent } = of
    await checked({
      ...sent,
      path: filled.root + path,
      headers: { ...(who && { Authorization: filled[who] }), ...headers },
    })
    await assertReady()
  })
}
