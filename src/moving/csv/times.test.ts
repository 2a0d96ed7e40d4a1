import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceOf } from '../../../test/support/import-source.ts'
import { readCsv } from './read-csv.ts'

/** Start and end of each row, of a table whose rows have a title before these cells. */
async function timesOf(headings: string, ...rows: string[]): Promise<string[]> {
  const text = [`Title,${headings}`, ...rows.map(row => `A,${row}`)].join('\n')
  const times: string[] = []
  const context = { zone: 'Europe/Paris', language: 'fr', now: 0 } as const
  for await (const one of readCsv(sourceOf('test.csv', text), context, {}))
    if ('values' in one) times.push(`${one.values.start_date} / ${one.values.end_date}`)
  return times
}

test('a cell with a start and an end is read as both', async () => {
  const both = '2027-07-04 19:30:00 / 2027-07-04 21:00:00'
  for (const cell of [
    '19:30-21:00',
    '19h30 – 21h',
    '19h30 à 21h00',
    '7:30 PM to 9 PM',
    '7:30-9pm',
    '19:30 - 21:00',
  ])
    assert.deepEqual(await timesOf('Date,Time', `2027-07-04,${cell}`), [both], cell)
  assert.deepEqual(await timesOf('Date,Time', '2027-07-04,11-1pm', '2027-07-04,22:00-04:00'), [
    '2027-07-04 11:00:00 / 2027-07-04 13:00:00',
    '2027-07-04 22:00:00 / 2027-07-05 04:00:00',
  ])
  assert.deepEqual(await timesOf('Date', '2027-07-04 19h30-21h'), [both])
  // the end of its own cell comes first, and an offset is one
  assert.deepEqual(await timesOf('Date,Time,End Time', '2027-07-04,19:30-20:00,21:00'), [both])
  assert.deepEqual(await timesOf('Date', '2027-07-04T22:00:00-04:00'), [
    '2027-07-04 22:00:00-04:00 / 2027-07-04 22:00:00-04:00',
  ])
})

test('a day and its time are read with a word between them', async () => {
  for (const cell of ['1er août 2027 à 20h', '"August 1, 2027, at 8pm"', '01/08/2027 à 20h00'])
    assert.deepEqual(
      await timesOf('Date', cell),
      ['2027-08-01 20:00:00 / 2027-08-01 20:00:00'],
      cell,
    )
})

test('a day as the number that Excel has for it', async () => {
  assert.deepEqual(await timesOf('Date', '46572', '46572.8125', '"46572,75"', '20270704'), [
    '2027-07-04 / 2027-07-04',
    '2027-07-04 19:30:00 / 2027-07-04 19:30:00',
    '2027-07-04 18:00:00 / 2027-07-04 18:00:00',
    '2027-07-04 / 2027-07-04',
  ])
})
