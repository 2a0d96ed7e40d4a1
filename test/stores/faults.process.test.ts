import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../../src/define/base/objects.ts'
import type { Store } from '../../src/store/contract/store.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { plainShapes } from '../support/plain-events.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'

// A server that crashes, refuses connections and comes back: nothing that was answered is lost, nothing is doubled.

after(closePostgres)

const write = (store: Store, n: number) =>
  store.write(async tx => {
    const name = `tag ${n}`
    const id = await tx.insert('tag', {}, { en: { name, name_key: name } })
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
  })

test('a crashed server loses no confirmed write, and the service recovers by itself', async t => {
  const server = await postgresServer()
  const stores = [await server.database()].flatMap(url => [postgres(url), postgres(url)])
  t.after(() => Promise.all(stores.map(store => store.close())))
  for (const store of stores) await store.prepare(plainShapes)
  const answered = new Set<number>()
  const refused = new Set<string>()
  let next = 0
  let isOver = false
  const writers = stores.flatMap(store =>
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const n = next++
        await write(store, n).then(
          () => answered.add(n),
          error => {
            refused.add(codeOf(error))
            return sleep(20)
          },
        )
      }
    }),
  )
  for (let crash = 0; crash < 3; crash++) {
    const before = answered.size
    while (answered.size < before + 40) await sleep(5)
    await server.stop('SIGQUIT')
    await sleep(100)
    await server.start()
  }
  const before = answered.size
  while (answered.size < before + 40) await sleep(5)
  isOver = true
  await Promise.all(writers)

  const [store] = stores as [Store, Store]
  const lines = await store.journal(0, 100_000)
  const written = lines.map(({ detail }) => (detail as { n: number }).n)
  assert.equal(new Set(written).size, written.length, 'nothing is doubled')
  assert.deepEqual(
    [...answered].filter(n => !written.includes(n)),
    [],
    'nothing is lost',
  )
  assert.equal(await store.count('tag'), written.length, 'a record and its line are there together')
  assert.deepEqual([...refused], ['DATABASE_UNREACHABLE'])
})
