import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntilSaved } from './autosave.ts'

const typed = { title: 'Fair' }
const state = {
  isDue: true,
  isHeld: false,
  isBusy: false,
  isRefused: false,
  values: typed,
  last: { at: 0 },
}
const now = 1_000_000

test('a draft is saved after a pause, and not again at once', () => {
  assert.equal(waitUntilSaved(state, now), 3000)
  assert.equal(waitUntilSaved({ ...state, last: { at: now - 1000, values: typed } }, now), 9000)
  assert.equal(waitUntilSaved({ ...state, last: { at: now - 60_000 } }, now), 3000)
})

test('nothing is saved while nothing has changed or another action has priority', () => {
  for (const not of [{ isDue: false }, { isHeld: true }])
    assert.equal(waitUntilSaved({ ...state, ...not }, now), undefined)
})

test('offline, a save in progress waits, and no second one begins', () => {
  assert.equal(waitUntilSaved({ ...state, isBusy: true }, now), undefined)
})

test('a refused save is tried again after the next input', () => {
  const refused = { ...state, isRefused: true, last: { at: now - 60_000, values: typed } }
  assert.equal(waitUntilSaved(refused, now), undefined)
  assert.equal(waitUntilSaved({ ...refused, values: { title: 'Fairs' } }, now), 3000)
})
