import assert from 'node:assert/strict'
import { problems } from '../../src/problem/problem.ts'
import { isOfSite, isPost as isPostName, isTerm as isTermName } from '../../src/resources/table.ts'
import { timeless } from './moments.ts'
import { bodyOf, imageFile, multipart } from './openapi-body.ts'
import {
  type Filled,
  kindAt,
  type Maker,
  pathsOfKinds,
  type ResourceName,
} from './openapi-calendar.ts'
import { type Json, type Operation, parametersOf, resolved } from './openapi-document.ts'
import type { Judge } from './openapi-judge.ts'
import { basicOf, type Sending, type Service } from './service.ts'

/** The context of probes: a service, its document, and its records. */
export type Stage = {
  service: Service
  /** Refuses after one failed attempt, and after one request a minute. */
  strict: Service
  crowded: Service
  /** Lets nobody read without credentials. */
  closed: Service
  judge: Judge
  make: Maker
  records: Filled
  gallery: string
}

export type Expected = { status: number; code?: string }

const bodied = /^(POST|PUT|PATCH|DELETE) /
const isBodied = ({ key }: Operation) => bodied.test(key)
const isBatch = ({ method, path }: Operation) => method === 'POST' && path === '/batch'
const isCreate = (operation: Operation) =>
  operation.method === 'POST' && operation.path.lastIndexOf('/') === 0 && !isBatch(operation)
/** An operation that is none of records: it reads no body of strangers. */
const isOwn = (operation: Operation) =>
  isBatch(operation) ||
  (operation.method === 'POST' &&
    operation.path.lastIndexOf('/') > 0 &&
    !operation.path.includes('{'))
/** Creates a record under its ID in a source, or changes it. */
const isBySource = ({ method, path }: Operation) => method === 'PUT' && path.includes('{source_id}')
const isChange = (operation: Operation) =>
  ['POST', 'PUT', 'PATCH'].includes(operation.method) &&
  operation.path.includes('{') &&
  !isBySource(operation)
const isTerm = (kind: ResourceName | undefined) => kind !== undefined && isTermName(kind)
const isPost = (kind: ResourceName | undefined) => kind !== undefined && isPostName(kind)

export const addressed = (path: string, { id, slug, source, source_id }: Json) =>
  path
    .replace('{id}', String(id))
    .replace('{slug}', encodeURIComponent(slug ?? ''))
    .replace('{source}', encodeURIComponent(source || 'elsewhere'))
    .replace('{source_id}', encodeURIComponent(source_id || 'unknown'))

/** Sends what an operation is for, and holds the response against the document. */
export async function probe(
  stage: Stage,
  { key, method }: Operation,
  path: string,
  sending: Sending,
  expected: Expected,
  on = stage.service,
) {
  const request = `${method} ${path} as ${sending.as ?? 'anonymous'} ${JSON.stringify(sending.query ?? {})}`
  const reply = await on.send(method, path === '/' ? '' : path, sending)
  const got = { status: reply.status, ...(expected.code && { code: reply.body?.code }) }
  assert.deepEqual(got, expected, `${request}: ${reply.text.slice(0, 500)}`)
  return stage.judge.judge(key, reply, request)
}

const admin = { as: 'administrator' } as const

/** The JSON that the document shows for the body of an operation. */
export function exampleOf({ judge }: Stage, { of }: Operation, type = 'application/json'): Json {
  const { content } = resolved(judge.document, of.requestBody)
  return content[type].example
}

/** A fresh record for an operation on one, or nothing for those on collections. */
async function subject({ make }: Stage, operation: Operation): Promise<Json> {
  const { path } = operation
  const kind = kindAt(path)
  if (!kind || !path.includes('{')) return {}
  return make(kind, isBySource(operation) ? { source: 'probes', source_id: `${++probed}` } : {})
}
let probed = 0

