import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgres } from '../../src/store/postgres/engine.ts'
import type { Store } from '../../src/store/store.ts'
import { plainShapes } from '../support/plain-events.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'

// Several processes that start at once make one index for searches, and none takes away that of another.

after(closePostgres)

const many = 10_000

const indexed = (store: Store) =>
  new Promise<void>((resolve, reject) => {
    const progress = (done: number, total: number) => done === total && resolve()
    store.search.begin(many, { progress, failed: reject })
  })

async function opened(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

test('who starts while the index for searches is being made waits for it and leaves it alone', async t => {
  const url = await (await postgresServer()).database()
  const stores = [postgres(url), postgres(url)]
  const [reading, looking] = [await opened(url), await opened(url)]
  t.after(async () => {
    await Promise.all([reading.end(), looking.end()])
    for (const store of stores) await store.close()
  })
  for (const store of stores) await store.prepare(plainShapes)
  const [first, second] = stores as [Store, Store]
  const found = async (sql: string) => (await looking.query(sql)).rows[0] as { is: unknown }
  const until = async (sql: string) => {
    while (!(await found(sql))) await sleep(10)
  }
  const index =
    "SELECT indexrelid AS is FROM pg_index WHERE indexrelid = to_regclass('search_trigrams')"

  // A new index is not finished before those have ended who might still see the table without it.
  await reading.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await reading.query('SELECT 1')
  const ofFirst = indexed(first)
  await until(`${index} AND NOT indisvalid`)
  const made = await found(index)
  const ofSecond = indexed(second)
  await until(
    `SELECT 1 AS is FROM pg_stat_activity WHERE datname = current_database()
      AND query LIKE 'SELECT pg_try_advisory_lock%' AND state = 'idle'`,
  )
  await reading.query('COMMIT')
  await Promise.all([ofFirst, ofSecond])
  assert.deepEqual(await found(`${index} AND indisvalid`), made)
})

test('a store that is closed while another makes the index does not wait for it', async t => {
  const url = await (await postgresServer()).database()
  const stores = [postgres(url), postgres(url)]
  const [reading, looking] = [await opened(url), await opened(url)]
  t.after(async () => {
    await Promise.all([reading.end(), looking.end()])
    for (const store of stores) await store.close()
  })
  for (const store of stores) await store.prepare(plainShapes)
  await reading.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await reading.query('SELECT 1')
  const [first, second] = stores as [Store, Store]
  const failures: unknown[] = []
  const failed = (error: unknown) => void failures.push(error)
  for (const store of [first, second]) store.search.begin(many, { failed })
  const isMade = "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('search_trigrams')"
  while ((await looking.query(isMade)).rowCount === 0) await sleep(10)
  await first.close()
  await second.close()
  assert.deepEqual(failures, [])
})
