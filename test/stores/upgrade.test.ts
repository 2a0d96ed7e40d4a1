import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openDataFolder, serve } from '../../src/main.ts'
import { migrations } from '../../src/store/migrations.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { writeEvents } from '../fixtures/calendar.ts'
import { enrol, settingsFor } from '../support/service.ts'

const fixtures = new URL('../fixtures/', import.meta.url)

function newFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-upgrade-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
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
  const database = openDatabase(join(folder, 'almanac.db'), { readOnly: true })
  const noted = "SELECT count(*) FROM note WHERE key = 'zone-data'"
  while (Number(database.value(noted)) !== 1) await setTimeout(10)
  database.close()
}

/** Everything but what no two calendars share: the journal and what it replaced, secrets, and what each has noted of itself. */
function rowsOf(folder: string) {
  const database = openDatabase(join(folder, 'almanac.db'), { readOnly: true })
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .values()
    .filter(name => !['journal', 'replaced', 'note', 'credential'].includes(String(name)))
  const rows = tables.map(table => [
    table,
    (database.prepare(`SELECT * FROM "${table}"`).all() as { password?: unknown }[]).map(row =>
      withoutAge(row.password ? { ...row, password: 'sealed' } : row),
    ),
  ])
  const notes = database.prepare('SELECT key FROM note ORDER BY key').values()
  const version = database.value('PRAGMA user_version')
  const application = database.value('PRAGMA application_id')
  const check = database.value('PRAGMA integrity_check')
  database.close()
  return { rows: atOnce(Object.fromEntries(rows)), notes, version, application, check }
}

/** Earlier releases did not note when the texts of a language were changed, nor who made a record. */
function withoutAge(row: object) {
  const known = ['changed_en', 'changed_fr', 'creator'].filter(name => name in row)
  return { ...row, ...Object.fromEntries(known.map(name => [name, 'unknown'])) }
}

async function freshFolder(t: TestContext) {
  const folder = newFolder(t)
  const { accounts, close } = await openDataFolder(settingsIn(folder))
  await enrol(accounts, 'editor', 'editor')
  await close()
  const service = await serve(settingsIn(folder))
  await writeEvents(service.address)
  await service.close()
  return folder
}

for (const name of readdirSync(fixtures).filter(file => file.endsWith('.sql')))
  test(`a database of an earlier release answers as one made today, and holds the same: ${name}`, async t => {
    const sql = readFileSync(new URL(name, fixtures), 'utf8')
    const old = newFolder(t)
    const database = openDatabase(join(old, 'almanac.db'))
    database.exec(sql)
    database.close()
    const [, key = ''] = sql.match(/^-- (\w+)/) ?? []
    writeFileSync(join(old, 'secret.key'), Buffer.from(key, 'hex'))
    const fresh = await freshFolder(t)
    assert.deepEqual(await answersOf(old), await answersOf(fresh))
    const [upgraded, made] = [rowsOf(old), rowsOf(fresh)]
    assert.deepEqual(upgraded, made)
    assert.deepEqual(
      [made.version, made.application, made.check],
      [migrations.at(-1)?.to, 0x416c6d6e, 'ok'],
    )
    // Opened once more, nothing is left to do.
    assert.deepEqual(await answersOf(old), await answersOf(fresh))
    assert.deepEqual(rowsOf(old), made)
  })