/** A fresh record that anyone may read: an image only once a published event shows it (A9). */
async function publicSubject(stage: Stage, operation: Operation): Promise<Json> {
  const record = await subject(stage, operation)
  if (kindAt(operation.path) === 'image') await stage.make('event', { image: record.id })
  return record
}

/** A body that nothing is wrong with. */
const soundBody = (stage: Stage, operation: Operation): Sending =>
  isCreate(operation) || isOwn(operation) || isBySource(operation)
    ? { body: exampleOf(stage, operation) }
    : {}

/** The problems of any operation. */
export async function probeCommonProblems(stage: Stage, operation: Operation) {
  const { path, method } = operation
  const at = addressed(path, await subject(stage, operation))
  const expectError = (sending: Sending, status: number, code: string, where = at) =>
    probe(stage, operation, where, sending, { status, code })

  await expectError({ as: basicOf('no-such-login', 'x') }, 401, 'invalid_username')
  await expectError({ as: basicOf('editor', 'not the password') }, 401, 'incorrect_password')
  await expectError({ as: 'Bearer nonsense' }, 401, 'invalid_token')
  await expectError({ as: 'Digest nonsense' }, 401, 'invalid_authorization')
  const tooMany = { as: basicOf('flooded', 'x') }
  await probe(
    stage,
    operation,
    at,
    tooMany,
    { status: 429, code: 'too_many_attempts' },
    stage.strict,
  )
  // the one request of this minute, however long the tests before it took
  if (stage.judge.documented().includes(`${operation.key} 401 rest_not_logged_in`)) {
    const alone = { status: 401, code: 'rest_not_logged_in' }
    await probe(stage, operation, at, {}, alone, stage.closed)
  }
  const refused = { status: 429, code: 'too_many_requests' }
  const expectRefusal = () => probe(stage, operation, at, {}, refused, stage.crowded)
  // the first request of the next minute is answered, the second is not
  await expectRefusal().catch(expectRefusal)
  if (stage.judge.documented().includes(`${operation.key} 410 changes_cursor_gone`)) {
    const { cursor } = (await stage.service.send('GET', at, admin)).body
    await expectError({ query: { cursor } }, 410, 'changes_cursor_gone')
  }

  if (path.includes('{'))
    await expectError({}, 400, 'rest_invalid_url', path.replace(/\{.*\}/, '%ZZ'))
  if (method === 'OPTIONS') return
  if (path.includes('{id}'))
    await expectError({}, 404, 'rest_no_route', path.replace('{id}', 'word'))
  if (path.includes('{slug}'))
    await expectError({}, 404, 'rest_no_route', path.replace('{slug}', 'a%2Fb'))
  const german = { ...admin, ...soundBody(stage, operation), query: { ml_language: 'de' } }
  await expectError(german, 400, 'rest_invalid_param')
}

