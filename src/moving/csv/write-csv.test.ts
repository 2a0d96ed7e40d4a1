import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceOf } from '../../../test/support/import-source.ts'
import type { Item } from '../base/item.ts'
import { readCsv } from './read-csv.ts'
import { csvOf } from './write-csv.ts'

async function read(text: string): Promise<Item['values'][]> {
  const items: Item['values'][] = []
  const context = { zone: 'Europe/Paris', language: 'en', now: 0 } as const
  for await (const one of readCsv(sourceOf('test.csv', text), context, {}))
    if ('values' in one) items.push(one.values)
  return items
}

const names = ['Arts, crafts', 'A; B|C', 'Say "hello"', '"Quoted", twice', 'Plain', '104', '=1, 2']

test('names in lists are read as they were written, whatever signs they have', async () => {
  const { head, row } = csvOf('en', [])
  const event = {
    title: 'Fair',
    start_date: '2027-07-04 20:00:00',
    end_date: '2027-07-04 22:00:00',
    venue: { venue: '104' },
    organizer: names.map(organizer => ({ organizer })),
    categories: names.map(name => ({ name })),
    tags: [{ name: 'One' }],
  }
  const [values] = await read(head() + row(event))
  assert.deepEqual(
    [values?.venue, values?.organizer, values?.categories, values?.tags],
    [[{ venue: '104' }], names.map(organizer => ({ organizer })), names, ['One']],
  )
})

test('quotes that do not surround a name are part of it', async () => {
  for (const [cell, organizers] of [
    ['The "Old" Hall, B', ['The "Old" Hall', 'B']],
    ['"Old" Hall, B', ['"Old" Hall', 'B']],
    ['A, "B', ['A', '"B']],
    ['12, "12"', [12, '12']],
  ] as const) {
    const [values] = await read(
      `Title,Date,Organizer\nA,2027-01-01,"${cell.replaceAll('"', '""')}"`,
    )
    assert.deepEqual(
      values?.organizer,
      organizers.map(organizer =>
        typeof organizer === 'number' ? { digits: String(organizer) } : { organizer },
      ),
      cell,
    )
  }
})
