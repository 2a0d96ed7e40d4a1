import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Field } from '../../src/define/resource.ts'
import { capital } from '../../src/define/text/capital.ts'
import { resourceNames, resources, writtenNames } from '../../src/resources/table.ts'
import { fill, kindAt, openGallery, openMaker, pathsOfKinds } from '../support/openapi-calendar.ts'
import {
  type DocumentName,
  documentsOf,
  type Json,
  languages,
  parametersOf,
} from '../support/openapi-document.ts'
import { openJudge } from '../support/openapi-judge.ts'
import {
  addressed,
  probe,
  probeCommonProblems,
  probeRecordProblems,
  probeSuccess,
  probeWriteProblems,
  type Stage,
} from '../support/openapi-probes.ts'
import { basicOf, startService } from '../support/service.ts'

let stage: Stage
/** In English: the French ones have the same form (`openapi-document.process.test.ts`). */
let documents: Record<DocumentName<'en'>, Json>
/** The resources to close, in the order opened; also when some of them fail to close. */
const opened: { close(): unknown }[] = []

async function opening<T extends { close(): unknown }>(what: Promise<T>): Promise<T> {
  const open = await what
  opened.push(open)
  return open
}

before(async () => {
  const gallery = await opening(openGallery())
  const service = await opening(
    startService({
      timezone: 'Europe/Paris',
      customFields: 'level choice Level: Beginner, Expert',
      bodyLimit: 30_000,
      uploadLimit: 100_000,
      attemptLimit: 1_000_000,
      fetchAllow: [gallery.origin],
    }),
  )
  const strict = await opening(startService({ attemptLimit: 1 }))
  await strict.send('GET', '/doc', { as: basicOf('flooded', 'x') })
  const crowded = await opening(startService({ rateLimit: 1 }))
  await crowded.send('GET', '/doc')
  const closed = await opening(startService({ private: true }))
  documents = await documentsOf(service, ['en'])
  const make = openMaker(service)
  const records = await fill(make, gallery.origin)
  stage = {
    service,
    strict,
    crowded,
    closed,
    make,
    records,
    judge: openJudge(documents),
    gallery: gallery.origin,
  }
})
after(async () => {
  for (const each of opened) await each.close()
})

const operations = () => [...stage.judge.operations.values()]

