import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { shapes } from '../../src/calendar/schema/shapes.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { migrations } from '../../src/store/sqlite/migrations.ts'
import { disk } from '../../src/store/sqlite/update.ts'
import { unpacked } from './pack.ts'
import '../support/own-process.ts'

const to = migrations.at(-1)?.to ?? 0
const names = readdirSync(new URL('kept/', import.meta.url)).filter(name => name.includes('sqlite'))

/** The database of a calendar that an earlier version left. */
function folderOf(t: { after(work: () => void): void }, name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-copy-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const files = unpacked(readFileSync(new URL(`kept/${name}`, import.meta.url)))
  const file = join(folder, 'almanac.db')
  writeFileSync(file, files.get('almanac.db') ?? '')
  const copies = () =>
    readdirSync(join(folder, 'before-update')).filter(name => name !== 'update.lock')
  return { folder, file, copies }
}

async function update(file: string) {
  const lines: [string, Record<string, unknown>][] = []
  const store = sqlite(file)
  try {
    await store.prepare(shapes, (...line) => void lines.push(line))
  } finally {
    await store.close()
  }
  return lines
}

function contentOf(file: string) {
  const database = openDatabase(file, { readOnly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .values()
    .map(name => [name, database.prepare(`SELECT * FROM "${name}"`).all()])
  const [version, check] = ['user_version', 'integrity_check'].map(name =>
    database.value(`PRAGMA ${name}`),
  )
  database.close()
  return { version: Number(version), check, tables }
}

for (const name of names)
  test(`a database is copied before it is migrated, and the copy is the way back: ${name}`, async t => {
    const { folder, file, copies } = folderOf(t, name)
    const before = contentOf(file)
    if (before.version === to) return
    const [[message, { from, to: reached, copy, seconds }] = ['', {}]] = await update(file)
    assert.match(message, /migrated/)
    assert.deepEqual([from, reached, typeof seconds], [before.version, to, 'number'])
    const [only = '', ...others] = copies()
    assert.deepEqual([join(folder, 'before-update', only), others], [copy, []])
    assert.match(only, new RegExp(`^almanac-version-${from}-[\\dT-]+Z\\.db$`))
    assert.deepEqual(contentOf(String(copy)), before)
    const after = contentOf(file)
    assert.equal(after.version, to)
    // once it is done, nothing is copied or logged
    assert.deepEqual([await update(file), copies()], [[], [only]])
    // the way back: the copy in place of the database, without its log
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    copyFileSync(String(copy), file)
    assert.deepEqual(contentOf(file), before)
    // and forward again: the last copy is the only one
    writeFileSync(join(folder, 'before-update', 'almanac-version-0-earlier.db'), 'x')
    writeFileSync(join(folder, 'before-update', 'almanac-version-0.db.writing'), 'x')
    await update(file)
    assert.deepEqual([contentOf(file).version, copies().length], [to, 1])
    assert.ok(!copies().includes('almanac-version-0-earlier.db'))
  })

test('a new database is not copied', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-copy-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  assert.deepEqual(await update(join(folder, 'almanac.db')), [])
  assert.equal(statSync(join(folder, 'before-update'), { throwIfNoEntry: false }), undefined)
})

test('a database for whose copy there is no space is not migrated', async t => {
  const { folder, file, copies } = folderOf(t, names[0] ?? '')
  const before = contentOf(file)
  t.mock.method(disk, 'free', () => 4096)
  const params = { needed: 1, free: 0, folder: join(folder, 'before-update') }
  await assert.rejects(update(file), { code: 'DATABASE_COPY_SPACE', params })
  assert.deepEqual([contentOf(file), copies()], [before, []])
})

test('a file system that states no size does not stop a migration', () => {
  const unknown = { ...statfsSync('.'), blocks: 0, bavail: 0 }
  assert.equal(disk.free('.', unknown), Number.POSITIVE_INFINITY)
  assert.ok(disk.free('.') > 0 && Number.isFinite(disk.free('.')))
})

test('a database that another process copies and migrates is left to it, and then as it is', async t => {
  const { folder, file, copies } = folderOf(t, names[0] ?? '')
  const before = contentOf(file)
  const { free } = disk
  let requests = 0
  t.mock.method(disk, 'free', (of: string) => {
    const other = openDatabase(join(of, 'update.lock'), { timeout: 0 })
    assert.throws(() => other.exec('BEGIN EXCLUSIVE'), { code: 'SQLITE_BUSY' })
    other.close()
    requests++
    return free(of)
  })
  await update(file)
  assert.equal(requests, 1)
  const [only = '', ...others] = copies()
  assert.deepEqual(others, [])
  assert.deepEqual(contentOf(join(folder, 'before-update', only)), before)
})
