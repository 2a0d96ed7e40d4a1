import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { reading } from '../../src/store/postgres/connections.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { openPool, usual } from '../../src/store/postgres/pool.ts'
import { openSearch } from '../../src/store/postgres/search.ts'
import { plainEvent, plainShapes } from '../support/plain-events.ts'
import { postgresServer } from '../support/shared-postgres.ts'

// Letters whose every trigram is common are not looked for by one statement that goes through most of a large calendar: at a
// million events it takes the server nearly as long as a statement may.

const phrase = 'open harbour walk'
const events = 210
/** The end of a statement that has taken as long as it may. */
const endsItself = 'SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(60)'

test('a phrase of common words is read through in slices, and so are letters that the server does not find in time', async t => {
  const url = await (await postgresServer()).database()
  const store = postgres(url)
  const pool = openPool(url, usual)
  const looked: unknown[] = []
  let isLate = false
  const connection = reading({
    ask<T>(statement: pg.QueryConfig) {
      const isSearch = statement.text.includes('LIKE')
      if (isSearch) looked.push(statement.values?.[1])
      return pool.ask<T>(isSearch && isLate ? { text: endsItself } : statement)
    },
    lend: pool.lend,
  })
  const search = openSearch(url, connection, store)
  t.after(() => Promise.all([search.close(), store.close(), pool.close()]))
  await store.prepare(plainShapes)

  const ofPhrase: number[] = []
  const ofRare: number[] = []
  await store.write(async tx => {
    for (let at = 0; at < events; at++) {
      const id = await tx.insert('event', { status: 'publish' }, {})
      const words = at % 7 === 0 ? phrase : 'walk to an open harbour'
      const text = at === 7 ? `${words} quizzes` : words
      if (at % 7 === 0) ofPhrase.push(id)
      if (at === 7) ofRare.push(id)
      await tx.derive(plainEvent(id, {}, { en: text, fr: text }))
    }
  })
  await new Promise<void>((resolve, reject) => {
    const progress = (done: number, total: number) => done === total && resolve()
    search.begin(10_000, { progress, failed: reject })
  })
  const findIds = async (letters: string) => {
    const ids: number[] = []
    await search.find('en', letters, some => ids.push(...some))
    return ids.sort((a, b) => a - b)
  }

  assert.deepEqual(await findIds(phrase), ofPhrase)
  assert.deepEqual(looked, [])
  // One rare word is enough for the index.
  assert.deepEqual(await findIds('walk quizzes'), ofRare)
  assert.deepEqual(looked, ['%walk quizzes%'])
  isLate = true
  assert.deepEqual(await findIds('quizzes'), ofRare)
  assert.deepEqual(looked, ['%walk quizzes%', '%quizzes%'])
})
