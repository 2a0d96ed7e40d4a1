import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { anonymous, service } from '../../src/calendar/access/access.ts'
import { openDataFolder } from '../../src/main.ts'
import { occurrenceColumns } from '../../src/store/contract/occurrence.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { settingsFor } from '../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-days-'))
const caller = { language: 'en', fallback: true } as const
const march = { from: Date.UTC(2027, 2, 1) / 1000, count: 31, max: 3 }
let opened: Awaited<ReturnType<typeof openDataFolder>>

before(async () => {
  opened = await openDataFolder(settingsFor(folder))
  const when = { start_date: '2027-03-05 10:00', end_date: '2027-03-05 11:00' }
  await opened.calendar.create('event', { ...caller, actor: service }, { title: 'One', ...when })
})
after(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})

/** Gives the only event further dates at the same time, so many that it has this many in all. */
function fill(dates: number) {
  const columns = Object.keys(occurrenceColumns).filter(name => name !== 'id')
  const db = openDatabase(join(folder, 'almanac.db'))
  db.exec(`INSERT INTO occurrence (id, ${columns.join(', ')})
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${dates - 1})
    SELECT event + n, ${columns.join(', ')} FROM occurrence, n
      WHERE id = event AND event + n NOT IN (SELECT id FROM occurrence)`)
  db.close()
}

const inMarch = () => opened.calendar.days({ ...caller, actor: anonymous }, {}, march)

test('without the list index, running events are counted up to the limit of dates', async () => {
  fill(5000)
  const { days } = await inMarch()
  assert.deepEqual([days[4]?.total, days[4]?.first.length, days[5]?.total], [5000, 3, 0])
})

test('above the limit the count is reported as unavailable, until the list index is there', async () => {
  fill(5001)
  await assert.rejects(inMarch(), { message: 'service_too_busy', status: 503 })
  await opened.current.buildIndexes(() => {})
  const { days } = await inMarch()
  assert.equal(days[4]?.total, 5001)
})
