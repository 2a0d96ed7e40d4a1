import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { openCurrentStore } from '../../src/journal/current-store.ts'
import type { Store } from '../../src/store/contract/store.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import {
  isReady,
  make,
  nothingLost,
  openWay,
  openWriters,
  serveOn,
  unreachable,
  until,
} from '../support/faulty.ts'
import { plainShapes } from '../support/plain-events.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'

// The server that is written dies, and the one that follows it takes over.

afterEach(closePostgres)

test('when a standby takes over, nothing that was answered is lost or doubled, by either way to it', async t => {
  const server = await postgresServer()
  const url = await server.database()
  const standby = await server.standby()
  const way = await openWay(server.port)
  t.after(way.close)
  const service = await serveOn(url.replace(`:${server.port}/`, `:${way.port}/`))
  t.after(service.close)
  // an address with several servers, as PostgreSQL's own programs take it
  const both = url.replace(`${server.port}/`, `${server.port},127.0.0.1:${standby.port}/`)
  const other = await serveOn(both, { dataFolder: service.settings.dataFolder })
  t.after(other.close)
  // a commit waits for the standby: without this, what it has not got yet goes with the server
  await server.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
  await server.ask('SELECT pg_reload_conf()')
  await make(service, 'first')
  const writers = openWriters([service, other])
  await writers.more(30)
  await server.stop('SIGQUIT')
  // the address leads to the standby before that can be written
  way.lead(standby.port)
  way.cut()
  await until(async () => !(await isReady(service)) && !(await isReady(other)))
  assert.equal((await make(service, 'too early')).body.code, 'rest_database_unreachable')
  await standby.ask('SELECT pg_promote()')
  await writers.more(30)
  await writers.end()
  await until(async () => (await isReady(service)) && (await isReady(other)))
  assert.deepEqual([...writers.refusals.keys()], [unreachable])
  for (const each of [service, other]) await nothingLost(each, writers.acknowledged)
})

const name = (store: Store, id: number, title: string) =>
  store.write(async tx => {
    const version = await tx.update('venue', id, {}, { en: { venue: title } })
    await tx.log({
      instant: 1,
      actor: 1,
      verb: 'change',
      kind: 'venue',
      id,
      language: 'en',
      version,
      detail: { title },
    })
  })

test('when the standby had less than the server that died, no process shows what is lost', async t => {
  const server = await postgresServer()
  const url = await server.database()
  const standby = await server.standby()
  const open = async () => {
    const way = await openWay(server.port)
    const engine = postgres(url.replace(`:${server.port}/`, `:${way.port}/`))
    await engine.prepare(plainShapes)
    const current = await openCurrentStore(engine, () => {})
    t.after(async () => {
      await current.close()
      way.close()
    })
    return { way, store: current.store, changes: current.changes }
  }
  const [one, other] = await Promise.all([open(), open()])
  const nameIn = async (store: Store, id: number) => (await store.get('venue', id))?.texts.en?.venue
  const id = await one.store.write(tx =>
    tx.insert('venue', { status: 'publish' }, { en: { venue: 'Hall', name_key: 'hall' } }),
  )
  await name(one.store, id, 'kept')
  await until(async () => {
    const { at } = (await standby.ask('SELECT pg_last_wal_replay_lsn()::text AS at')) as {
      at: string
    }
    const { is } = (await server.ask(`SELECT pg_current_wal_lsn() <= '${at}' AS is`)) as {
      is: boolean
    }
    return is
  })
  await standby.stop('SIGINT')
  for (const title of ['lost', 'lost too']) await name(one.store, id, title)
  for (const { store } of [one, other])
    await until(async () => (await nameIn(store, id)) === 'lost too')
  await server.stop('SIGQUIT')
  await standby.start()
  await standby.ask('SELECT pg_promote()')
  for (const { way } of [one, other]) way.lead(standby.port)
  // its first write there has the number of a line that is lost
  await until(() =>
    name(other.store, id, 'again').then(
      () => true,
      () => false,
    ),
  )
  assert.equal(await nameIn(other.store, id), 'again')
  await until(async () => (await nameIn(one.store, id)) === 'again')
  const titles = (await one.store.journal(0, 100)).map(({ detail }) => detail)
  assert.deepEqual(titles, [{ title: 'kept' }, { title: 'again' }])
  await until(() => one.changes.seq === other.changes.seq)
})