/** The problems of a body, and of its sender. */
export async function probeWriteProblems(stage: Stage, operation: Operation) {
  if (!isBodied(operation)) return
  const at = addressed(operation.path, await subject(stage, operation))
  const expectError = (sending: Sending, status: number, code: string) =>
    probe(stage, operation, at, sending, { status, code })
  const sender = isOwn(operation) || isBySource(operation) ? admin : {}
  const typed = (type: string, body: string) => ({
    ...sender,
    body,
    headers: { 'Content-Type': type },
  })

  await expectError(typed('application/json', '{"title":'), 400, 'rest_invalid_json')
  await expectError(typed('multipart/form-data', 'no boundary'), 400, 'rest_invalid_body')
  await expectError(
    typed('application/json', JSON.stringify({ description: 'x'.repeat(40_000) })),
    413,
    'rest_body_too_large',
  )
  await expectError(soundBody(stage, operation), 401, 'rest_forbidden')
  await expectError({ ...soundBody(stage, operation), as: 'subscriber' }, 403, 'rest_forbidden')
  const elsewhere = { 'Sec-Fetch-Site': 'cross-site', 'X-HTTP-Method-Override': operation.method }
  await expectError(
    { as: stage.service.basic('editor'), headers: elsewhere },
    403,
    'rest_cross_site',
  )
  if (!isCreate(operation) && !isOwn(operation))
    await expectError(
      { ...typed('text/plain', '{}'), ...admin },
      415,
      'rest_unsupported_media_type',
    )
  const condition = { headers: { 'If-Match': '"another"' }, body: {} }
  if (!isCreate(operation) && !isOwn(operation))
    await expectError({ ...admin, ...condition }, 412, 'rest_precondition_failed')
  if (isCreate(operation) || isOwn(operation))
    await expectError({ ...admin, body: {} }, 400, 'rest_missing_callback_param')
  if (isBatch(operation)) {
    const operations = [{ method: 'POST', path: '/events', body: {} }]
    await expectError({ ...admin, body: { operations } }, 422, 'batch_failed')
  }
  await probeKeys(stage, operation, expectError)
  await probeAuthors(stage, operation)
  await probeTexts(stage, operation, expectError)
  if (!isBySource(operation)) return
  const where = addressed(operation.path, {})
  const expectNewError = (sending: Sending, status: number, code: string) =>
    probe(stage, operation, where, sending, { status, code })
  await expectNewError({ ...admin, body: {} }, 400, 'rest_missing_callback_param')
}

/** Keys that are none, and one that another request has. */
async function probeKeys(
  stage: Stage,
  operation: Operation,
  expectError: (sending: Sending, status: number, code: string) => Promise<unknown>,
) {
  const { key } = operation
  if (!stage.judge.documented().includes(`${key} 422 idempotency_key_reused`)) return
  const withKey = (name: string, ml_language: string) => ({
    ...admin,
    ...soundBody(stage, operation),
    query: { ml_language },
    headers: { 'Idempotency-Key': name },
  })
  await expectError(withKey('x'.repeat(256), 'en'), 400, 'idempotency_key_invalid')
  await expectError(withKey(key, 'de'), 400, 'rest_invalid_param')
  await expectError(withKey(key, 'it'), 422, 'idempotency_key_reused')
}

/** Authors write in nobody's name but their own. */
async function probeAuthors(stage: Stage, operation: Operation) {
  const kind = kindAt(operation.path)
  if (!kind || !isPost(kind) || isOfSite(kind) || !(isCreate(operation) || isChange(operation)))
    return
  const { author, administrator } = stage.service.users
  const own = isChange(operation) ? await stage.make(kind, { author }) : {}
  const sound = isCreate(operation) ? exampleOf(stage, operation) : {}
  const sending = { as: 'author', body: { ...sound, author: administrator } }
  const expected = { status: 403, code: 'rest_cannot_edit_others' }
  await probe(stage, operation, addressed(operation.path, own), sending, expected)
}

async function probeTexts(
  stage: Stage,
  operation: Operation,
  expectError: (sending: Sending, status: number, code: string) => Promise<unknown>,
) {
  const kind = kindAt(operation.path)
  if (!isCreate(operation) && !isChange(operation) && !isBySource(operation)) return
  const sound = isCreate(operation) ? exampleOf(stage, operation) : {}
  const body = (more: Json) => ({ ...admin, body: { ...sound, ...more } })
  if (kind === 'event') {
    await expectError(body({ title: '<b> </b>' }), 400, 'empty_content')
    await expectError(body({ tags: ['<b> </b>'] }), 400, 'empty_term_name')
    await expectError(body({ tags: ['x'.repeat(201)] }), 400, 'db_insert_error')
  }
  if (!isTerm(kind)) return
  await expectError(body({ name: '<b> </b>' }), 400, 'empty_term_name')
  await expectError(body({ name: 'x'.repeat(201) }), 400, 'db_insert_error')
  const other = await stage.make(kind as ResourceName)
  if (isBySource(operation)) {
    const at = addressed(operation.path, {})
    const twice = { ...admin, body: { name: other.name } }
    await probe(stage, operation, at, twice, { status: 400, code: 'term_exists' })
  }
  if (isCreate(operation))
    await expectError(body({ name: other.name, slug: undefined }), 400, 'term_exists')
  else if (isChange(operation))
    await expectError(body({ slug: other.slug }), 400, 'duplicate_term_slug')
  if (kind === 'tag') await expectError(body({ parent: 1 }), 400, 'rest_taxonomy_not_hierarchical')
}

