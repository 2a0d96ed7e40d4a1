import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAdmission } from './cache.ts'

/** The number of requests until a value is admitted. */
function asksUntilAdmitted({ isDue }: ReturnType<typeof openAdmission>) {
  let asks = 1
  while (!isDue('a', 1)) asks++
  return asks
}

test('a new value is cached at the first or the second request', () => {
  assert.equal(asksUntilAdmitted(openAdmission(0)), 1)
  assert.equal(asksUntilAdmitted(openAdmission(1)), 2)
})

test('values that are evicted unused are cached ever more seldom, within bounds', () => {
  const admission = openAdmission(0)
  const asks = Array.from({ length: 7 }, () => {
    const hits = asksUntilAdmitted(admission)
    admission.ended('a', false)
    return hits
  })
  assert.deepEqual(asks, [1, 2, 3, 5, 9, 17, 17])
})

test('a value that was used before it was evicted is cached again at once', () => {
  const admission = openAdmission(1)
  asksUntilAdmitted(admission)
  for (let n = 0; n < 4; n++) admission.ended('a', false)
  admission.ended('a', true)
  assert.equal(asksUntilAdmitted(admission), 1)
})

test('values that are requested in turn do not evict each other', () => {
  const { isDue } = openAdmission(1)
  const lists = Array.from({ length: 300 }, (_, n) => `/events?page=${n}&per_page=10`)
  for (const list of lists) isDue(list, 1)
  assert.deepEqual(
    lists.filter(list => !isDue(list, 1)),
    [],
  )
})

test('a second request counts as the first if the value would have been evicted before it', () => {
  const { isDue } = openAdmission(1, 100)
  const inTurn = (count: number) =>
    Array.from({ length: 2 * count }, (_, n) => isDue(`list ${n % count}`, 10))
  assert.equal(inTurn(20).includes(true), false)
  assert.equal(inTurn(5).filter(Boolean).length, 5)
})
