import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { version } from '../../src/config/version.ts'
import { openCurrentStore } from '../../src/journal/current-store.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import type { Store, Transaction } from '../../src/store/store.ts'
import { openWay, serveOn, until } from '../support/faulty.ts'
import { plainShapes } from '../support/plain-events.ts'
import { closePostgres, postgresServer, type Server, type Standby } from '../support/postgres.ts'

// A real server that follows another: it answers what is read as long as it has everything that this process knows of.

let server: Server
let standby: Standby
before(async () => {
  server = await postgresServer()
  standby = await server.standby()
})
after(closePostgres)

const failed = () => {}

/** A process whose ways to both servers can be watched and cut. */
async function openProcess(url: string) {
  const primary = await openWay(server.port)
  const replica = await openWay(standby.port)
  const messages: string[] = []
  const through = (port: number) => url.replace(`:${server.port}/`, `:${port}/`)
  const engine = postgres(through(primary.port), () => false, {
    replicas: [through(replica.port)],
    log: (message, { reason = '' }) => messages.push(`${message} ${reason}`),
  })
  await engine.prepare(plainShapes)
  const current = await openCurrentStore(engine, failed)
  return {
    primary,
    replica,
    messages: messages,
    engine,
    store: current.store,
    async close() {
      await current.close()
      primary.close()
      replica.close()
    },
  }
}

const insert = (store: Store, name: string) =>
  store.write(async tx => {
    const id = await tx.insert(
      'venue',
      { status: 'publish' },
      { en: { venue: name, name_key: name } },
    )
    await log(tx, 'create', id, 1)
    return id
  })

const rename = (store: Store, id: number, name: string, isLogged = true) =>
  store.write(async tx => {
    const version = await tx.update('venue', id, {}, { en: { venue: name } })
    if (isLogged) await log(tx, 'change', id, version)
  })

const log = (tx: Transaction, verb: 'create' | 'change', id: number, version: number) =>
  tx.log({ instant: 1, actor: 1, verb, kind: 'venue', id, language: 'en', version, detail: null })

/** As the database says, not any cache. */
const nameOf = async (store: Store, id: number) => (await store.get('venue', id))?.texts.en?.venue

/** Long enough to tell by the bytes which server has answered. */
const long = 'x'.repeat(5000)

type Process = Awaited<ReturnType<typeof openProcess>>

/** The server that has answered a read. */
async function sourceOf({ engine, primary, replica }: Process, id: number) {
  const before = [primary.received, replica.received] as const
  await engine.get('venue', id)
  const [own, other] = [primary.received - before[0], replica.received - before[1]]
  return own > long.length ? 'primary' : other > long.length ? 'replica' : 'neither'
}

const isRead = async (of: Process, id: number) => (await sourceOf(of, id)) === 'replica'

test('reads come from the replica, and a writer reads its own writes at once', async t => {
  const one = await openProcess(await server.database())
  t.after(one.close)
  const id = await insert(one.store, long)
  await until(() => isRead(one, id))
  for (let n = 0; n < 40; n++) {
    const name = `${n} ${long}`
    // a write need not be told in the journal to be seen by its writer
    await rename(one.store, id, name, n % 2 === 0)
    assert.equal(await nameOf(one.engine, id), name)
    const { ids, total } = await one.engine.listPosts({
      kind: 'venue',
      visible: { statuses: ['publish'] },
      page: { limit: 10, offset: 0 },
    })
    assert.deepEqual([ids, total], [[id], 1])
  }
  await until(() => isRead(one, id))
})

test('a replica that lags is left out, so is one that dies or says nothing, and each comes back', async t => {
  const url = await server.database()
  const one = await openProcess(url)
  t.after(one.close)
  const other = await openProcess(url)
  t.after(other.close)
  const id = await insert(one.store, long)
  await until(() => isRead(one, id))
  assert.deepEqual(one.engine.replicasInUse?.(), { in_use: 1, left_out: 0 })

  await standby.ask('SELECT pg_wal_replay_pause()')
  await rename(one.store, id, `second ${long}`)
  assert.equal(await nameOf(one.engine, id), `second ${long}`)
  assert.equal(await sourceOf(one, id), 'primary')
  await rename(other.store, id, `third ${long}`)
  await until(async () => (await nameOf(one.store, id)) === `third ${long}`)
  assert.equal(await sourceOf(one, id), 'primary')
  await until(() => one.messages.length > 0)
  assert.deepEqual(one.messages.splice(0), ['a read replica is left out it lags behind'])
  assert.deepEqual(one.engine.replicasInUse?.(), { in_use: 0, left_out: 1 })
  await standby.ask('SELECT pg_wal_replay_resume()')
  await until(() => isRead(one, id))
  assert.deepEqual(one.engine.replicasInUse?.(), { in_use: 1, left_out: 0 })
  assert.deepEqual(one.messages.splice(0), ['a read replica is used again '])

  for (const fault of ['dies', 'is silent'] as const) {
    let isOver = false
    let reads = 0
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        assert.equal(await nameOf(one.engine, id), `third ${long}`)
        reads++
      }
    })
    if (fault === 'dies') await standby.stop('SIGQUIT')
    else one.replica.set('silent')
    await until(() => one.messages.length > 0)
    const before = reads
    await until(() => reads > before + 20)
    assert.equal(await sourceOf({ ...one }, id).catch(String), 'primary')
    if (fault === 'dies') await standby.start()
    else one.replica.set('pass')
    await until(() => one.messages.length > 1)
    isOver = true
    await Promise.all(readers)
    await until(() => isRead(one, id))
    one.messages.splice(0)
  }
})

test('while the server that is written is away, the replica answers what is read', async t => {
  const one = await openProcess(await server.database())
  t.after(one.close)
  const id = await insert(one.store, long)
  await until(() => isRead(one, id))
  one.primary.set('refuse')
  await assert.rejects(rename(one.store, id, 'other'), { code: 'DATABASE_UNREACHABLE' })
  for (let n = 0; n < 20; n++) assert.equal(await nameOf(one.engine, id), long)
  one.primary.set('pass')
  await until(() =>
    rename(one.store, id, 'other').then(
      () => true,
      () => false,
    ),
  )
  assert.equal(await nameOf(one.engine, id), 'other')
})

test('the health of a service reports how many replicas are in use, and is good without them', async t => {
  const url = await server.database()
  const replica = (port: number) => url.replace(`:${server.port}/`, `:${port}/`)
  const service = await serveOn(url, { databaseReplicaUrls: [replica(standby.port), replica(1)] })
  t.after(service.close)
  const ready = () => service.send('GET', '/health/ready')
  await until(async () => (await ready()).body.replicas.in_use === 1)
  const { status, body } = await ready()
  assert.deepEqual(
    [status, body],
    [200, { status: 'ok', version, replicas: { in_use: 1, left_out: 1 } }],
  )
})
