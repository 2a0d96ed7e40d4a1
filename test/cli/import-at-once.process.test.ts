import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { calendarIn, newFolder, start } from './command.ts'

test('two imports of one source at once create each record once, and refuse none', async () => {
  const count = 1000
  const rows = Array.from(
    { length: count },
    (_, at) => `${at},Event ${at},2027-06-05 10:00,Hall ${at % 7},Music`,
  )
  const cwd = await calendarIn(newFolder())
  writeFileSync(join(cwd, 'town.csv'), ['ID,Title,Start date,Venue,Category', ...rows].join('\n'))
  const importing = async () => {
    const { out, err } = await start(['import', 'csv', 'town.csv', '--json'], { cwd }).ended
    assert.equal(err, '')
    return JSON.parse(out)
  }
  const reports = await Promise.all([importing(), importing()])
  assert.deepEqual(
    reports.map(({ problems }) => problems),
    [[], []],
  )
  assert.equal(
    reports.reduce((sum, { created }) => sum + created, 0),
    count,
  )
  const db = openDatabase(join(cwd, 'data', 'almanac.db'), { readOnly: true })
  const stored = (table: string) => Number(db.value(`SELECT count(*) FROM ${table}`))
  assert.deepEqual(['event', 'venue', 'category'].map(stored), [count, 7, 1])
  db.close()
})
