import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noLinks, type StoredRecord } from '../../define/record.ts'
import { type Field, livesIn } from '../../define/resource.ts'
import { event } from '../event/event.ts'
import { maskedView } from './masked.ts'

const fields = Object.entries<Field>(event.fields)
const stays = ['all_day', 'password']
const rowOf = (where: 'fact' | 'text') =>
  Object.fromEntries(
    fields.filter(([, field]) => livesIn(field) === where).map(([name]) => [name, `its ${name}`]),
  )
const record: StoredRecord = {
  id: 1,
  kind: 'event',
  version: 1,
  facts: { ...rowOf('fact'), starts: 0 },
  texts: { en: rowOf('text'), fr: rowOf('text') },
  links: { ...noLinks, venue: [2], tag: [3] },
}

test('a masked view has the open fields of a record and of its series, and no value of another', () => {
  const { record: masked } = maskedView(event, { ...record, series: record })
  for (const part of [masked, masked.series]) {
    const text = JSON.stringify(part)
    const there = fields.filter(([name]) => text.includes(`"its ${name}"`)).map(([name]) => name)
    const open = fields.filter(
      ([name, field]) =>
        ['fact', 'text'].includes(livesIn(field)) && (field.open || stays.includes(name)),
    )
    assert.deepEqual(
      there,
      open.map(([name]) => name),
    )
    assert.deepEqual(part?.links, noLinks)
    assert.equal(part?.facts.starts, 0)
  }
})
