import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCurrentStore } from '../../src/journal/current-store.ts'
import type { Transaction } from '../../src/store/contract/store.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { openLink } from '../../src/store/postgres/link.ts'
import { openProxy } from '../support/cut-announcements.ts'
import { plainShapes } from '../support/plain-events.ts'
import { postgresServer } from '../support/shared-postgres.ts'

// Several processes on one PostgreSQL: each has caches and a list index of its own, and hears of the writes of the others.

const failed = (error: unknown) => assert.fail(error as Error)

async function openProcess(url: string) {
  const engine = postgres(url)
  await engine.prepare(plainShapes)
  return { engine, ...(await openCurrentStore(engine, failed)) }
}

const rename = (id: number, title: string) => async (tx: Transaction) => {
  const version = await tx.update('venue', id, {}, { en: { venue: title } })
  await tx.log({
    instant: 1,
    actor: 1,
    verb: 'change',
    kind: 'venue',
    id,
    language: 'en',
    version,
    detail: null,
  })
}

const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await sleep(5)
}

test('writes of one process are read by the others, also while notifications fail', async t => {
  const server = await postgresServer()
  const url = await server.database()
  const proxy = await openProxy(server.port)
  t.after(proxy.close)
  const one = await openProcess(url)
  t.after(one.close)
  const other = await openProcess(url.replace(`:${server.port}/`, `:${proxy.port}/`))
  t.after(other.close)
  const nameThere = async (id: number) => (await other.store.get('venue', id))?.texts.en?.venue

  const id = await one.store.write(tx =>
    tx.insert('venue', { status: 'publish' }, { en: { venue: 'Hall', name_key: 'hall' } }),
  )
  await one.store.write(rename(id, 'First'))
  assert.equal((await one.store.get('venue', id))?.texts.en?.venue, 'First')
  await until(async () => (await nameThere(id)) === 'First')

  proxy.setCut(true)
  await until(() => proxy.isNoticed && other.changes.isDisconnected)
  for (const name of ['Second', 'Third']) {
    await one.store.write(rename(id, name))
    assert.equal(await nameThere(id), name, 'read from the database')
  }
  assert.ok(other.changes.validity('venue', id).isStale, 'nothing is cached')

  proxy.setCut(false)
  await until(() => !other.changes.isDisconnected)
  assert.equal(await nameThere(id), 'Third')
  await one.store.write(rename(id, 'Fourth'))
  await until(async () => (await nameThere(id)) === 'Fourth')
})

test('writes of several processes come one after another, and nothing of them is lost or doubled', async t => {
  const server = await postgresServer()
  const url = await server.database()
  const processes = await Promise.all([openProcess(url), openProcess(url), openProcess(url)])
  for (const each of processes) t.after(each.close)
  const created = await Promise.all(
    Array.from({ length: 90 }, (_, n) =>
      processes[n % 3]?.store.write(async tx => {
        const id = await tx.insert('tag', {}, { en: { name: `Tag ${n}`, name_key: `tag ${n}` } })
        await tx.log({
          instant: 1,
          actor: 1,
          verb: 'create',
          kind: 'tag',
          id,
          language: 'en',
          version: 1,
          detail: { n },
        })
        return id
      }),
    ),
  )
  assert.equal(new Set(created).size, 90)
  const lines = await processes[0]?.store.journal(0, 1000)
  assert.deepEqual(
    lines?.map(({ id }) => id).toSorted((a, b) => a - b),
    created.toSorted((a, b) => Number(a) - Number(b)),
  )
  const end = lines?.at(-1)?.seq
  for (const { changes } of processes) await until(() => changes.seq === end)
})

test('one slug is given once, to one of several writers at the same time', async t => {
  const server = await postgresServer()
  const url = await server.database()
  const processes = await Promise.all([openProcess(url), openProcess(url)])
  for (const each of processes) t.after(each.close)
  const winners = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      processes[n % 2]?.store.write(async tx => {
        if ((await tx.bySlug('tag', 'jazz')) !== undefined) return 0
        const id = await tx.insert('tag', {}, { en: { name: 'Jazz', name_key: 'jazz' } })
        await tx.setSlugs('tag', id, ['jazz'])
        return 1
      }),
    ),
  )
  assert.equal(winners.filter(Boolean).length, 1)
})

test('calendars in schemas of one database get the notifications of their own processes only', {
  timeout: 120_000,
}, async t => {
  const url = await (await postgresServer()).database()
  const link = openLink(url)
  // longer than a channel may be called, and not in lower case
  const schemas = ['Lyon', 'paris'.padEnd(63, '-')]
  for (const schema of schemas) await link.query({ text: `CREATE SCHEMA "${schema}"` })
  await link.close()
  const inSchema = (schema: string) =>
    openProcess(`${url}?options=${encodeURIComponent(`-csearch_path="${schema}"`)}`)
  const [lyon = '', paris = ''] = schemas
  const [one, other] = [await inSchema(lyon), await inSchema(lyon)]
  const [neighbour, itsOther] = [await inSchema(paris), await inSchema(paris)]
  for (const each of [one, other, neighbour, itsOther]) t.after(each.close)
  const received: string[] = []
  for (const [name, each] of Object.entries({ one, other, itsOther }))
    each.engine.broadcast?.listen(text => received.push(`${name} ${text}`))

  const write = ({ store }: typeof one) =>
    store.write(async tx => {
      const venue = await tx.insert('venue', { status: 'publish' }, { en: { venue: 'Hall' } })
      await rename(venue, 'Hall')(tx)
    })
  for (let n = 0; n < 5; n++) await write(neighbour)
  const far = await neighbour.store.lastSeq()
  await until(() => itsOther.changes.seq === far)
  await write(one)
  const position = await one.store.lastSeq()
  assert.ok(position < far)
  await until(() => other.changes.seq === position)

  await until(() => {
    // a process may not be connected at this moment: a message is not sent again
    neighbour.engine.broadcast?.send('in Paris')
    return received.length > 0
  })
  assert.deepEqual([...new Set(received)], ['itsOther in Paris'])
})
