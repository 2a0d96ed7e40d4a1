import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routesOf } from '../../src/operations/index.ts'
import {
  isPost,
  isSourced,
  type ResourceName,
  resourceNames,
  resources,
} from '../../src/resources/table.ts'
import {
  AlmanacError,
  connect,
  type EventDraft,
  type Options,
  tagOf,
} from '../../src/sdk/client.ts'
import { openService } from '../../src/service.ts'
import { png } from '../http/filled.ts'
import { newPlace } from '../support/engine.ts'
import { enrol, settingsFor } from '../support/service.ts'

// The client and a real service: what either says of itself, the other has to take.

const publicUrl = 'https://elsewhere.example'
const root = 'https://calendar.example/cal/events/v1'
const when = { start_date: '2040-09-01 10:00:00', end_date: '2040-09-01 18:00:00' }
const inThatYear = { start_date: '2040-01-01', end_date: '2041-01-01' }

let place: Awaited<ReturnType<typeof newPlace>>
let service: Awaited<ReturnType<typeof openService>>
let ids: number[]

before(async () => {
  place = await newPlace()
  service = await openService(
    settingsFor(place.folder, {
      publicUrl,
      clock: '2040-01-01T12:00:00Z',
      customFields: 'level choice Level: Beginner, Expert\nseats number Seats',
    }),
  )
  for (const login of ['editor', 'zoé']) await enrol(service.accounts, login, 'editor')
  const { calendar } = client({ token })
  ids = []
  for (const title of ['Été & co', 'Été & co', 'Été & co', 'Fair'])
    ids.push((await calendar.events.create({ title, ...when })).id)
})
after(async () => {
  await service.close()
  await place.remove()
})

const token = 'alm_token_of_editor'
const versionIn = (tag = '') => /^"\d+\.\d+/.exec(tag)?.[0]

/** A client of the service, and the requests that it has sent. */
function client(options: Options = {}) {
  const sent: { method: string; path: string; headers: Record<string, string> }[] = []
  const send: typeof fetch = (url, init) => {
    const { method = 'GET', headers } = init ?? {}
    sent.push({
      method,
      path: String(url).slice(root.length),
      headers: { ...(headers as Record<string, string>) },
    })
    assert.ok(String(url).startsWith(root), String(url))
    return service.fetch(url, init)
  }
  return { sent, calendar: connect(`${root}/`, { ...options, fetch: send }) }
}

test('a list takes its filters and returns its items and totals', async () => {
  const { sent, calendar } = client({ language: 'fr' })
  const { items, total, totalPages, next, previous } = await calendar.events.list({
    search: 'été & co',
    featured: false,
    include: ids.slice(0, 3),
    per_page: 2,
    tags: undefined,
  })
  const include = ids.slice(0, 3).map(id => `&include%5B%5D=${id}`)
  assert.equal(
    sent[0]?.path,
    `/events?ml_language=fr&search=%C3%A9t%C3%A9+%26+co&featured=false${include.join('')}&per_page=2`,
  )
  assert.deepEqual(
    items.map(({ id }) => id),
    ids.slice(0, 2),
  )
  assert.deepEqual([total, totalPages, previous], [3, 2, undefined])
  assert.match(String(next), /^https:\/\/elsewhere\.example\/.*[?&]page=2/)
})

test('all walks every page, and stays with the service it was given', async () => {
  const { sent, calendar } = client()
  const seen: number[] = []
  for await (const { id } of calendar.events.all({ per_page: 2, include: ids, ...inThatYear }))
    seen.push(id)
  assert.deepEqual(seen, ids)
  assert.equal(sent.length, 2)
})

test('a whole list comes as a stream of records, which may be left, stopped or refused', async () => {
  const { sent, calendar } = client()
  const query = { include: ids, ...inThatYear }
  const streamed: unknown[] = []
  for await (const event of calendar.events.stream(query)) streamed.push(event)
  assert.deepEqual(streamed, (await calendar.events.list(query)).items)
  assert.equal(sent[0]?.headers.Accept, 'application/x-ndjson')
  assert.equal(sent.length, 2)
  for await (const { id, title, ...others } of calendar.events.stream({
    ...query,
    _fields: ['id', 'title'],
  })) {
    assert.deepEqual([id, title.length > 0, others], [ids[0], true, {}])
    break
  }
  const wrong = calendar.events.stream({ include: [0] })
  await assert.rejects(wrong.next(), error => error instanceof AlmanacError && error.status === 400)
  const stopped = calendar.events.stream(query, { signal: AbortSignal.abort(new Error('enough')) })
  await assert.rejects(stopped.next(), /enough/)
})

test('a stream that ends within a line is an error, not the end of the list', async () => {
  const send = async () => new Response('{"id":1}\n{"id":')
  const cut = connect(root, { fetch: send, retries: 0 }).events.stream()
  assert.equal((await cut.next()).value?.id, 1)
  await assert.rejects(
    cut.next(),
    error => error instanceof AlmanacError && error.code === 'unreachable',
  )
})

