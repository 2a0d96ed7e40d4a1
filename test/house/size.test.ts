import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cyclesOf, longestFile, longFunctions, measure, packings } from './size.ts'

const files = measure()

/** Functions that are long because they spell out a table, each with what it is a table of. */
const tables: Record<string, string> = {}

/** Functions that are still too long. Remove one after shortening it; add none. */
const stillLong: string[] = ['src/main.ts serveLocked']

test('no production file is too long', () => {
  const long = files.filter(({ lines }) => lines > longestFile).map(({ path }) => path)
  assert.deepEqual(long, [])
})

test('a function is long only where it spells out a table', () => {
  const long = longFunctions(files).map(({ at }) => at)
  assert.deepEqual(long.toSorted(), [...Object.keys(tables), ...stillLong].toSorted())
})

test('no object or array is spread into the literal that it stands in', () => {
  assert.deepEqual(packings(), [])
})

test('no files import each other in a circle, not for types either', () => {
  assert.deepEqual(cyclesOf(files), [])
})