/** Records that may not be read, found or removed. */
export async function probeRecordProblems(stage: Stage, operation: Operation) {
  const { make, service } = stage
  const { path, method } = operation
  const kind = kindAt(path)
  const expectError = (where: string, sending: Sending, status: number, code: string) =>
    probe(stage, operation, where, sending, { status, code })
  if (path === '/' && method === 'GET')
    await expectError('/', { query: { namespace: 'no/such/space' } }, 404, 'rest_invalid_namespace')
  if (!kind || method === 'OPTIONS') return
  if (method === 'GET' && !path.includes('{')) {
    const beyond = `${kind}-archive-page-not-found`
    if (beyond in problems) await expectError(path, { query: { page: 999 } }, 404, beyond)
    return
  }
  if (kind === 'event') {
    await probeMissingEvents(stage, operation, expectError)
    if (path.includes('{id}'))
      await expectError(await removedDate(stage, path), admin, 410, 'event-date-removed')
  }
  if (method === 'GET' && isPost(kind)) {
    const draft = await make(kind, { status: 'private' })
    const code = `${kind}-not-accessible`
    await expectError(addressed(path, draft), {}, 403, code in problems ? code : 'rest_forbidden')
  }
  if (method === 'GET' && kind === 'event') {
    const secret = await make('event', { password: 'sesame' })
    await expectError(addressed(path, secret), {}, 403, 'event-password-protected')
    const opened = { query: { password: 'sesame' } }
    await probe(stage, operation, addressed(path, secret), opened, { status: 200 })
  }
  const trashed = async () => {
    const record = await make(kind)
    return (await service.send('DELETE', `${pathsOfKinds[kind]}/${record.id}`, admin)).body
  }
  if (method === 'GET' && kind === 'event')
    await expectError(addressed(path, await trashed()), admin, 403, 'event-no-longer-available')
  if (path.endsWith('/occurrences')) {
    const beyond = { query: { page: 9 } }
    await expectError(
      addressed(path, await make(kind)),
      beyond,
      404,
      'event-archive-page-not-found',
    )
  }
  if (method === 'DELETE' && `${kind}-is-in-trash` in problems)
    await expectError(addressed(path, await trashed()), admin, 410, `${kind}-is-in-trash`)
  if (method === 'DELETE' && kind === 'image') {
    const image = await make('image')
    await make('venue', { image: image.id })
    await expectError(addressed(path, image), admin, 409, 'rest_image_in_use')
    await probe(
      stage,
      operation,
      addressed(path, image),
      { ...admin, query: { force: true } },
      { status: 200 },
    )
  }
}

/** The path of a date that its series had. */
async function removedDate({ service, make }: Stage, path: string): Promise<string> {
  const rule = (count: number) => ({ recurrence: [`RRULE:FREQ=DAILY;COUNT=${count}`] })
  const at = { start_date: '2028-01-01 10:00:00', end_date: '2028-01-01 11:00:00' }
  const { id } = await make('event', { ...at, ...rule(3) })
  const { body } = await service.send('GET', `/events/${id}`, admin)
  await service.send('PATCH', `/events/${id}`, { ...admin, body: rule(2) })
  return addressed(path, { id: body.next_occurrences[2].id })
}

