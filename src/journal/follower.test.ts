import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JournalEntry } from '../store/index.ts'
import { followJournal } from './follower.ts'

const line = (seq: number): JournalEntry => ({
  seq,
  instant: seq,
  actor: 0,
  verb: 'change',
  kind: 'event',
  id: 5,
  language: 'en',
  version: seq,
  detail: null,
})

test('a write of another process is awaited while its reading is under way', async () => {
  const lines = [line(1)]
  let isNew = false
  let goOn = () => {}
  let reading: Promise<void> | undefined
  const changes = followJournal(
    {
      lastSeq: async () => lines.length,
      async journal(after, limit) {
        await reading
        return lines.slice(after, after + (limit ?? lines.length))
      },
      look() {
        const wasNew = isNew
        isNew = false
        return wasNew
      },
    },
    { follow: async () => false, restart: async () => {} },
  )
  await changes.begin()
  assert.equal(changes.refresh(), undefined)
  const validity = changes.validity('event', 5)

  reading = new Promise(resolve => {
    goOn = resolve
  })
  lines.push(line(2))
  isNew = true
  const first = changes.refresh()
  await Promise.resolve()
  const second = changes.refresh()
  assert.ok(first && second)
  assert.equal(validity.isStale, false)
  goOn()
  await second
  assert.deepEqual([validity.isStale, changes.seq], [true, 2])
  await first
  await Promise.resolve()
  assert.equal(changes.refresh(), undefined)
})
