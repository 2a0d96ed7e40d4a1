import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openDataFolder, serve } from '../../src/main.ts'
import { migrations } from '../../src/store/migrations.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { writeEvents } from '../fixtures/calendar.ts'
import { engineName, fill, newPlace, openRows, tablesOf } from '../support/engine.ts'
import { enrol, settingsFor } from '../support/service.ts'

const fixtures = new URL('../fixtures/', import.meta.url)
const isFile = engineName === 'sqlite'

async function newFolder(t: TestContext) {
  const { folder, remove } = await newPlace('almanac-upgrade-', { isEmpty: true })
  t.after(remove)
  return folder
}

const settingsIn = (folder: string) =>
  settingsFor(folder, { clock: '2027-03-01T12:00:00Z', publicUrl: 'http://calendar.example' })

/** The clock goes on while a calendar is written: all of the first minute is its beginning. */
const atOnce = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/2027-03-01( |T)(\d\d):00:\d\d/g, '2027-03-01$1$2:00:00')
      .replaceAll(/\b18039024[0-5]\d\b/g, '1803902400'),
  )

/** What a calendar answers in both languages, and about the protected event with its password. */
async function answersOf(folder: string) {
  const service = await serve(settingsIn(folder))
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

/** A service notes its time-zone data soon after it has started, beside its first answers. */
async function zoneDataNoted(folder: string) {
  const { rows, close } = openRows(settingsIn(folder))
  while ((await rows("SELECT key FROM note WHERE key = 'zone-data'")).length === 0)
    await setTimeout(10)
  await close()
}

/** Everything but what no two calendars share: the journal and what it replaced, secrets, and what each has noted of itself. */
async function rowsOf(folder: string) {
  const { rows, close } = openRows(settingsIn(folder))
  const tables: Record<string, object[]> = {}
  for (const table of await tablesOf(rows)) {
    if (['journal', 'replaced', 'note', 'credential'].includes(table)) continue
    const found = await rows<{ password?: unknown }>(`SELECT * FROM "${table}"`)
    tables[table] = found
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
  const known = ['changed_en', 'changed_fr', 'creator'].filter(name => name in row)
  return { ...row, ...Object.fromEntries(known.map(name => [name, 'unknown'])) }
}

async function freshFolder(t: TestContext) {
  const folder = await newFolder(t)
  const { accounts, close } = await openDataFolder(settingsIn(folder))
  await enrol(accounts, 'editor', 'editor')
  await close()
  const service = await serve(settingsIn(folder))
  await writeEvents(service.address)
  await service.close()
  return folder
}

const ofEngine = isFile ? /^version-.*sql$/ : /^postgres-.*sql$/

for (const name of readdirSync(fixtures).filter(file => ofEngine.test(file)))
  test(`a database of an earlier release answers as one made today, and holds the same: ${name}`, async t => {
    const sql = readFileSync(new URL(name, fixtures), 'utf8')
    const old = await newFolder(t)
    await fill(settingsIn(old), sql)
    const [, key = ''] = sql.match(/^-- (\w+)/) ?? []
    writeFileSync(join(old, 'secret.key'), Buffer.from(key, 'hex'))
    const fresh = await freshFolder(t)
    assert.deepEqual(await answersOf(old), await answersOf(fresh))
    const [upgraded, made] = [await rowsOf(old), await rowsOf(fresh)]
    assert.deepEqual(upgraded, made)
    if (isFile)
      assert.deepEqual(fileOf(fresh), {
        ...{ version: migrations.at(-1)?.to, application: 0x416c6d6e, check: 'ok' },
      })
    // Opened once more, nothing is left to do.
    assert.deepEqual(await answersOf(old), await answersOf(fresh))
    assert.deepEqual(await rowsOf(old), made)
  })
