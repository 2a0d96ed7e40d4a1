import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { openCurrentStore } from '../../src/journal/current-store.ts'
import type { ConnectionListener } from '../../src/store/contract/store.ts'
import { openAnnouncements } from '../../src/store/postgres/announcements.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { channel, UnreachableError } from '../../src/store/postgres/link.ts'
import { openPool, usual } from '../../src/store/postgres/pool.ts'
import { openWay, until } from '../support/faulty.ts'
import { plainShapes } from '../support/plain-events.ts'
import { postgresServer } from '../support/shared-postgres.ts'

// Connections, and the callers that wait for them, when something fails on the way.

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  // the server ends it at the end
  client.on('error', () => {})
  await client.connect()
  return client
}

test('a first start that may not make its first table can be tried again on the same connection', async t => {
  const server = await postgresServer()
  const url = await server.database()
  const admin = await connected(url)
  t.after(() => admin.end())
  await admin.query("CREATE ROLE guest LOGIN PASSWORD 'test'")
  const store = postgres(url.replace('almanac:', 'guest:'))
  t.after(store.close)
  await assert.rejects(store.prepare(plainShapes), { code: '42501' })
  await admin.query('GRANT CREATE ON SCHEMA public TO guest')
  await store.prepare(plainShapes)
  assert.equal(await store.lastSeq(), 0)
})

test('when a slow statement ends, as many of those who wait go on as its connection has places', async t => {
  const url = await (await postgresServer()).database()
  const other = await connected(url)
  t.after(() => other.end())
  const limits = { ...usual, links: 1, lockTimeout: 0, queue: 6 }
  const pool = openPool(url, limits)
  t.after(pool.close)
  await other.query('SELECT pg_advisory_lock(7), pg_advisory_lock(8)')
  const slow = pool.ask({ text: 'SELECT pg_advisory_lock_shared(7)' })
  const began = performance.now()
  await until(() => performance.now() - began > limits.quick)
  const ask = () => pool.ask({ text: 'SELECT pg_advisory_lock_shared(8)' })
  const isFull = () => assert.rejects(ask(), { code: 'DATABASE_BUSY' })
  // none of them ends before it was looked at how many were sent
  const waiting = Array.from({ length: limits.queue }, ask)
  await isFull()
  await other.query('SELECT pg_advisory_unlock(7)')
  await slow
  // as many may wait again as were sent
  const more = Array.from({ length: limits.depth }, ask)
  await isFull()
  await other.query('SELECT pg_advisory_unlock(8)')
  await Promise.all([...waiting, ...more])
})

test('a process that loses the connection while it reads what it has missed uses nothing of its memory', async t => {
  const server = await postgresServer()
  const way = await openWay(server.port)
  t.after(way.close)
  const url = (await server.database()).replace(`:${server.port}/`, `:${way.port}/`)
  const output: string[] = []
  const announcements = openAnnouncements({
    url,
    started: async () => 0,
    // others can be asked: only this connection is lost
    ping: async () => {},
    unreachable() {},
    reachable() {},
  })
  t.after(announcements.stop)
  announcements.connectionListeners.add({
    lost: () => void output.push('lost'),
    async regained() {
      // the second time, the connection is lost meanwhile
      if (output.includes('lost')) {
        way.set('refuse')
        announcements.doubt()
      }
      output.push('found')
    },
  })
  await announcements.begin()
  way.set('refuse')
  await until(() => output.at(-1) === 'lost')
  way.set('pass')
  await until(() => output.at(-1) === 'found')
  await until(() => output.at(-1) === 'lost')
})

/** Announcements as a process has them, without the rest of it. */
async function listening(url: string, more: Partial<Parameters<typeof openAnnouncements>[0]>) {
  const output: (string | number)[] = []
  const announcements = openAnnouncements({
    url,
    started: async () => 0,
    ping: async () => {},
    unreachable() {},
    reachable() {},
    ...more,
  })
  announcements.watchers.add(position => void output.push(position))
  announcements.connectionListeners.add({
    lost: () => void output.push('lost'),
    regained: async () => void output.push('found'),
  })
  await announcements.begin()
  return { announcements, said: output }
}

test('values in memory are served for five minutes while the database is unreachable, and no longer', async t => {
  const server = await postgresServer()
  const way = await openWay(server.port)
  t.after(way.close)
  const url = (await server.database()).replace(`:${server.port}/`, `:${way.port}/`)
  let [now, reads] = [0, 0]
  const { announcements, said: output } = await listening(url, {
    now: () => now,
    async ping() {
      reads++
      throw new UnreachableError('away')
    },
  })
  t.after(announcements.stop)
  way.set('refuse')
  await until(() => reads > 0)
  now += 5 * 60_000 - 1
  const before = reads
  await until(() => reads > before + 1)
  assert.deepEqual(output, [0, 'found'])
  now += 1
  await until(() => output.includes('lost'))
  way.set('pass')
  await until(() => output.at(-1) === 'found')
})

test('a process is notified of its own commit only if it did not learn the outcome', async t => {
  const url = await (await postgresServer()).database()
  const other = await connected(url)
  t.after(() => other.end())
  const { announcements, said: output } = await listening(url, {})
  t.after(announcements.stop)
  const notify = (...positions: number[]) =>
    other.query(`SELECT pg_notify(${channel}, n::text) FROM unnest(ARRAY[${positions}]) n`)
  announcements.begins(5)
  await notify(5, 6)
  await until(() => output.includes(6))
  announcements.ended()
  announcements.begins(7)
  await notify(7, 8)
  await until(() => output.includes(8))
  assert.deepEqual(output, [0, 'found', 6, 8])
  announcements.begins(9)
  await notify(9)
  await until(async () => {
    announcements.ended()
    return output.includes(9)
  })
})

test('a process reads nothing again of what it has written itself', async t => {
  const engine = postgres(await (await postgresServer()).database())
  await engine.prepare(plainShapes)
  let readings = 0
  const journal: typeof engine.journal = (...of) => {
    readings++
    return engine.journal(...of)
  }
  let isHearing = false
  const listen = (listener: ConnectionListener) =>
    engine.listen?.({
      ...listener,
      async regained() {
        await listener.regained()
        isHearing = true
      },
    })
  const failed = (error: unknown) => assert.fail(error as Error)
  const current = await openCurrentStore({ ...engine, journal, listen }, failed)
  t.after(current.close)
  await until(() => isHearing)
  const write = () =>
    current.store.write(async tx => {
      const id = await tx.insert('tag', {}, { en: { name: 'Jazz', name_key: 'jazz' } })
      const line = { instant: 1, actor: 1, verb: 'create', kind: 'tag', id } as const
      await tx.log({ ...line, language: 'en', version: 1, detail: null })
    })
  readings = 0
  for (let n = 0; n < 50; n++) await write()
  assert.equal(current.changes.seq, 50)
  assert.equal(readings, 0)
})
