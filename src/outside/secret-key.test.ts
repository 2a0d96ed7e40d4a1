import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { keyIn } from './secret-key.ts'

function folderFor(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-key-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A database for these tests: writes run one after another, as in every engine; several may have read before the first. */
function database() {
  const notes = new Map<string, string>()
  const tx = {
    note: async (key: string) => notes.get(key),
    setNote: async (key: string, value: string) => void notes.set(key, value),
  }
  let turn = Promise.resolve<unknown>(undefined)
  const store = {
    note: tx.note,
    countWith: async () => 0,
    write: <T>(work: (of: typeof tx) => Promise<T>): Promise<T> => {
      const done = turn.then(() => work(tx))
      turn = done.catch(() => {})
      return done
    },
  }
  return store as unknown as Parameters<typeof keyIn>[1]
}

test('processes that start together in one folder have one key', async t => {
  const [folder, store] = [folderFor(t), database()]
  const keys = await Promise.all(
    Array.from({ length: 5 }, () => keyIn({ dataFolder: folder }, store)),
  )
  const stored = readFileSync(join(folder, 'secret.key'))
  for (const key of keys) assert.deepEqual(key, stored)
  assert.deepEqual(readdirSync(folder), ['secret.key'])
  assert.deepEqual(await keyIn({ dataFolder: folder }, store), stored)
})

test('if machines with folders of their own start together, all but the first are refused', async t => {
  const store = database()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 }, () => keyIn({ dataFolder: folderFor(t) }, store)),
  )
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  assert.deepEqual(
    refused.map(({ reason }) => reason.code),
    ['KEY_OTHER', 'KEY_OTHER'],
  )
})
