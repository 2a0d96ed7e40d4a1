import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ReadError } from '../../src/moving/base/item.ts'
import { importInto } from '../../src/transfer/imports.ts'
import { importSettings } from '../support/import-rows.ts'
import { readNow, service, useService } from '../support/scenario.ts'

// On PostgreSQL too: imports write the same settings at once.

useService()

const folder = mkdtempSync(join(tmpdir(), 'almanac-mappings-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function imported(source: string, rows: string[], options = {}, isDry = false) {
  const from = join(folder, `${source}.csv`)
  writeFileSync(from, rows.join('\n'))
  const report = await importInto(
    importSettings(service.settings),
    { given: new Set(), replaces: false },
    {
      format: 'csv',
      from,
      source,
      language: 'en',
      isDry,
      ...options,
    },
  )
  return { created: report.counts.event.created, notes: report.notes.map(({ reason }) => reason) }
}

const startsOf = async (source: string) =>
  (
    (await readNow('/events', { source, start_date: '2020-01-01' })).events as {
      start_date: string
    }[]
  ).map(({ start_date }) => start_date.slice(0, 10))

const map = 'Was=title,Wann=start_date'
const rows = ['Was;Wann', 'Chor;03/04/2027']
const others = ['wann;WAS', '05/06/2027;Ball']

test('a mapping is saved with an import, and used for the next table with the same columns', async () => {
  await assert.rejects(imported('none', rows), ReadError)
  // a preview saves nothing
  assert.equal((await imported('preview', rows, { map, dates: 'dmy' }, true)).created, 1)
  await assert.rejects(imported('none', rows), ReadError)
  assert.deepEqual(await imported('first', rows, { map, dates: 'dmy' }), {
    created: 1,
    notes: [],
  })
  const second = await imported('second', others)
  assert.equal(second.created, 1)
  assert.deepEqual(second.notes, [
    'The columns are read as for the last table with the same columns: Was=title,Wann=start_date.',
  ])
  assert.deepEqual(await startsOf('second'), ['2027-06-05'])
  // further columns make another table
  await assert.rejects(imported('none', ['Was;Wann;Wo', 'Chor;03/04/2027;Hier']), ReadError)
})

test('another mapping takes the place of the saved one', async () => {
  await imported('again', rows, { map, dates: 'mdy' })
  await imported('third', others)
  assert.deepEqual(await startsOf('third'), ['2027-05-06'])
})

test('tables that are imported at once save all of their mappings', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `Was${n}`)
  await Promise.all(
    names.map(name =>
      imported(name, [`${name};Wann`, 'Chor;2027-04-03'], {
        map: `${name}=title,Wann=start_date`,
      }),
    ),
  )
  for (const name of names)
    assert.equal((await imported(`${name}-2`, [`${name};Wann`, 'Ball;2027-05-03'])).created, 1)
})
