import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFor, openRecords } from './open-records.ts'

/** Processes that hear each other. */
function processes(count: number) {
  const listeners: ((text: string) => void)[][] = Array.from({ length: count }, () => [])
  return listeners.map((own, at) => ({
    send: (text: string) => {
      for (const [other, listening] of listeners.entries())
        if (other !== at) for (const listen of listening) listen(text)
    },
    listen: (listener: (text: string) => void) => void own.push(listener),
  }))
}

test('a user sees the other users with the same record, in every process, and none of another record', () => {
  const [one, two] = processes(2).map(each => openRecords(each, () => 0))
  assert.ok(one && two)
  assert.deepEqual(one('event/1', 7), [])
  assert.deepEqual(one('event/1', 7), [], 'not oneself')
  assert.deepEqual(two('event/1', 8), [7])
  assert.deepEqual(one('event/1', 9), [7, 8])
  assert.deepEqual(two('event/2', 9), [])
  assert.deepEqual(two('venue/1', 9), [])
})

test('a record that its form no longer names is closed after a minute', () => {
  let now = 1000
  const open = openRecords(undefined, () => now)
  open('event/1', 7)
  now += openFor
  assert.deepEqual(open('event/1', 8), [7])
  now += 1
  assert.deepEqual(open('event/1', 9), [8])
})

test('the records that were noted longest ago are forgotten, however many there are', () => {
  const open = openRecords(undefined, () => 0)
  open('event/1', 7)
  for (let id = 2; id <= 10_000; id++) open(`event/${id}`, 7)
  assert.deepEqual(open('event/1', 8), [7], 'as many as there may be')
  open('event/20000', 7)
  assert.deepEqual(open('event/2', 8), [], 'the oldest is gone')
  assert.deepEqual(open('event/1', 9), [7, 8], 'what was noted again is not')
})

test('messages that do not have the form of our processes are ignored', () => {
  const [stranger, ours] = processes(2)
  assert.ok(stranger && ours)
  const open = openRecords(ours, () => 0)
  const wrong = ['', '{', 'null', '[]', '{"counts":{"a":1}}', '{"open":null}']
  const records = ['event/1 ', 'event/', '/1', `event/${'1'.repeat(16)}`, '<b>/1', 1, null]
  for (const text of wrong) stranger.send(text)
  for (const record of records) stranger.send(JSON.stringify({ open: { record, user: 7 } }))
  for (const user of [0, -1, 1.5, '7', null, 1e300])
    stranger.send(JSON.stringify({ open: { record: 'event/1', user } }))
  assert.deepEqual(open('event/1', 8), [])
})