async function probeMissingEvents(
  { records }: Stage,
  operation: Operation,
  expectError: (where: string, sending: Sending, status: number, code: string) => Promise<unknown>,
) {
  const { path, method } = operation
  if (path.includes('{id}')) {
    await expectError(addressed(path, { id: 999_999 }), admin, 404, 'rest-event-not-found')
    await expectError(
      addressed(path, { id: records.venue.id }),
      admin,
      400,
      'rest-invalid-event-id',
    )
  } else if (method === 'GET' || method === 'DELETE')
    await expectError(addressed(path, { slug: 'nowhere' }), admin, 400, 'rest_invalid_param')
  else if (path.includes('{slug}'))
    await expectError(addressed(path, { slug: 'nowhere' }), admin, 404, 'rest-event-not-found')
}

/** The answers when all goes well: reads by anyone, and writes of what the document shows. */
export async function probeSuccess(stage: Stage, operation: Operation) {
  const { method, path } = operation
  if (method === 'GET' || method === 'OPTIONS') return probeReads(stage, operation)
  if (method === 'DELETE') {
    const at = addressed(path, await subject(stage, operation))
    await probe(stage, operation, at, admin, { status: 200 })
    if (!parametersOf(stage.judge.document, operation).has('force')) return
    const other = addressed(path, await subject(stage, operation))
    const forced = { ...admin, query: { force: true } }
    return void (await probe(stage, operation, other, forced, { status: 200 }))
  }
  const body = resolved(stage.judge.document, operation.of.requestBody)
  for (const [type, { example }] of Object.entries<Json>(body.content))
    await probeWrite(stage, operation, type, example)
}

async function probeReads(stage: Stage, operation: Operation) {
  const { path, method } = operation
  const kind = kindAt(path)
  const own = kind && path.includes('{') ? [stage.records.ofKind[kind] ?? {}] : [{}]
  // one with nothing but what it must have
  if (kind && path.includes('{') && method === 'GET')
    own.push(await publicSubject(stage, operation))
  if (kind === 'image' && path.includes('{slug}')) return
  for (const record of own)
    for (const base of ['plain', 'en', 'fr'] as const)
      for (const as of ['anonymous', 'administrator'] as const) {
        const where = path === '/' ? '' : addressed(path, record)
        const at = stage.service.root[base] + where
        const reply = await probe(stage, operation, at, { as }, { status: 200 })
        if (method === 'OPTIONS') continue
        // from the cache, if there is one
        const again = await probe(stage, operation, at, { as }, { status: 200 })
        assert.equal(timeless(again.text), timeless(reply.text))
        const { etag } = reply.headers
        if (as === 'anonymous' && '304' in operation.of.responses) {
          assert.ok(etag, `${at} has a tag`)
          await probe(stage, operation, at, { headers: { 'If-None-Match': etag } }, { status: 304 })
        }
      }
}

/** One body of the document. Records and terms that it makes are taken away again, so that it can be sent again. */
async function probeWrite(stage: Stage, operation: Operation, type: string, example: Json) {
  const { service, gallery } = stage
  const { path } = operation
  const kind = kindAt(path) as ResourceName
  const isNew = isCreate(operation)
  // No test asks the network: the image is at hand.
  const value = example?.url ? { ...example, url: `${gallery}/${type.length}.png` } : example
  const sending =
    kind === 'image' && type === 'multipart/form-data'
      ? await multipart([['alt', 'A poster']], await imageFile())
      : await bodyOf(type, value)
  const at = addressed(path, isBySource(operation) ? {} : await subject(stage, operation))
  const isFirst = isNew || isBySource(operation)
  const request = { ...admin, ...sending }
  const reply = await probe(stage, operation, at, request, { status: isFirst ? 201 : 200 })
  if (isBySource(operation)) await probe(stage, operation, at, request, { status: 200 })
  // so that the name is free again
  if (isFirst && (isTerm(kind) || isBySource(operation)))
    await service.send('DELETE', `${pathsOfKinds[kind]}/${reply.body.id}?force=true`, admin)
}
