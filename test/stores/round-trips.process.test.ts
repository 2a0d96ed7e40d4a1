import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import type { Caller } from '../../src/calendar/base/context.ts'
import { openDataFolder } from '../../src/main.ts'
import { settingsFor } from '../support/service.ts'
import { postgresServer } from '../support/shared-postgres.ts'

// The number of times that a write waits for the database: all writers of a calendar wait that often for its distance.

/** As docs/en/scaling.md says. */
const roundTrips = 7

/** Counts, for each transaction that writes, how often something was sent while no answer was outstanding. */
function countTrips() {
  const groups: { trips: number; statements: number }[] = []
  const { query } = pg.Client.prototype
  const outstanding = new WeakMap<object, number>()
  const writers = new WeakSet<object>()
  const counted = function (this: object, ...given: unknown[]) {
    const [statement] = given
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
    if (text === 'BEGIN') {
      writers.add(this)
      groups.push({ trips: 0, statements: 0 })
    }
    const answer: unknown = Reflect.apply(query, this, given)
    const group = groups.at(-1)
    if (group && writers.has(this)) {
      const waiting = outstanding.get(this) ?? 0
      if (waiting === 0) group.trips++
      group.statements++
      outstanding.set(this, waiting + 1)
      const over = () => void outstanding.set(this, (outstanding.get(this) ?? 1) - 1)
      Promise.resolve(answer).then(over, over)
    }
    return answer
  }
  Object.assign(pg.Client.prototype, { query: counted })
  return { groups, stop: () => void Object.assign(pg.Client.prototype, { query }) }
}

async function openOnPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-trips-'))
  const databaseUrl = await (await postgresServer()).database()
  const opened = await openDataFolder(settingsFor(folder, { databaseUrl }))
  const { id, login } = await opened.accounts.add({ login: 'ada', role: 'editor' })
  const caller: Caller = {
    actor: { id, login, role: 'editor', scope: 'admin' },
    language: 'en',
    fallback: true,
  }
  return {
    ...opened,
    caller,
    async close() {
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('a group of creations waits for the database as often as one of them', {
  timeout: 120_000,
}, async t => {
  const { calendar, context, caller, close } = await openOnPostgres()
  t.after(close)
  const create = async (kind: 'event' | 'venue' | 'category' | 'tag', sent: object) =>
    (await calendar.create(kind, caller, { ...sent })).record
  const venue = await create('venue', { venue: 'Hall' })
  const category = await create('category', { name: 'Jazz' })
  const tag = await create('tag', { name: 'Music' })
  const event = (n: number) =>
    create('event', {
      title: `Concert ${n}`,
      description: 'All evening.',
      venue: venue.id,
      start_date: '2030-01-01 20:00:00',
      end_date: '2030-01-01 22:00:00',
      categories: [category.id],
      tags: [tag.id],
    })
  for (let n = 0; n < 3; n++) await event(n)

  const counting = countTrips()
  t.after(counting.stop)
  await event(10)
  assert.equal(counting.groups.at(-1)?.trips, roundTrips, 'one alone')

  // The group begins when all have asked for it: until then, a write is not done.
  for (const many of [8, 64]) {
    const gate = Promise.withResolvers<void>()
    const { write } = context.store
    let statements = 0
    context.store.write = (...given) => {
      if (++statements === many) gate.resolve()
      return write(...given)
    }
    const holding = write(() => gate.promise)
    const created = await Promise.all(
      Array.from({ length: many }, (_, n) => event(1000 * many + n)),
    )
    await holding
    context.store.write = write
    // on a busy machine, what is sent next may catch up with an answer that is on its way, which saves a trip
    const trips = counting.groups.at(-1)?.trips ?? 0
    assert.ok(trips > 1 && trips <= roundTrips, `${many} together: ${trips}`)
    // a slug for each is read, and 16 rows go in with one statement
    assert.ok((counting.groups.at(-1)?.statements ?? 0) < 20 + 2 * many)
    assert.equal(new Set(created.map(({ texts }) => texts.en?.slug)).size, many)
    const tagged = await context.store.get('tag', tag.id)
    assert.equal(tagged?.facts.count, 3 + 1 + (many === 8 ? 8 : 72))
  }

  // The next ones see the writes of one of them, also where they differ from their first reads.
  const gate = Promise.withResolvers<void>()
  const holding = context.store.write(() => gate.promise)
  const twins = Promise.allSettled(
    Array.from({ length: 6 }, () => create('category', { name: 'Alike' })),
  )
  const alike = Promise.all(Array.from({ length: 6 }, () => event(0)))
  setImmediate(gate.resolve)
  await holding
  assert.deepEqual(
    (await twins).map(({ status }) => status),
    ['fulfilled', ...Array(5).fill('rejected')],
  )
  assert.equal(new Set((await alike).map(({ texts }) => texts.en?.slug)).size, 6)
})