test('a client can request some fields of records, and gets no others on any page', async () => {
  const { sent, calendar } = client()
  let count = 0
  for await (const event of calendar.events.all({
    _fields: ['id', 'title'],
    per_page: 1,
    ...inThatYear,
  })) {
    count++
    assert.deepEqual(Object.keys(event), ['id', 'title'])
    // @ts-expect-error: the field was not requested
    assert.equal(event.start_date, undefined)
  }
  assert.deepEqual([count >= 4, sent.length], [true, count])
})

test('fields that the site has defined are filters of every page', async () => {
  const { calendar, sent } = client({ token })
  const made = await calendar.events.create({
    title: 'Fields',
    ...when,
    custom_fields: { level: 'expert', seats: 8 },
  })
  const custom_fields = { level: ['beginner', 'expert'], seats: { min: 6, max: 12 } }
  const { items } = await calendar.events.list({ ...inThatYear, custom_fields, per_page: 1 })
  assert.deepEqual(
    items.map(({ id }) => id),
    [made.id],
  )
  assert.match(decodeURIComponent(sent.at(-1)?.path ?? ''), /custom_fields\[seats\]\[max\]=12/)
  await calendar.events.remove(made.id)
})

test('the client of a service works in another language', async () => {
  const { calendar } = client({ token })
  const { id } = await calendar.venues.create({
    venue: 'Hall',
    translations: { fr: { venue: 'Salle' } },
  })
  assert.equal((await calendar.in('fr').venues.read(id)).venue, 'Salle')
  assert.equal((await calendar.in('fr').in('en').venues.read(id)).venue, 'Hall')
})

test('a draft of any form is stored as it was sent, with a bearer token', async () => {
  const { sent, calendar } = client({ token })
  const friends = await calendar.organizers.create({ organizer: 'Neighbours' })
  const draft: EventDraft = {
    title: 'Open day',
    ...when,
    venue: { venue: 'Park' },
    organizer: [friends.id, { organizer: 'Friends' }],
    translations: { fr: { title: 'Portes ouvertes' } },
  }
  const event = await calendar.events.create(draft)
  assert.equal(event.organizer.length, 2)
  assert.equal((await calendar.in('fr').events.read(event.id)).title, 'Portes ouvertes')
  assert.equal(sent.at(-2)?.headers.Authorization, `Bearer ${token}`)
})

test('a login and an application password are sent as UTF-8', async () => {
  const { calendar } = client({ login: 'zoé', password: 'pass word of zoé' })
  const { id } = await calendar.tags.create({ name: 'By Zoé' })
  assert.equal((await calendar.tags.remove(id)).id, id)
})

test('records are read and changed by id and by slug', async () => {
  const { calendar } = client({ token })
  const { events, organizers } = calendar
  const { id } = await events.create({ title: 'Sealed', ...when, slug: 'été', password: 'sésame' })
  assert.equal((await client().calendar.events.read(id, { password: 'sésame' })).id, id)
  assert.equal((await events.readBySlug('été', { password: 'sésame' })).id, id)
  const { slug } = await organizers.create({ organizer: 'Club', phone: '1' })
  const changed = await organizers.changeBySlug(slug, { phone: null, email: 'a@example.org' })
  assert.deepEqual([changed.phone, changed.email], [undefined, 'a@example.org'])
  assert.equal((await organizers.removeBySlug(slug)).id, changed.id)
})

test('what was read can be sent back, and stays as it is', async () => {
  const { calendar } = client({ token })
  const read = await calendar.events.read(ids[0] ?? 0)
  const changed = await calendar.events.change(read.id, read as unknown as EventDraft)
  assert.equal(changed.modified, read.modified)
  assert.equal(versionIn(tagOf(changed)), versionIn(tagOf(read)))
})

