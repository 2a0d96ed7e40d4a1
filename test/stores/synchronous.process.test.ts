import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf } from '../../src/define/base/objects.ts'
import type { Store } from '../../src/store/contract/store.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { openWay, until } from '../support/faulty.ts'
import { plainShapes } from '../support/plain-events.ts'
import { closePostgres, postgresServer, type Server } from '../support/postgres.ts'

// A server that is to wait for a standby before it answers a commit, and whose standby is gone: nothing is answered as durable that is
// not there too.

let server: Server
before(async () => {
  server = await postgresServer()
})
after(closePostgres)

/** From now on commits wait for a standby that nobody has ever seen, or for none. */
async function waitFor(standby: 'nobody' | '') {
  await server.ask(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
  await server.ask('SELECT pg_reload_conf()')
}

/** The number of a process of the server whose commit waits for the standby. */
const waiting = async () =>
  (await server.ask("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")) as
    | { pid: number }
    | undefined

let created = 0
const write = (store: Store) => {
  const name = `tag ${created++}`
  return store.write(tx => tx.insert('tag', {}, { en: { name, name_key: name } }))
}

/** Writes until one waits for the standby. `outcome`: its result in the end. */
async function stuck(store: Store): Promise<{ outcome: Promise<string>; tags: number }> {
  await waitFor('nobody')
  for (;;) {
    const tags = await store.count('tag')
    let isOver = false
    const outcome = write(store)
      .then(() => 'durable', codeOf)
      .finally(() => {
        isOver = true
      })
    while (!isOver) if (await waiting()) return { outcome, tags }
  }
}

const isDone = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

/** The code of what is refused, as it must be. */
const refusal = (work: Promise<unknown>) => work.then(() => assert.fail('it was written'), codeOf)

/** Its statements may take so few milliseconds. */
async function impatient(url: string): Promise<Store> {
  const store = postgres(url, () => false, { limits: { writeTimeout: 500 } })
  await until(() => isDone(store.prepare(plainShapes)))
  return store
}

test('a commit waits for the standby without limit, is invisible before, and others are refused', async t => {
  const url = await server.database()
  const [store, other] = [await impatient(url), await impatient(url)]
  t.after(() => Promise.all([store.close(), other.close()]))
  const { outcome, tags } = await stuck(store)
  // its statement is younger, so one that waits for the standby would have been ended before
  // (on a machine that is busy, the driver gives up before it has read so)
  await until(async () => (await refusal(write(other))) === '57014')
  assert.ok(await waiting())
  assert.equal(await store.count('tag'), tags)
  await waitFor('')
  assert.equal(await outcome, 'durable')
  assert.equal(await store.count('tag'), tags + 1)
})

test('a commit that the server has given up waiting for is not answered as durable', async t => {
  const store = postgres(await server.database())
  t.after(store.close)
  await store.prepare(plainShapes)
  const { outcome } = await stuck(store)
  let isOver = false
  const answered = outcome.finally(() => {
    isOver = true
  })
  await until(async () => {
    const { pid } = (await waiting()) ?? {}
    if (pid) await server.ask(`SELECT pg_cancel_backend(${pid})`)
    return isOver
  })
  assert.equal(await answered, 'DATABASE_UNREACHABLE')
  await waitFor('')
  await until(() => isDone(write(store)))
})

test('a connection that breaks while the server waits for its standby loses nothing, and doubles nothing', async t => {
  const way = await openWay(server.port)
  t.after(way.close)
  const url = (await server.database()).replace(`:${server.port}/`, `:${way.port}/`)
  const store = postgres(url)
  t.after(store.close)
  await store.prepare(plainShapes)
  const { outcome, tags } = await stuck(store)
  way.cut()
  await waitFor('')
  assert.equal(await outcome, 'durable')
  assert.equal(await store.count('tag'), tags + 1)
})
