import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseForm } from './parse.ts'

/** The shortest of some runs, in milliseconds. */
function timeOf(text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now()
    parseForm(text)
    return performance.now() - started
  })
  return Math.min(...times)
}

test('a form of names without values is read as soon as one with values', () => {
  const count = 300_000
  const [named, valued] = [timeOf('ab&'.repeat(count)), timeOf('a=&'.repeat(count))]
  assert.ok(named < 12 * valued, `${named} ms, not about ${valued} ms`)
})

test('a name without a value is empty, and only the first equals sign parts', () => {
  assert.deepEqual(parseForm('a&&b=1=2&=3&c=+%26').sent, [
    ['a', ''],
    ['b', '1=2'],
    ['', '3'],
    ['c', ' &'],
  ])
})
