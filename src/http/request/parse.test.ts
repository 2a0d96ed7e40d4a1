import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noDearer } from '../../../test/support/growth.ts'
import { parseForm } from './parse.ts'

test('a form of names without values is read as soon as one with values', () => {
  // a long rest: what each name costs in vain is the length of what comes after it
  const formOf = (part: string) => part.repeat(20_000) + 'x'.repeat(5_000_000)
  const [named, valued] = [formOf('a&'), formOf('a=&')]
  return noDearer(
    8,
    () => parseForm(named),
    () => parseForm(valued),
  )
})

test('a name without a value is empty, and only the first equals sign parts', () => {
  assert.deepEqual(parseForm('a&&b=1=2&=3&c=+%26').sent, [
    ['a', ''],
    ['b', '1=2'],
    ['', '3'],
    ['c', ' &'],
  ])
})
