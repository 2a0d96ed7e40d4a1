import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openJournalReader } from '../../src/journal/reader.ts'
import type { JournalEntry } from '../../src/store/store.ts'
import { folderFor, open, until } from './journal.ts'

const unexpected = {
  missed: () => assert.fail('nothing was pruned'),
  failed: (error: unknown) => assert.fail(String(error)),
}

test('a reader that never finishes delays no writer, and nobody finds anything old', async t => {
  const { context, changes, event, total, close } = await open(folderFor(t))
  let begun = 0
  const reader = await openJournalReader(context.store, {
    ...unexpected,
    read: () => new Promise(() => begun++),
  })
  t.after(reader.stop)
  t.after(close)
  changes.subscribe(reader.wake)
  for (let n = 1; n <= 20; n++) {
    await event(`Event ${n}`)
    assert.equal(await total(), n)
  }
  await until(() => begun > 0)
  const place = reader.place
  await Promise.all(Array.from({ length: 50 }, (_, n) => event(`Together ${n}`)))
  assert.equal(await total(), 70)
  assert.equal(begun, 1)
  assert.equal(reader.place, place)
  assert.equal(changes.seq, await context.store.lastSeq())
})

test('a reader that throws delays no writer, and is given the same lines again', async t => {
  const { context, changes, event, total, close } = await open(folderFor(t))
  const read: number[] = []
  let failures = 0
  const reader = await openJournalReader(context.store, {
    ...unexpected,
    pause: 1,
    async read(entries) {
      if (failures < 3) throw new Error('not now')
      read.push(...entries.map(({ seq }) => seq))
    },
    failed: () => failures++,
  })
  t.after(reader.stop)
  t.after(close)
  changes.subscribe(reader.wake)
  const first = changes.seq + 1
  for (let n = 1; n <= 5; n++) {
    await event(`Event ${n}`)
    assert.equal(await total(), n)
  }
  await until(() => reader.place === changes.seq)
  assert.equal(failures, 3)
  assert.deepEqual(
    read,
    Array.from({ length: changes.seq - first + 1 }, (_, n) => first + n),
  )
})

test('a place that is stored outlives the process: nothing is left out, and only what was not finished comes twice', async t => {
  const folder = folderFor(t)
  const lines: JournalEntry[] = []
  let isCut = false
  const reading = {
    ...unexpected,
    name: 'test',
    async read(entries: readonly JournalEntry[]) {
      lines.push(...entries)
      // the process ends before it has said that it is done
      if (isCut) await new Promise(() => {})
    },
  }
  const before = await open(folder)
  const reader = await openJournalReader(before.context.store, reading)
  before.changes.subscribe(reader.wake)
  await before.event('One')
  await until(() => reader.place === before.changes.seq)
  isCut = true
  const stored = reader.place
  await before.event('Two')
  await until(() => lines.at(-1)?.seq === before.changes.seq)
  reader.stop()
  await before.close()
  isCut = false
  const after = await open(folder)
  await after.event('While nobody reads')
  const again = await openJournalReader(after.context.store, reading)
  t.after(again.stop)
  t.after(after.close)
  assert.equal(again.place, stored)
  await until(() => again.place === after.changes.seq)
  const titles = lines.filter(({ verb, kind }) => verb === 'create' && kind === 'event')
  assert.deepEqual(
    titles.map(({ id }) => id),
    [1, 2, 2, 3],
  )
})
