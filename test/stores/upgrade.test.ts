import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openDataFolder, serve } from '../../src/main.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { migrations } from '../../src/store/sqlite/migrations.ts'
import { writeEvents } from '../fixtures/calendar.ts'
import { engineName, fill, newPlace, openRows, tablesOf } from '../support/engine.ts'
import { enrol, settingsFor, stillClock } from '../support/service.ts'

// On PostgreSQL too: tables are migrated by each engine’s own statements.

const fixtures = new URL('../fixtures/', import.meta.url)
const isFile = engineName === 'sqlite'

const places: { remove(): Promise<void> }[] = []
after(async () => {
  for (const { remove } of places) await remove()
})

async function newFolder() {
  const place = await newPlace('almanac-upgrade-', { isEmpty: true })
  places.push(place)
  return place.folder
}

const settingsIn = (folder: string) =>
  settingsFor(folder, { clock: '2027-03-01T12:00:00Z', publicUrl: 'http://calendar.example' })

/** It is one moment for all that is made and asked today. */
const { now } = stillClock(settingsIn(''))

/** The clock went on while the calendars of earlier releases were written: all of the first minute is its beginning. */
const atOnce = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/2027-03-01( |T)(\d\d):00:\d\d/g, '2027-03-01$1$2:00:00')
      .replaceAll(/\b18039024[0-5]\d\b/g, '1803902400'),
  )

/** The responses of a calendar in both languages, and those about the protected event with its password. */
async function answersOf(folder: string) {
  const service = await serve(settingsIn(folder), { now })
  const answers = []
  for (const path of [
    '/events?start_date=2027-01-01',
    '/events?search=blanket',
    '/events?featured=true&categories=music',
    '/events/by-slug/members-only?password=open+sesame',
    '/venues',
    '/organizers',
    '/categories',
    '/tags',
  ])
    for (const language of ['/en', '/fr'])
      answers.push(await (await fetch(`${service.address}${language}/cal/events/v1${path}`)).json())
  await zoneDataNoted(folder)
  await service.close()
  return atOnce(answers)
}

/** A service notes its time-zone data, and what it has repaired, soon after it has started and while it answers. */
async function zoneDataNoted(folder: string) {
  const { rows, close } = openRows(settingsIn(folder))
  while ((await rows("SELECT key FROM note WHERE key IN ('zone-data', 'trash-slugs')")).length < 2)
    await setTimeout(10)
  await close()
}

/** Everything but what no two calendars share: the journal and what it replaced, secrets, and what each has noted of itself. */
async function rowsOf(folder: string) {
  const { rows, close } = openRows(settingsIn(folder))
  const tables: Record<string, object[]> = {}
  for (const table of await tablesOf(rows)) {
    if (['journal', 'replaced', 'note', 'credential'].includes(table)) continue
    const results = await rows<{ password?: unknown }>(`SELECT * FROM "${table}"`)
    tables[table] = results
      .map(row => withoutAge(row.password ? { ...row, password: 'sealed' } : row))
      .toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  }
  const notes = (await rows<{ key: string }>('SELECT key FROM note ORDER BY key')).map(
    ({ key }) => key,
  )
  await close()
  return { rows: atOnce(tables), notes, ...(isFile && fileOf(folder)) }
}

/** A row by its columns in one order: a column that was added stands last. */
const textOf = (row: object) => JSON.stringify(Object.entries(row).toSorted())

function fileOf(folder: string) {
  const database = openDatabase(join(folder, 'almanac.db'), { readOnly: true })
  const [version, application, check] = ['user_version', 'application_id', 'integrity_check'].map(
    name => database.value(`PRAGMA ${name}`),
  )
  database.close()
  return { version, application, check }
}

/** Earlier releases did not note when the texts of a language were changed, nor who made a record. */
function withoutAge(row: object) {
  const presentColumns = ['changed_en', 'changed_fr', 'creator'].filter(name => name in row)
  return { ...row, ...Object.fromEntries(presentColumns.map(name => [name, 'unknown'])) }
}

/** The responses and rows of a calendar that is made by the present version. */
let fresh: Awaited<ReturnType<typeof lookInto>>
before(async () => {
  const folder = await newFolder()
  const opened = await openDataFolder(settingsIn(folder), undefined, undefined, { now })
  const { accounts, close } = opened
  await enrol(accounts, 'editor', 'editor')
  await close()
  const service = await serve(settingsIn(folder), { now })
  await writeEvents(service.address)
  await service.close()
  fresh = await lookInto(folder)
  if (isFile)
    assert.deepEqual(fileOf(folder), {
      version: migrations.at(-1)?.to,
      application: 0x416c6d6e,
      check: 'ok',
    })
})

const lookInto = async (folder: string) => ({
  answers: await answersOf(folder),
  rows: await rowsOf(folder),
})

const ofEngine = isFile ? /^version-.*sql$/ : /^postgres-.*sql$/

for (const name of readdirSync(fixtures).filter(file => ofEngine.test(file)))
  test(`a database of an earlier release answers as one made today, and holds the same: ${name}`, async () => {
    const sql = readFileSync(new URL(name, fixtures), 'utf8')
    const old = await newFolder()
    await fill(settingsIn(old), sql)
    const [, key = ''] = sql.match(/^-- (\w+)/) ?? []
    writeFileSync(join(old, 'secret.key'), Buffer.from(key, 'hex'))
    assert.deepEqual(await lookInto(old), fresh)
    // opened once more, nothing is left to do
    assert.deepEqual(await lookInto(old), fresh)
  })