test('the client has a function for each operation of the API', async () => {
  const { sent, calendar } = client()
  const sentAnyway = (answer: unknown) => Promise.resolve(answer).catch(() => undefined)
  await calendar.index()
  await calendar.doc()
  await sentAnyway(calendar.batch([]))
  await calendar.changes({ wait: 1 }).next()
  for (const name of resourceNames) {
    const { path } = resources[name]
    const parts = Object.entries(calendar[path]).filter(([part]) => isFor(name, part))
    for (const [part, send] of parts)
      await sentAnyway(
        part === 'occurrences'
          ? calendar.events.occurrences(1).list()
          : (send as (...of: unknown[]) => unknown)(...inputs(part)),
      )
  }
  const patterns = new Set(
    sent.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '').replace(/^$/, '/')}`),
  )
  const operations = routesOf({ namespace: 'cal/events/v1', perPage: 10 }).flatMap(
    ({ path, endpoints }) =>
      endpoints.map(({ methods }) => {
        // a change is sent by PATCH, which The Events Calendar has besides POST
        const method = methods.includes('PATCH') ? 'PATCH' : methods[0]
        return `${method} ${path.replace(':id', '1').replace(/:slug|:source_id|:source/g, 'a')}`
      }),
  )
  assert.ok(operations.length > 30)
  assert.deepEqual([...patterns].sort(), [...new Set(operations)].sort())
})

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
  const { events } = client({ token }).calendar
  const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3']
  const { id } = await events.create({ title: 'Choir', ...when, recurrence })
  const { items } = await events.occurrences(id).list({})
  const [, second] = items
  assert.ok(second)
  await events.change(second.id, { featured: true, scope: 'all' })
  assert.equal((await events.read(id)).featured, true)
  await events.remove(second.id, { scope: 'following' })
  assert.equal((await events.occurrences(id).list({})).total, 1)
})

test('a batch is written at once, and once with its key', async () => {
  const { calendar } = client({ token })
  const operations = [
    { method: 'POST', path: '/venues', body: { venue: 'Hall of the client' } },
    { method: 'POST', path: '/events', body: { title: 'In a batch', ...when, venue: '$1.id' } },
  ] as const
  const { results } = await calendar.batch(operations, { idempotencyKey: 'a batch' })
  const [venue, event] = results.map(({ body }) => body)
  assert.ok(venue && event)
  assert.equal((event.venue as { id: number }).id, venue.id)
  const again = await calendar.batch(operations, { idempotencyKey: 'a batch' })
  assert.deepEqual(again.results, results)
  const refused = calendar.batch([{ method: 'POST', path: '/events' }])
  await assert.rejects(refused, { status: 422, code: 'batch_failed' })
})

test('an image is sent as a form with its texts', async () => {
  const { images } = client({ token }).calendar
  const image = await images.upload(new Uint8Array(png), 'poster.png', {
    title: 'Poster',
    alt: 'A cat',
  })
  assert.deepEqual([image.title, image.alt], ['Poster', 'A cat'])
  const replaced = await images.replace(image.id, new Uint8Array(png), 'other.png', {
    alt: 'A dog',
  })
  assert.deepEqual([replaced.id, replaced.alt], [image.id, 'A dog'])
  assert.equal((await images.remove(image.id, { force: true })).id, image.id)
})

test('a refusal is thrown with all fields of its error', async () => {
  const { events } = client({ token }).calendar
  const untitled = { ...when, title: 5 } as unknown as EventDraft
  await assert.rejects(events.create(untitled), (error: unknown) => {
    assert.ok(error instanceof AlmanacError)
    assert.deepEqual([error.code, error.status], ['rest_invalid_param', 400])
    assert.match(error.message, /title/)
    assert.match(String((error.params as Record<string, string>).title), /Expected text/)
    assert.equal(error.details.title?.code, 'rest_invalid_type')
    return true
  })
})

test('a change can be bound to the record as it was read', async () => {
  const { events } = client({ token }).calendar
  const event = await events.read(ids[3] ?? 0)
  const changed = await events.change(event.id, { title: 'New' }, { ifMatch: tagOf(event) })
  await assert.rejects(events.remove(event.id, { ifMatch: tagOf(event) }), { status: 412 })
  assert.equal((await events.remove(event.id, { ifMatch: tagOf(changed) })).id, event.id)
  assert.equal(tagOf({}), undefined)
})

test('changes are followed from the first read on, and begin again when their cursor is gone', async () => {
  const editor = client({ token }).calendar
  const { calendar } = client()
  const seen: string[] = []
  const query = { kinds: ['tag'] as const, records: true, wait: 1 }
  const follow = calendar.changes({ ...query, cursor: 'start' })
  const first = (await follow.next()).value
  assert.ok(first?.begins && first.complete)
  const { id } = await editor.tags.create({ name: 'Followed' })
  while (seen.length === 0) {
    const page = (await follow.next()).value
    for (const change of page?.changes ?? [])
      seen.push(`${change.kind === 'tag' && change.record?.name} ${page?.begins}`)
  }
  assert.deepEqual(seen, ['Followed false'])
  const { cursor } = (await editor.changes({ ...query }).next()).value ?? {}
  const again = (await calendar.changes({ ...query, cursor }).next()).value
  assert.deepEqual([again?.begins, again?.changes.some(change => change.id === id)], [true, true])
})

test('a stream of changes reaches a program in the same process', async () => {
  const end = new AbortController()
  const headers = { Accept: 'text/event-stream' }
  const { body } = await service.fetch(`${root}/changes`, { headers, signal: end.signal })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.match((await reader?.read())?.value ?? '', /^retry: \d+\n\n$/)
  await reader?.cancel()
})