describe('real answers are as the document says', () => {
  // before others have made further records
  test('for every list and record, every reader and every language', async () => {
    for (const as of [
      'anonymous',
      'subscriber',
      'contributor',
      'author',
      'editor',
      'administrator',
    ])
      for (const base of languages)
        for (const [kind, path] of Object.entries(pathsOfKinds)) await readAll(as, base, kind, path)
  })

  test('when all goes well, for every body that the document shows', async () => {
    for (const operation of operations()) await probeSuccess(stage, operation)
  })

  test('for every link of a walk through pages, which begins in any form of a date', async () => {
    const key = 'GET /events'
    const windows = [
      '',
      '&start_date=2020-01-01',
      '&start_date=tomorrow&end_date=2099-01-01T00:00Z',
    ]
    for (const base of languages)
      for (const window of windows) {
        let url = `${stage.service.root[base]}/events?per_page=1${window}`
        for (let page = 1; page <= 3 && url; page++) {
          const reply = stage.judge.judge(key, await stage.service.send('GET', url), url)
          url = reply.body.next_rest_url
        }
      }
  })

  test('for every parameter of every list', async () => {
    for (const operation of operations().filter(
      ({ key }) => /^GET \/[a-z]+$/.test(key) && key !== 'GET /doc',
    ))
      for (const [name, { in: place, schema }] of parametersOf(documents['en-3.1'], operation)) {
        if (place !== 'query' || name === '_envelope' || name === '_fields') continue
        const written = name === 'custom_fields' ? `${name}[level]` : name
        const query = { [written]: valueFor(operation.path, name, schema), ...beside[name] }
        await probe(
          stage,
          operation,
          operation.path,
          { as: 'administrator', query },
          { status: 200 },
        )
      }
  })

  test('for every field, sent as a sample of its kind and cleared as the document shows', async () => {
    for (const kind of resourceNames.filter(name => name !== 'image')) {
      const operation = stage.judge.operations.get(`PATCH ${pathsOfKinds[kind]}/{id}`)
      assert.ok(operation)
      const at = addressed(operation.path, await stage.make(kind))
      for (const [name, field] of Object.entries<Field>(resources[kind].fields))
        for (const value of valuesOf(name, field)) {
          const body = { [name]: value, ...together[name] }
          const patch = `#/components/schemas/${capital(kind)}Patch`
          if (!isBeyond(field, value)) stage.judge.fits(patch, body, `${kind}.${name}`)
          await probe(stage, operation, at, { as: 'administrator', body }, { status: 200 })
        }
    }
  })

  test('for every record, sent back as it was read', async () => {
    for (const kind of writtenNames) {
      const path = pathsOfKinds[kind]
      const operation = stage.judge.operations.get(`PATCH ${path}/{id}`)
      assert.ok(operation)
      const query = {
        per_page: 50,
        ...(kind === 'event' && { start_date: '0001-01-01', end_date: '9999-12-31' }),
        ...('parent' in resources[kind].fields && { hide_empty: false }),
      }
      const { body: list } = await stage.service.send('GET', path, { as: 'administrator', query })
      assert.ok(list[path.slice(1)].length > 0, kind)
      for (const record of list[path.slice(1)]) {
        const at = addressed(operation.path, record)
        const { body } = await stage.service.send('GET', at, { as: 'administrator' })
        stage.judge.fits(`#/components/schemas/${capital(kind)}Patch`, body, at)
        await probe(stage, operation, at, { as: 'administrator', body }, { status: 200 })
      }
    }
  })

  test('when something is wrong with any request', async () => {
    for (const operation of operations()) await probeCommonProblems(stage, operation)
  })

  test('when something is wrong with a body, or with who sends it', async () => {
    for (const operation of operations()) await probeWriteProblems(stage, operation)
  })

  test('when a record is not there, or not to be had', async () => {
    for (const operation of operations()) await probeRecordProblems(stage, operation)
  })

  test('in an envelope', async () => {
    for (const { key, path } of operations().filter(
      ({ method, path }) => method === 'GET' && !path.includes('{'),
    )) {
      const where = path === '/' ? '' : path
      const { status, body } = await stage.service.send('GET', where, { query: { _envelope: 1 } })
      assert.equal(status, 200)
      stage.judge.fits('#/components/schemas/Envelope', body, key)
      assert.equal(body.status, 200)
      const plain = await stage.service.send('GET', where)
      stage.judge.judge(key, { ...plain, body: body.body }, `${key} in an envelope`)
    }
  })

  test('every status and code of the document has occurred', () => {
    // Nothing that a caller sends makes the service fail; the body is the same as that of other problems.
    // That it has too much to do is held in connections.test.ts, that its disk fails in surroundings/disk.test.ts,
    // that a newer version has changed its database in stores/starting-together.test.ts, that its images are away in image-store.test.ts.
    // That the first request of a key is still in work is held in idempotency.test.ts.
    const isBeyondReach = (one: string) =>
      /( 500 rest_internal| 409 idempotency_key_in_use| 503 service_too_busy| 507 rest_insufficient_storage| 503 rest_(storage_failing|database_unreachable|service_outdated|images_unreachable))$/.test(
        one,
      )
    const left = stage.judge
      .documented()
      .filter(one => !stage.judge.seen.has(one) && !isBeyondReach(one))
    assert.deepEqual(left, [])
  })
})

