import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../problem/index.ts'
import { changeKinds } from '../../resources/index.ts'
import { type Cursor, digestOf, readCursor, writeCursor } from './read-changes.ts'

const digests = fc.string().map(digestOf)
const integers = fc.integer({ min: 0, max: 999_999_999_999 })
const ids = fc.array(fc.integer({ min: 1, max: 99_999 }), { maxLength: 4 })
const plain = { noNullPrototype: true }
const cursors: fc.Arbitrary<Cursor> = fc.record(
  {
    mark: fc.record({ seq: integers, line: fc.oneof(digests, fc.constant('')) }, plain),
    kinds: fc.subarray([...changeKinds]),
    terms: fc.record({ category: ids, tag: ids }, plain),
    records: fc.boolean(),
    rights: digests,
    first: fc.record({ kind: fc.nat(5), after: integers }, plain),
  },
  { requiredKeys: ['mark', 'kinds', 'records', 'terms', 'rights'], ...plain },
)

test('a cursor is read as it was written, and fits into a query as it is', () => {
  fc.assert(
    fc.property(cursors, cursor => {
      const text = writeCursor(cursor)
      assert.match(text, /^[\w-]{1,200}$/)
      assert.deepEqual(readCursor(text), cursor)
    }),
  )
})

test('any other text is refused, whatever it is', () => {
  const refused = (text: string) =>
    assert.throws(
      () => readCursor(text),
      (error: unknown) => error instanceof Problem && error.code === 'rest_invalid_param',
    )
  for (const text of ['', 'start', 'MTYuSmtYaThGZnZhYy4zMS4wLkU4NFQyZ0lQN0']) refused(text)
  fc.assert(fc.property(fc.string(), text => refused(Buffer.from(text).toString('base64url'))))
  fc.assert(fc.property(fc.base64String(), refused))
})
