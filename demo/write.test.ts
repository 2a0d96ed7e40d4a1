import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AlmanacError, type Client } from '../src/sdk/index.ts'
import { demoCalendar } from './calendar.ts'
import { countEvents, writeDemo } from './write.ts'

type Record_ = { id: number } & Record<string, unknown>

/** A calendar in memory, as far as the demo uses one. */
function memory({ failing = 0 } = {}) {
  let ids = 0
  let toFail = failing
  const shelves = Object.fromEntries(
    ['events', 'venues', 'organizers', 'categories', 'tags', 'images'].map(kind => {
      const records: Record_[] = []
      return [
        kind,
        {
          records,
          async list() {
            return { items: records, total: records.length, totalPages: 1 }
          },
          async *all() {
            yield* [...records]
          },
          async upload(_bytes: Uint8Array, _name: string, texts: object) {
            const record = { ...texts, id: ++ids }
            records.push(record)
            return record
          },
          async create(draft: object) {
            if (toFail-- > 0)
              throw new AlmanacError({
                code: 'too_many_requests',
                status: 429,
                message: '',
                retryAfter: 0,
              })
            const record = { ...draft, id: ++ids }
            records.push(record)
            return record
          },
        },
      ]
    }),
  )
  return {
    client: shelves as unknown as Client,
    shelves: shelves as Record<string, { records: Record_[] }>,
  }
}

const calendar = demoCalendar('2026-07-26', 60)
const nothing = {
  events: 0,
  venues: 0,
  organizers: 0,
  categories: 0,
  tags: 0,
  images: 0,
  skipped: 0,
}

test('the whole example is written, with links by the assigned IDs', async () => {
  const { client, shelves } = memory()
  const steps: string[] = []
  const written = await writeDemo(client, calendar, {
    progress: (done, total) => steps.push(`${done}/${total}`),
  })
  assert.deepEqual(written, {
    events: 60,
    venues: 40,
    organizers: 20,
    categories: 15,
    tags: 24,
    images: shelves.images!.records.length,
    skipped: 0,
  })
  assert.equal(steps.at(-1), '159/159')
  const images = shelves.images!.records
  assert.ok(images.length > 10 && images.length < 40)
  assert.ok(
    images.every(
      ({ alt, translations }) =>
        /^Abstract illustration: [^/]*\.$/.test(String(alt)) &&
        /"alt":"Illustration abstraite[^/]*\."/.test(JSON.stringify(translations)),
    ),
  )
  const presented = new Set(images.map(({ id }) => id))
  assert.ok(shelves.events!.records.every(({ image }) => presented.has(Number(image))))
  const used = new Set(
    ['venues', 'organizers', 'categories', 'tags'].flatMap(kind =>
      shelves[kind]!.records.map(({ id }) => id),
    ),
  )
  for (const { venue, organizer, categories, tags } of shelves.events!.records)
    for (const id of [venue ?? [], organizer, categories, tags].flat())
      assert.ok(used.has(id as number))
  const parents = shelves.categories!.records.filter(({ parent }) => parent !== undefined)
  assert.ok(parents.length > 0 && parents.every(({ parent }) => used.has(parent as number)))
})

test('writing the example again creates no duplicates', async () => {
  const { client } = memory()
  await writeDemo(client, calendar)
  assert.equal(await countEvents(client), 60)
  assert.deepEqual(await writeDemo(client, calendar), { ...nothing, skipped: 159 })
})

test('a request that is refused for a moment is sent again', async () => {
  const { client } = memory({ failing: 10 })
  assert.equal((await writeDemo(client, calendar)).events, 60)
})

test('writing stops when it is aborted', async () => {
  const { client } = memory()
  const stop = new AbortController()
  const written = await writeDemo(client, calendar, {
    signal: stop.signal,
    progress: done => done === 20 && stop.abort(),
  })
  assert.equal(written.events, 0)
  assert.ok(written.categories + written.tags < 39)
})

test('a refused request ends the writing', async () => {
  const { client } = memory()
  client.tags.create = async () => {
    throw new AlmanacError({ code: 'rest_forbidden', status: 403, message: 'Sorry.' })
  }
  await assert.rejects(writeDemo(client, calendar), /Sorry/)
})
