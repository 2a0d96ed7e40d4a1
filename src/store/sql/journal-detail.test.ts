import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factNames } from '../contract/occurrence.ts'
import { detailIn, renewed } from './journal-detail.ts'

const links = { venue: [3], organizer: [], category: [1], tag: [] }
const facts = {
  event: 7,
  published: 5,
  status: 'publish',
  author: 2,
  hidden: 0,
  first_in_day: 0,
  protected: 0,
  languages: 1,
  patched: 0,
  custom: '',
  ...Object.fromEntries(factNames.map(name => [name, 0])),
}
const dates = [{ id: 7, original: 10, starts: 10, ends: 20, utc_starts: 11, utc_ends: 21 }]
const event = { facts, dates, links }
const read = (detail: unknown) => detailIn(JSON.stringify(detail))

test('a line of the journal says what was written', () => {
  for (const detail of [
    { was: event, is: event, counted: [[1, 4]] },
    { is: event },
    { seen: [null, { status: 'publish', author: 2, hidden: false }], restored: 3, returned: true },
    { seen: [null, null], isLeaving: true },
    { settings: ['siteName'] },
    { added: 'to a later version' },
  ])
    assert.deepEqual(read(detail), detail)
  assert.equal(detailIn(''), null)
})

test('unreadable parts of a line are left out; for an event, both states', () => {
  const { status, ...rest } = facts
  for (const strange of [
    null,
    1,
    'text',
    [],
    {},
    { facts, dates },
    { facts, links },
    { dates, links },
    { facts: { ...rest, status: 1 }, dates, links },
    { facts, dates: [{ ...dates[0], starts: status }], links },
    { facts, dates, links: { ...links, tag: ['a'] } },
  ]) {
    assert.deepEqual(read({ was: event, is: strange, counted: [[1, 4]] }), { counted: [[1, 4]] })
    assert.deepEqual(read({ was: strange, is: event }), {})
  }
  for (const part of ['seen', 'counted', 'restored', 'returned', 'settings'])
    for (const strange of [null, 0.5, 'text', {}, [1], [[1, 'a']], [{ status: 1 }, null], [[]]])
      if (!(part === 'restored' && strange === 0.5) && !(part === 'counted' && `${strange}` === ''))
        assert.deepEqual(read({ [part]: strange, own: true }), { own: true }, part)
  for (const text of ['{', 'null', '[1]', '"text"', '3']) assert.equal(detailIn(text), null)
})

test('lines of a version without a fact have 0 for it, or no text', () => {
  const { first_in_day, custom, ...others } = facts
  assert.deepEqual(read({ is: { facts: others, dates, links } }), { is: event })
})

test('a line in which an event had one date is written as one with dates, and no other is changed', () => {
  const { starts, ends, utc_starts, utc_ends } = dates[0] ?? {}
  const at = { ...facts, starts, ends, utc_starts, utc_ends }
  const text = renewed(JSON.stringify({ was: { at, links }, is: { at, links }, counted: [[1, 4]] }))
  assert.deepEqual(detailIn(text ?? ''), { was: event, is: event, counted: [[1, 4]] })
  assert.deepEqual(detailIn(renewed(JSON.stringify({ is: { at, links } })) ?? ''), { is: event })
  for (const other of ['', '{', 'null', JSON.stringify({ was: event, is: event })])
    assert.equal(renewed(other), undefined)
})
