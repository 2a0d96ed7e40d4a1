import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freeSlug } from '../../src/calendar/write/slugs.ts'
import type { EventQuery, Store, Transaction } from '../../src/store/contract/store.ts'
import { noLinks } from '../../src/store/contract/store.ts'
import { eventStatements } from '../../src/store/sql/list-statements.ts'
import { dialect, openDatabase } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { linearIn } from '../support/growth.ts'
import { plainEvent, plainShapes } from '../support/plain-events.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-bounds-'))
const venues: number[] = []
let store: Store

/** Many times what a site has; work that grows with the square of it would take minutes. */
const many = 4000

before(async () => {
  store = sqlite(join(folder, 'almanac.db'))
  await store.prepare(plainShapes)
  await store.write(async tx => {
    for (let at = 0; at < many; at++)
      venues.push(
        await tx.insert('venue', { status: 'publish', geo_lat: 45, geo_lng: at / 2000 }, {}),
      )
    for (const [at, venue] of venues.entries()) {
      const links = { ...noLinks, venue: [venue] }
      const event = await tx.insert('event', { status: 'publish', timezone: 'UTC' }, {}, links)
      await tx.derive(plainEvent(event, { ...occurrence, starts: many - at }, {}, links))
    }
  })
})

after(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const occurrence = {
  ends: 9000,
  utc_starts: 0,
  utc_ends: 9000,
  published: 0,
  status: 'publish',
  author: 1,
  hidden: 0,
  first_in_day: 0,
  featured: 0,
  ticketed: 0,
  protected: 0,
  parent: 0,
  languages: 1,
}

const list = (more: Partial<EventQuery>) =>
  store.listEvents({
    visible: { statuses: ['publish'] },
    protectedOf: -1,
    page: { limit: 3, offset: 0 },
    ...more,
  })

test('a list of events that end by some time reads none that begins later', t => {
  const db = openDatabase(join(folder, 'almanac.db'), { readOnly: true })
  t.after(() => db.close())
  for (const is of ['<', '<='] as const)
    for (const clock of ['wall', 'instant'] as const) {
      const query: EventQuery = {
        visible: { statuses: ['publish'] },
        protectedOf: -1,
        window: [{ edge: 'end', is, clock, at: 1_800_000_000 }],
        page: { limit: 10, offset: 20 },
      }
      for (const { sql, values } of Object.values(eventStatements(query, dialect))) {
        const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
        assert.match(JSON.stringify(plan), /"SEARCH o USING [^"]*\(starts<\?\)"/, sql)
      }
    }
})

test('events are listed around a point with thousands of venues, nearest first', async () => {
  const near = { lat: 45, lng: many / 2000, km: 1000, venues: { statuses: ['publish'] } }
  const kilometres = (size: number) => (size === many ? 1000 : (size / many) * 157)
  await linearIn(many, kilometres, async km => {
    const { items, total } = await list({ near: { ...near, km } })
    assert.ok(km === 1000 ? total === many : total > many / 10 && total < many / 6, String(total))
    const events = await store.getMany(
      'event',
      items.map(({ event }) => event),
    )
    assert.deepEqual(
      events.map(({ links }) => links.venue[0]),
      venues.slice(-3).reverse(),
    )
  })
  assert.equal((await list({ near: { ...near, lat: -45 } })).total, 0)
})

test('a filter may have more targets than a statement has parameters', async () => {
  const targetsOf = (length: number) => Array.from({ length }, (_, at) => at)
  await linearIn(40_000, targetsOf, async targets => {
    assert.equal((await list({ venue: { targets } })).total, many)
    assert.equal((await list({ ids: targets })).total, many)
    assert.equal((await store.getMany('venue', targets)).length, many)
  })
})

test('one target, several and none are the same question', async () => {
  const [first = 0, second = 0] = venues
  const total = async (...targets: number[]) => (await list({ venue: { targets } })).total
  assert.deepEqual([await total(), await total(first), await total(first, second)], [0, 1, 2])
})

test('the ten-thousandth record of one name gets its slug without reading all before it', async () => {
  const taken = new Set(['jazz', ...Array.from({ length: 9999 }, (_, at) => `jazz-${at + 2}`)])
  let reads = 0
  const bySlug = async (_kind: string, slug: string) => {
    reads++
    return taken.has(slug) ? 1 : undefined
  }
  assert.equal(
    await freeSlug({ bySlug } as unknown as Transaction, 'event', 'jazz', 0),
    'jazz-10001',
  )
  assert.ok(reads < 60, String(reads))
})
