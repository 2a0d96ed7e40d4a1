import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import type { Language } from '../../src/define/text/language.ts'
import type { Store } from '../../src/store/contract/store.ts'
import { openStatements } from '../../src/store/postgres/connections.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { having } from '../../src/store/postgres/search.ts'
import { plainEvent, plainShapes } from '../support/plain-events.ts'
import { postgresServer } from '../support/shared-postgres.ts'
import { openTexts } from './search-texts.ts'

// Several processes that start at once make one index for searches, and none removes that of another; its results are those of SQLite.

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

/** Two processes on one database, and two who look on: one reads and makes everybody wait for it. */
async function twoStores(t: TestContext) {
  const url = await (await postgresServer()).database()
  const stores = [postgres(url), postgres(url)] as const
  const [reading, looking] = [await opened(url), await opened(url)]
  t.after(async () => {
    await Promise.all([reading.end(), looking.end()])
    for (const store of stores) await store.close()
  })
  for (const store of stores) await store.prepare(plainShapes)
  return { stores, reading, looking }
}

test('a process that starts while the search index is being created waits for it and does not create it again', async t => {
  const { stores, reading, looking } = await twoStores(t)
  const [first, second] = stores
  const lookUp = async (sql: string) => (await looking.query(sql)).rows[0] as { is: unknown }
  const until = async (sql: string) => {
    while (!(await lookUp(sql))) await sleep(10)
  }
  const index =
    "SELECT indexrelid AS is FROM pg_index WHERE indexrelid = to_regclass('search_trigrams')"

  // A new index is not finished before those have ended who might still see the table without it.
  await reading.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await reading.query('SELECT 1')
  const ofFirst = indexed(first)
  await until(`${index} AND NOT indisvalid`)
  const created = await lookUp(index)
  const ofSecond = indexed(second)
  await until(
    `SELECT 1 AS is FROM pg_stat_activity WHERE datname = current_database()
      AND query LIKE 'SELECT pg_try_advisory_lock%' AND state = 'idle'`,
  )
  await reading.query('COMMIT')
  await Promise.all([ofFirst, ofSecond])
  assert.deepEqual(await lookUp(`${index} AND indisvalid`), created)
})

test('a store that is closed while another makes the index does not wait for it', async t => {
  const { stores, reading, looking } = await twoStores(t)
  const [first, second] = stores
  await reading.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await reading.query('SELECT 1')
  const failures: unknown[] = []
  const failed = (error: unknown) => void failures.push(error)
  for (const store of [first, second]) store.search.begin(many, { failed })
  const isCreated = "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('search_trigrams')"
  while ((await looking.query(isCreated)).rowCount === 0) await sleep(10)
  await first.close()
  await second.close()
  assert.deepEqual(failures, [])
})

const words = [
  'jazz',
  'ete',
  'été',
  'œuvre',
  'oeuvre',
  'JAZZ',
  "aujourd'hui",
  'abc',
  'ab',
  'c',
  'a',
  ' ',
  '-',
  '%',
  '_',
  '\\',
  '\\%',
  '\\\\',
  '100%',
  'a_b',
  '*',
  '"',
  "'",
  '🎷',
  '👩‍🎨',
  '日本',
  '語',
  'ёлка',
  '\n',
  '7919',
]
const text = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...words) },
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 6 },
  )
  // No text of ours has a character zero.
  .map(list => list.join('').replaceAll('\0', ''))

const idsWith = async ({ search }: Store, language: Language, letters: string) => {
  const faults = new Set<number>()
  await search.find(language, letters, ids => {
    for (const id of ids) faults.add(id)
  })
  return [...faults].sort((a, b) => a - b)
}

test('letters are looked up in the index, and the same events have them as on SQLite', async t => {
  const url = await (await postgresServer()).database()
  const store = postgres(url)
  const { store: onFile, add } = await openTexts()
  const looking = await opened(url)
  t.after(() => Promise.all([store.close(), onFile.close(), looking.end()]))
  await store.prepare(plainShapes)
  const texts = fc.sample(fc.record({ en: text, fr: text }), { numRuns: 200, seed: 1 })
  await add(texts)
  await store.write(async tx => {
    for (const each of texts)
      await tx.derive(plainEvent(await tx.insert('event', { status: 'publish' }, {}), {}, each))
  })
  // Many others, which only this engine has to pass over.
  await looking.query(
    "INSERT INTO search SELECT 'venue', id, 'en', 0, repeat(md5(id::text), 9) FROM generate_series(1, 4000) AS id",
  )
  await looking.query('ANALYZE search')
  await indexed(store)

  const statements = openStatements()
  for (const letters of ['jazz', '100\\%', 'a\\_b abc', 'oeuvre 🎷', '7919']) {
    const { text, values } = statements(having, ['en', `%${letters}%`])
    const { rows } = await looking.query({ text: `EXPLAIN ${text}`, values: values as string[] })
    assert.match(JSON.stringify(rows), /Bitmap Index Scan on search_trigrams/, letters)
  }

  const piece = fc
    .record({ of: fc.constantFrom(...texts), from: fc.nat({ max: 9 }), length: fc.nat({ max: 6 }) })
    .map(({ of, from, length }) => [...of.en].slice(from, from + length).join(''))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Language>('en', 'fr'),
      fc.oneof(text, piece, fc.constantFrom(...words)),
      async (language, letters) => {
        const results = await idsWith(store, language, letters)
        assert.deepEqual(results, await idsWith(onFile, language, letters))
      },
    ),
    { numRuns: 300 },
  )
})
