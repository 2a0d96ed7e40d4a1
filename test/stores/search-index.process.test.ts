import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import type { Store } from '../../src/store/contract/store.ts'
import { openFind } from '../../src/store/search/find.ts'
import { openDatabase, statementsOf } from '../../src/store/sqlite/driver.ts'
import { openSearch, sqlite } from '../../src/store/sqlite/engine.ts'
import { openIndexing } from '../../src/store/sqlite/search/indexing.ts'
import { openThread } from '../../src/store/sqlite/search/thread.ts'
import { namesAsWritten } from '../support/own-names.ts'
import { plainEvent, plainShapes } from '../support/plain-events.ts'

import { folder, idsWith, nine, openIndexed, openTexts } from './search-texts.ts'

test('an interrupted index continues from there', async t => {
  const { file, store, add, change, texts, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('carnival'))
  for (const letters of ['carnival', 'biennale'])
    for (let steps = 1; steps < 9; steps++) {
      const index = openIndexed(file, store)
      index.step()
      index.close()
      if (steps === 5)
        for (const id of [...texts.keys()]) await change(id, { en: `biennale ${id}` })
      const again = openIndexed(file, store)
      again.step()
      assert.deepEqual(await again.found(letters), having('en', letters))
      again.close()
    }
})

test('an index of another calendar is not believed, nor one of days that a restored copy does not know', async t => {
  const { file, store, add, texts } = await openTexts()
  await add(nine('carnival'))
  await store.close()
  copyFileSync(file, `${file}.copy`)

  const later = sqlite(file)
  await later.prepare(plainShapes)
  const change = (of: Store, word: string) =>
    of.write(async tx => {
      for (const id of texts.keys()) {
        await tx.derive(plainEvent(id, {}, { en: `${word} ${id}` }))
        await tx.log({
          instant: word.length,
          actor: 1,
          verb: 'change',
          kind: 'event',
          id,
          language: 'en',
          version: 1,
          detail: null,
        })
      }
    })
  await change(later, 'exhibition')
  const index = openIndexed(file, later)
  while (index.step());
  index.close()
  await later.close()

  copyFileSync(`${file}.copy`, file)
  const restored = sqlite(file)
  t.after(() => restored.close())
  await restored.prepare(plainShapes)
  await change(restored, 'fireworks')
  const other = openIndexed(file, restored)
  t.after(() => other.close())
  other.step()
  assert.deepEqual(await other.found('fireworks'), [...texts.keys()])
  while (other.step());
  assert.deepEqual(await other.found('fireworks'), [...texts.keys()])
  assert.deepEqual(await other.found('exhibition'), [])
})

test('an index knows what a copy made while it was built does not know', async t => {
  const { file, store, add, texts } = await openTexts()
  await add(nine('carnival'))
  await store.close()
  copyFileSync(file, `${file}.copy`)

  const later = sqlite(file)
  await later.prepare(plainShapes)
  const index = openIndexed(file, later)
  index.step()
  await later.write(async tx => {
    await tx.derive(plainEvent(9, {}, { en: 'exhibition' }))
    await tx.log({
      instant: 1,
      actor: 1,
      verb: 'change',
      kind: 'event',
      id: 9,
      language: 'en',
      version: 2,
      detail: null,
    })
  })
  index.step()
  index.step()
  index.close()
  await later.close()

  copyFileSync(`${file}.copy`, file)
  const restored = sqlite(file)
  t.after(() => restored.close())
  await restored.prepare(plainShapes)
  const other = openIndexed(file, restored)
  t.after(() => other.close())
  for (let steps = 0; steps < 4; steps++) {
    other.step()
    assert.deepEqual(await other.found('carnival'), [...texts.keys()])
  }
})

