import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { almanac, newFolder, serving } from '../cli/command.ts'
import { answersOf, fillCalendar } from '../support/moved-calendar.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'

after(closePostgres)

const json = async (cwd: string, url: string | undefined, ...args: string[]) => {
  const env = url ? { DATABASE_URL: url } : {}
  const { code, out, err } = await almanac(['backup', ...args, '--json'], { cwd, env })
  return { code, err, data: out === '' ? undefined : JSON.parse(out) }
}

test('a backup is the same on both engines: it is made while PostgreSQL is served, and restored onto either', {
  timeout: 300_000,
}, async () => {
  const cwd = newFolder()
  await fillCalendar(join(cwd, 'data'))
  const answers = await answersOf({ dataFolder: join(cwd, 'data') })
  const server = await postgresServer()
  const [url, other] = [await server.database(), await server.database()]
  const moved = await almanac(['move', '--from', 'data', '--to', url], { cwd })
  assert.equal(moved.code, 0, moved.err)

  const service = await serving([], { cwd, env: { DATABASE_URL: url } })
  const created = await json(cwd, url, 'create', '--to', 'backups')
  assert.equal(created.code, 0, created.err)
  assert.equal(created.data.key, true)
  assert.equal((await json(cwd, url, 'verify', '--to', 'backups')).code, 0)
  // a database that is served is not touched
  const busy = await json(cwd, url, 'restore', '--to', 'backups', '--yes')
  assert.equal(busy.code, 1)
  assert.match(busy.err, /still connected/)
  await service.stop()

  // onto SQLite, in another folder
  mkdirSync(join(cwd, 'there'))
  const there = await json(join(cwd, 'there'), undefined, 'restore', '--to', '../backups', '--yes')
  assert.equal(there.code, 0, there.err)
  assert.deepEqual(await answersOf({ dataFolder: join(cwd, 'there', 'data') }), answers)

  // onto an empty database
  mkdirSync(join(cwd, 'empty'))
  const empty = await json(join(cwd, 'empty'), other, 'restore', '--to', '../backups', '--yes')
  assert.equal(empty.code, 0, empty.err)
  assert.equal(empty.data.previous_schema, null)
  const onOther = { dataFolder: join(cwd, 'empty', 'data'), databaseUrl: other }
  assert.deepEqual(await answersOf(onOther), answers)

  // in place of the calendar that is there, whose tables stay in a schema of their own
  writeFileSync(join(cwd, 'data', 'uploads', 'added later.txt'), 'x')
  for (const _ of ['once', 'again']) {
    const replaced = await json(cwd, url, 'restore', '--to', 'backups', '--yes')
    assert.equal(replaced.code, 0, replaced.err)
    assert.equal(replaced.data.previous_schema, 'before_restore')
  }
  assert.deepEqual(await answersOf({ dataFolder: join(cwd, 'data'), databaseUrl: url }), answers)
})
