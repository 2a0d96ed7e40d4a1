import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pruneJournal } from '../../src/journal/follower.ts'
import { nine, openIndexed, openTexts } from '../stores/search-texts.ts'

const prune = (store: Parameters<typeof pruneJournal>[0]) =>
  pruneJournal(store, Number.MAX_SAFE_INTEGER)

test('a search index that has read every line continues after they are removed', async t => {
  const { file, store, add, change, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('carnival'))
  const index = openIndexed(file, store)
  t.after(index.close)
  for (const word of ['biennale', 'exhibition', 'fireworks']) {
    while (index.step());
    await prune(store)
    await change(1, { en: word })
    for (const letters of ['carnival', word])
      assert.deepEqual(await index.found(letters), having('en', letters))
  }
})

test('a search index that slept while lines were removed is built again', async t => {
  const { file, store, add, change, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('carnival'))
  for (const steps of [1, 2, 9]) {
    const before = openIndexed(file, store)
    for (let step = 0; step < steps; step++) before.step()
    before.close()
    for (let id = 1; id < 9; id++) await change(id, { en: `biennale ${steps} ${id}` })
    await prune(store)
    await change(9, { en: `fireworks ${steps}` })
    const after = openIndexed(file, store)
    while (after.step());
    for (const letters of ['carnival', `biennale ${steps}`, `fireworks ${steps}`])
      assert.deepEqual(await after.found(letters), having('en', letters))
    after.close()
  }
})

test('a search index that has not read what was removed is passed over: the texts themselves are read', async t => {
  const { file, store, add, change, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('carnival'))
  const index = openIndexed(file, store)
  t.after(index.close)
  while (index.step());
  for (let id = 1; id < 9; id++) await change(id, { en: `biennale ${id}` })
  await prune(store)
  assert.throws(index.now)
  assert.deepEqual(await index.found('biennale'), having('en', 'biennale'))
})
