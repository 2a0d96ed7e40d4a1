import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { shapes } from '../../src/calendar/shapes.ts'
import { openDataFolder, serve } from '../../src/main.ts'
import { bringUpToDate, migrations } from '../../src/store/migrations.ts'
import type { Shape } from '../../src/store/shape.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { enrol, settingsFor } from '../support/service.ts'

/** A calendar of 0.1.0, whose database had no version: its tables as they were, and the events below. */
const earlier = readFileSync(new URL('../fixtures/version-0.sql', import.meta.url), 'utf8')
const key = Buffer.from('fb79ca6aaa361f52cbcc171d22f4e978afe19aa8d7ef3d298e1a9932f3dbea6c', 'hex')
const day = (month: string) => ({
  start_date: `2027-${month}-10 10:00:00`,
  end_date: `2027-${month}-10 12:00:00`,
  timezone: 'Europe/Paris',
})
const events = [
  {
    ...day('05'),
    title: 'Jazz in the park',
    description: 'Bring a blanket & friends.',
    venue: { venue: 'Town hall', city: 'Lyon' },
    organizer: [{ organizer: 'Friends of jazz' }],
    categories: ['Music'],
    tags: ['free'],
    translations: { fr: { title: 'Jazz au parc', description: 'Apportez une couverture.' } },
  },
  { ...day('06'), title: 'Summer market', cost: '5', featured: true },
  { ...day('07'), title: 'Members only', password: 'open sesame' },
]

function newFolder(t: { after(work: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-version-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, file: join(folder, 'almanac.db') }
}

const settingsIn = (folder: string) =>
  settingsFor(folder, { clock: '2027-03-01T12:00:00Z', publicUrl: 'http://calendar.example' })

/** What a calendar answers in both languages, and about the protected event with its password. */
async function answersOf(folder: string) {
  const service = await serve(settingsIn(folder))
  const answers = []
  for (const path of [
    '/events?start_date=2027-01-01',
    '/events?search=blanket',
    '/events/by-slug/members-only?password=open+sesame',
    '/venues',
    '/organizers',
    '/categories',
    '/tags',
  ])
    for (const language of ['/en', '/fr'])
      answers.push(await (await fetch(`${service.address}${language}/cal/events/v1${path}`)).json())
  await service.close()
  return answers
}

async function opening(file: string) {
  const store = sqlite(file)
  try {
    await store.prepare(shapes)
  } finally {
    await store.close()
  }
}

/** A database of this version that somebody has changed. */
async function changed(file: string, sql: string) {
  await opening(file)
  const database = openDatabase(file)
  database.exec(sql)
  database.close()
}

test('a database of an earlier version answers as one that was made today', async t => {
  const old = newFolder(t)
  const database = openDatabase(old.file)
  database.exec(earlier)
  writeFileSync(join(old.folder, 'secret.key'), key)
  const fresh = newFolder(t)
  const { accounts, close } = await openDataFolder(settingsIn(fresh.folder))
  await enrol(accounts, 'editor', 'editor')
  await close()
  const service = await serve(settingsIn(fresh.folder))
  for (const event of events) {
    const { status } = await fetch(`${service.address}/en/cal/events/v1/events`, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer alm_token_of_editor',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(event),
    })
    assert.equal(status, 201)
  }
  await service.close()
  assert.deepEqual(await answersOf(old.folder), await answersOf(fresh.folder))
  assert.equal(database.value('PRAGMA user_version'), migrations.at(-1)?.to)
  assert.equal(database.value('PRAGMA application_id'), 0x416c6d6e)
  database.close()
})

test('a newer database and that of another program are refused, and not touched', async t => {
  const { file } = newFolder(t)
  await changed(file, 'PRAGMA user_version = 99')
  await assert.rejects(opening(file), {
    code: 'DATABASE_NEWER',
    params: { version: 99, current: migrations.at(-1)?.to },
  })
  await changed(file.replace('.db', '2.db'), 'PRAGMA application_id = 42')
  await assert.rejects(opening(file.replace('.db', '2.db')), { code: 'DATABASE_FOREIGN' })
  const database = openDatabase(file)
  assert.equal(database.value('PRAGMA user_version'), 99)
  database.close()
})

test('a renamed column and a missing table are noticed, of an earlier version too', async t => {
  const { file } = newFolder(t)
  await changed(file, 'ALTER TABLE event RENAME COLUMN starts TO begins')
  const missing = { code: 'DATABASE_SCHEMA', params: { missing: 'event.starts' } }
  await assert.rejects(opening(file), missing)
  const database = openDatabase(file)
  database.exec('PRAGMA user_version = 0; PRAGMA application_id = 0')
  await assert.rejects(opening(file), missing)
  assert.equal(database.value('PRAGMA user_version'), 0)
  database.exec('ALTER TABLE event RENAME COLUMN begins TO starts; DROP TABLE link')
  await assert.rejects(opening(file), { code: 'DATABASE_SCHEMA' })
  database.close()
})

test('an index that is missing is made again', async t => {
  const { file } = newFolder(t)
  await opening(file)
  const database = openDatabase(file)
  const indexes = () =>
    database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name").values()
  const before = indexes().filter(name => !String(name).startsWith('sqlite_'))
  assert.ok(before.length > 20)
  for (const name of before) database.exec(`DROP INDEX ${name}`)
  await opening(file)
  assert.deepEqual(
    indexes().filter(name => !String(name).startsWith('sqlite_')),
    before,
  )
  database.close()
})

test('a field and a kind of record that are new get their columns at the next start', async t => {
  const { file } = newFolder(t)
  await opening(file)
  const [event, ...others] = shapes as [Shape, ...Shape[]]
  const withMore: Shape[] = [
    { ...event, facts: { ...event.facts, online: 'integer' } },
    ...others,
    { kind: 'series', family: 'term', facts: { main: 'text' }, texts: { name: 'text' } },
  ]
  const store = sqlite(file)
  t.after(() => store.close())
  await store.prepare(withMore)
  const [old, made] = await store.write(async tx => [
    await tx.insert('event', { status: 'draft' }, {}),
    await tx.insert('series', { main: 'en' }, { en: { name: 'Nights' } }),
  ])
  assert.equal((await store.get('event', old))?.facts.online, null)
  assert.deepEqual((await store.get('series', made))?.texts, { en: { name: 'Nights' } })
})

test('migrations run in order, once, and all or none of them', async t => {
  const { file } = newFolder(t)
  await opening(file)
  const database = openDatabase(file)
  const ran: number[] = []
  const step = (to: number, sql = '') => ({
    to,
    about: '',
    run() {
      ran.push(to)
      if (sql) database.exec(sql)
    },
  })
  const steps = [step(2), step(3, 'ALTER TABLE event ADD COLUMN two TEXT'), step(4)]
  bringUpToDate(database, shapes, steps)
  bringUpToDate(database, shapes, steps)
  assert.deepEqual([ran, database.value('PRAGMA user_version')], [[3, 4], 4])
  const broken = [...steps, step(5, 'ALTER TABLE event ADD COLUMN four TEXT'), step(6, 'nonsense')]
  assert.throws(() => bringUpToDate(database, shapes, broken))
  assert.equal(database.value('PRAGMA user_version'), 4)
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').values('event')
  assert.deepEqual([columns.includes('two'), columns.includes('four')], [true, false])
  database.close()
})