test('a thread maintains the index in the background, and ends with the service', async t => {
  const { file, store, add, change, having } = await openTexts()
  t.after(() => store.close())
  await add([...nine('carnival'), ...nine('jazz')])
  const failures: unknown[] = []
  const built = Promise.withResolvers<void>()
  const open = () =>
    openThread(
      { file, index: `${file}.search` },
      {
        progress: (done, total) => done === total && built.resolve(),
        failed: error => failures.push(error),
      },
      () => {},
    )
  const thread = open()
  await built.promise
  await change(3, { en: 'no more of it' })
  await change(12, { en: 'a second carnival' })
  assert.deepEqual(await idsWith(thread.find, 'carnival'), having('en', 'carnival'))
  await thread.close()
  assert.ok(existsSync(`${file}.search`))
  const again = open()
  assert.deepEqual(await idsWith(again.find, 'jazz'), having('en', 'jazz'))
  await again.close()
  assert.deepEqual(failures, [])
})

test('results are the same with and without the index', async t => {
  const { file, store, add, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('carnival'))
  // No index can be made where a folder is in the way.
  mkdirSync(file.replace(/\.db$/, '.search.db'))
  const failures: unknown[] = []
  const search = openSearch(file, store, 0)
  search.begin(9, { failed: error => failures.push(error) })
  assert.deepEqual(await idsWith(search.find, 'carnival'), having('en', 'carnival'))
  assert.equal(failures.length, 1)
  await search.close()
})

test('results are the same with and without the thread', async t => {
  const { store, add, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('carnival'))
  const failures: unknown[] = []
  // A thread that cannot open the database ends at once.
  const search = openSearch(join(folder, 'nowhere', 'almanac.db'), store, 0)
  search.begin(9, { failed: error => failures.push(error) })
  assert.deepEqual(await idsWith(search.find, 'carnival'), having('en', 'carnival'))
  assert.equal(failures.length, 1)
  assert.deepEqual(await idsWith(search.find, 'nival'), having('en', 'nival'))
  await search.close()
})

test('an index whose process was killed, however often, lacks nothing that it says it has', async t => {
  const { file, store, add, change, texts } = await openTexts()
  t.after(() => store.close())
  const word = (n: number) => `concert ${n} of ${['jazz', 'blues', 'songs'][n % 3]}`
  await add(Array.from({ length: 6000 }, (_, n) => ({ en: word(n), fr: `${word(n)} ${n * 7}` })))
  for (let round = 0; round < 6; round++) {
    const child = fork(join(import.meta.dirname, 'search-thread.ts'), [file], {
      execArgv: namesAsWritten,
    })
    await Promise.race([once(child, 'message'), passed(500)])
    await passed(Math.random() * 100)
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (let n = 1; n < 20; n++)
      await change(n * 17 + round, n % 3 ? { en: word(n + round) } : undefined)
  }
  const database = openDatabase(file, { readOnly: true })
  const indexing = openIndexing(statementsOf(database), `${file}.search`)
  t.after(() => {
    indexing.close()
    database.close()
  })
  while (indexing.step());
  const failures: unknown[] = []
  const find = openFind(store, {
    slice: 100,
    share: 1,
    indexed: indexing.now,
    spoiled: error => failures.push(error),
  })
  for (const letters of ['blues', 'concert 77', 'of s', '99 of', 'zz'])
    assert.deepEqual(
      await idsWith(find, letters),
      [...texts].filter(([, { en }]) => en?.includes(letters)).map(([id]) => id),
    )
  assert.deepEqual(failures, [])
})

test('an event that is erased leaves the search index', async t => {
  const { file, store, add, change, texts } = await openTexts()
  t.after(() => store.close())
  await add(nine('zebrafish'))
  const indexed = openIndexed(file, store)
  while (indexed.step());
  for (const id of [...texts.keys()]) await change(id, undefined)
  while (indexed.step());
  assert.deepEqual(await indexed.found('zebrafish'), [])
  indexed.close()
  const trigrams = openDatabase(`${file}.search`)
  assert.deepEqual(trigrams.prepare(`SELECT rowid FROM gram WHERE gram MATCH '"zeb"'`).all(), [])
  trigrams.close()
})
