import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import type { Use } from '../../src/store/sqlite/search/trigram-index.ts'
import { nine, openIndexed, openTexts } from './search-texts.ts'

// Of several processes one keeps the search index, and the others read it; the journal tells them what is not in it yet.

test('an index that one process maintains is usable by others, before and after each step', async t => {
  const { file, store, add, change, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('zebrafish'))
  const keeper = openIndexed(file, store, () => 'keep')
  const reader = openIndexed(file, store, () => 'read')
  t.after(keeper.close)
  t.after(reader.close)

  assert.equal(reader.step(), false)
  assert.equal(reader.now(), undefined, 'there is nothing to ask yet')
  const isListed = async () => {
    for (const letters of ['zebrafish', 'antelope', 'fish 3', 'lope 4'])
      assert.deepEqual(await reader.found(letters), having('en', letters), letters)
  }
  while (keeper.step()) {
    reader.step()
    await isListed()
  }
  const ids = having('en', 'zebrafish')
  for (const [n, id] of ids.entries()) {
    await change(id, n % 4 ? { en: `antelope ${n}` } : undefined)
    await isListed()
    if (n % 2) keeper.step()
    await isListed()
    if (n % 3) reader.step()
    await isListed()
  }
  while (keeper.step());
  reader.step()
  assert.deepEqual(reader.now()?.changed, [], 'the index has all of it')
  await isListed()
})

test('when the process that maintains it ends another takes over, and a rebuilt index is used', async t => {
  const { file, store, add, change, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('zebrafish'))
  const first = openIndexed(file, store, () => 'keep')
  while (first.step());
  let use: Use = 'read'
  const second = openIndexed(file, store, () => use)
  const third = openIndexed(file, store, () => 'read')
  t.after(third.close)
  second.step()
  third.step()
  first.close()

  use = 'keep'
  const [one = 0, two = 0] = having('en', 'zebrafish')
  await change(one, { en: 'antelope' })
  while (second.step());
  third.step()
  assert.deepEqual(third.now()?.changed, [])
  for (const each of [second, third]) assert.deepEqual(await each.found('antelope'), [one])

  second.close()
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}.search${end}`, { force: true })
  await change(two, { en: 'antelope' })
  const fourth = openIndexed(file, store, () => 'keep')
  t.after(fourth.close)
  while (fourth.step());
  third.step()
  assert.deepEqual(third.now()?.changed, [], 'it reads the new file')
  for (const each of [fourth, third]) assert.deepEqual(await each.found('antelope'), [one, two])
})
