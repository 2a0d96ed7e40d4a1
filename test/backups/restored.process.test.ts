import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { almanac, calendarIn, newFolder } from '../cli/command.ts'
import { packed, unpacked } from '../support/backup-files.ts'

const json = async (cwd: string, ...args: string[]) => {
  const { code, out, err } = await almanac(['backup', ...args, '--json'], { cwd })
  return { code, err, data: out === '' ? undefined : JSON.parse(out) }
}

/** A backup like this one with another database, and its line in the list of checksums: as a file, and as a folder of an earlier version. */
async function changed(path: string, work: (file: string) => void) {
  const folder = await unpacked(path, newFolder())
  const file = join(folder, 'almanac.db')
  work(file)
  const list = join(folder, 'files.sha256')
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  const lines = readFileSync(list, 'utf8').replace(/^\w{64}(?= {2}almanac\.db$)/m, digest)
  writeFileSync(list, lines)
  const asFile = await packed(folder)
  // of two of one name, the folder would be taken
  const apart = join(newFolder(), basename(folder))
  renameSync(folder, apart)
  return { asFile, asFolder: apart }
}

const run = (file: string, sql: string) => {
  const db = openDatabase(file)
  db.exec(sql)
  db.close()
}

const wrong = [
  { reason: 'foreign', work: (file: string) => writeFileSync(file, '') },
  {
    reason: 'foreign',
    work: (file: string) => {
      rmSync(file)
      run(file, 'CREATE TABLE visit (id INTEGER)')
    },
  },
  { reason: 'foreign', work: (file: string) => run(file, 'DROP TABLE venue') },
  { reason: 'newer', work: (file: string) => run(file, 'PRAGMA user_version = 999') },
  { reason: 'content', work: (file: string) => run(file, 'DELETE FROM event') },
]

test('a backup that is no calendar of this version is not restored, and the calendar stays', async () => {
  const cwd = await calendarIn(newFolder())
  run(join(cwd, 'data', 'almanac.db'), "INSERT INTO event (id, version, main) VALUES (1, 1, 'en')")
  const { data } = await json(cwd, 'create', '--to', newFolder())
  assert.equal(data.events, 1)
  for (const [at, { reason, work }] of wrong.entries()) {
    const { asFile, asFolder } = await changed(data.path, work)
    const path = at % 2 === 0 ? asFile : asFolder
    const { code, data: verified } = await json(cwd, 'verify', path)
    assert.deepEqual([code, verified.problems], [3, [{ file: 'almanac.db', reason }]])
    const before = readFileSync(join(cwd, 'data', 'almanac.db'))
    assert.equal((await json(cwd, 'restore', path, '--yes')).code, 1)
    assert.deepEqual(readFileSync(join(cwd, 'data', 'almanac.db')), before)
    assert.equal(existsSync(join(cwd, 'data', 'before-restore')), false)
  }
})

test('a database that cannot be brought to this version is refused before anything is exchanged', async () => {
  const cwd = await calendarIn(newFolder())
  const { data } = await json(cwd, 'create', '--to', newFolder())
  const drop = (file: string) => run(file, 'ALTER TABLE event DROP COLUMN ticketed')
  const { asFile } = await changed(data.path, drop)
  const { code, err } = await json(cwd, 'restore', asFile, '--yes')
  assert.equal(code, 1)
  assert.match(err, /cannot be brought to this version: event\.ticketed\. Nothing/)
  assert.match(err, new RegExp(`Nothing was restored; your calendar is in ${join(cwd, 'data')}`))
  assert.equal(existsSync(join(cwd, 'data', 'before-restore')), false)
  assert.ok(!readdirSync(join(cwd, 'data')).includes('almanac.moving'))
  assert.equal((await json(cwd, 'restore', data.path, '--yes')).code, 0)
  assert.equal(existsSync(join(cwd, 'data', 'before-restore', 'almanac.db')), true)
})
