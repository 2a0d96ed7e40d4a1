import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { almanac, calendarIn, newFolder } from '../cli/command.ts'

const json = async (cwd: string, ...args: string[]) => {
  const { code, out, err } = await almanac(['backup', ...args, '--json'], { cwd })
  return { code, err, data: out === '' ? undefined : JSON.parse(out) }
}

/** Changes the database of a backup, and its line in the list of checksums. */
function change(folder: string, work: (file: string) => void) {
  const file = join(folder, 'almanac.db')
  work(file)
  const list = join(folder, 'files.sha256')
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  const lines = readFileSync(list, 'utf8').replace(/^\w{64}(?= {2}almanac\.db$)/m, digest)
  writeFileSync(list, lines)
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
  { reason: 'newer', work: (file: string) => run(file, 'PRAGMA user_version = 999') },
  { reason: 'content', work: (file: string) => run(file, 'DELETE FROM event') },
]

test('a backup that is no calendar of this version is not restored, and the calendar stays', async () => {
  const cwd = await calendarIn(newFolder())
  run(join(cwd, 'data', 'almanac.db'), "INSERT INTO event (id, version, main) VALUES (1, 1, 'en')")
  for (const { reason, work } of wrong) {
    const { data } = await json(cwd, 'create', '--to', newFolder())
    assert.equal(data.events, 1)
    change(data.path, work)
    const { code, data: verified } = await json(cwd, 'verify', data.path)
    assert.deepEqual([code, verified.problems], [3, [{ file: 'almanac.db', reason }]])
    const before = readFileSync(join(cwd, 'data', 'almanac.db'))
    assert.equal((await json(cwd, 'restore', data.path, '--yes')).code, 1)
    assert.deepEqual(readFileSync(join(cwd, 'data', 'almanac.db')), before)
    assert.equal(existsSync(join(cwd, 'data', 'before-restore')), false)
  }
})

test('a database that cannot be brought to this version is refused before anything is exchanged', async () => {
  const cwd = await calendarIn(newFolder())
  const { data } = await json(cwd, 'create', '--to', newFolder())
  change(data.path, file => run(file, 'ALTER TABLE event DROP COLUMN ticketed'))
  const { code, err } = await json(cwd, 'restore', data.path, '--yes')
  assert.equal(code, 1)
  assert.match(err, new RegExp(`Nothing was restored; your calendar is in ${join(cwd, 'data')}`))
  assert.equal(existsSync(join(cwd, 'data', 'before-restore')), false)
  assert.ok(!readdirSync(join(cwd, 'data')).includes('almanac.moving'))
  const intact = await json(cwd, 'create', '--to', newFolder())
  assert.equal((await json(cwd, 'restore', intact.data.path, '--yes')).code, 0)
  assert.equal(existsSync(join(cwd, 'data', 'before-restore', 'almanac.db')), true)
})