async function readAll(as: string, base: (typeof languages)[number], kind: string, path: string) {
  const list = stage.judge.operations.get(`GET ${path}`)!
  const single = stage.judge.operations.get(`GET ${path}/{id}`)!
  const at = stage.service.root[base] + path
  const far = kind === 'event' ? { start_date: '0001-01-01', end_date: '9999-12-31' } : {}
  const all = kindAt(path) === 'category' || kindAt(path) === 'tag' ? { hide_empty: false } : far
  const { body } = await probe(
    stage,
    list,
    at,
    { as, query: { per_page: 50, ...all } },
    { status: 200 },
  )
  for (const { id } of body[path.slice(1)]) {
    const reply = await stage.service.send('GET', `${at}/${id}`, { as })
    stage.judge.judge(single.key, reply, `${id} as ${as}`)
    const ofAnyone = await stage.service.send('GET', `${at}/${id}`, {
      as,
      query: { password: 'sesame', context: 'edit' },
    })
    stage.judge.judge(single.key, ofAnyone, `${id} opened by ${as}`)
  }
}

/** A sample of a field, which records of the calendar stand for where it names one; and what clears it. */
function valuesOf(name: string, { type: kind, required }: Field): unknown[] {
  const { event, venue, organizer, child, tag, poster } = stage.records
  const samples: Record<string, unknown> = {
    author: stage.service.users.editor,
    image: poster.id,
    start_date: '2026-09-01T10:00:00+02:00',
    end_date: 4_102_444_800,
    post_parent: event.id,
    parent: child.id,
    venue: [venue.id, { venue: 'Elsewhere' }],
    organizer: { id: organizer.id },
    categories: [child.id, child.slug],
    tags: `${tag.slug},${tag.id}`,
    translations: { fr: null },
  }
  const isName = name === 'venue' || name === 'organizer'
  const sample = samples[name] && !(isName && required) ? samples[name] : kind.sample
  const clears = kind.clears.filter(
    each => each !== 'list' && !(name === 'translations' && each === ''),
  )
  return required ? [sample] : [sample, ...clears]
}

/**
 * An empty text and the text 0 empty whatever is no text too, as forms send them; the document, which is for JSON, tells of
 * null and 0 alone.
 */
const isBeyond = ({ type: kind }: Field, value: unknown) =>
  (value === '' || value === '0') && ('enum' in kind.accepts || typeof kind.sample !== 'string')

/** Fields that go together. */
const together: Record<string, object> = {
  event_status_reason: { event_status: 'cancelled' },
  online_url: { attendance: 'online' },
}

/** A value that a parameter takes, from its schema; records are those of the calendar. */
function valueFor(
  path: string,
  name: string,
  { type, enum: words, items, minimum }: Json,
): string | number | boolean {
  const { event, venue, organizer, child, tag } = stage.records
  const term = path === '/tags' ? tag.id : child.id
  const argumentSamples: Record<string, string | number> = {
    event: event.id,
    post: event.id,
    post_parent: event.id,
    venue: venue.id,
    organizer: organizer.id,
    categories: child.slug,
    bbox: '-180,-90,180,90',
    categories_exclude: child.slug,
    tags: tag.slug,
    tags_all: tag.slug,
    tags_exclude: tag.slug,
    include: term,
    exclude: term,
    parent: 0,
    cursor: 'start',
    custom_fields: 'beginner',
    status: 'publish,draft',
    order: 'desc',
    orderby: 'count',
    namespace: stage.service.settings.namespace,
    _method: 'GET',
  }
  if (argumentSamples[name] !== undefined) return argumentSamples[name]
  if (/_time$/.test(name)) return '18:00'
  if (words ?? items?.enum) return (words ?? items.enum)[0]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1)
  return items ? 1 : /date|starts|ends|modified|^(?:on|from|to)$/.test(name) ? '2026-07-10' : 'word'
}

/** Parameters that go together. */
const beside: Record<string, Record<string, number>> = {
  geoloc_lat: { geoloc_lng: 2 },
  geoloc_lng: { geoloc_lat: 48 },
  page: { per_page: 1 },
}
