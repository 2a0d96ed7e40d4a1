import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { databaseOf } from '../../src/data/database.ts'
import { check, type Moved, move } from '../../src/transfer/move.ts'
import { almanac, newFolder, serving } from '../cli/command.ts'
import { answersOf, fillCalendar, keyIn } from '../support/moved-calendar.ts'
import { closePostgres, postgresServer, type Server } from '../support/postgres.ts'

// A calendar goes from one database to another with all that belongs to it, by a move and by a backup.

const cwd = newFolder()
const [here, folder] = [join(cwd, 'here'), join(cwd, 'images')]
let answers: Awaited<ReturnType<typeof answersOf>>
let server: Server
let url: string
before(async () => {
  await fillCalendar(here)
  answers = await answersOf({ dataFolder: here })
  assert.ok(answers.length > 100 && answers.every(({ status }) => status < 500))
  server = await postgresServer()
  url = await server.database()
})
after(closePostgres)

async function json(args: string[], databaseUrl?: string) {
  const env = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
  const { code, out, err } = await almanac([...args, '--json'], { cwd, env })
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

const quietly = { secretKey: '', progress() {} }

/** One by one: a difference should be readable. */
function same<T>(given: readonly T[], wanted: readonly T[]) {
  for (const [at, answer] of given.entries()) assert.deepEqual(answer, wanted[at])
  assert.equal(given.length, wanted.length)
}

test('there and back again, a calendar has the same rows and gives the same answers', async () => {
  const [back, other] = [join(cwd, 'back'), await server.database()]
  const there: Moved = await json(['move', '--from', here, '--to', url, '--to-folder', folder])
  for (const { table, rows } of there.tables) assert.ok(rows > 0, `${table} has rows to move`)
  assert.ok((there.files?.files ?? 0) > 1)
  assert.equal(keyIn(folder), keyIn(here))
  const [onServer, onOther] = [
    { folder, url },
    { folder, url: other },
  ]
  const again = await move({ from: onServer, to: onOther, ...quietly })
  assert.deepEqual([again.tables, again.files], [there.tables, undefined])
  assert.deepEqual(await move({ from: onOther, to: { folder: back }, ...quietly }), there)
  const copy = { folder: join(cwd, 'copy') }
  assert.deepEqual(await move({ from: { folder: back }, to: copy, ...quietly }), there)

  const checked = await almanac(['move', '--from', here, '--to', url, '--check'], { cwd })
  assert.match(checked.err, /Both have the same/)
  same(await answersOf({ dataFolder: back }), answers)
  same(await answersOf({ dataFolder: folder, databaseUrl: url }), answers)
})

test('a backup is the same on both engines: it is made while PostgreSQL is served, and restored onto either', {
  timeout: 300_000,
}, async () => {
  const env = { DATABASE_URL: url }
  const [there, empty, other] = [join(cwd, 'there'), join(cwd, 'empty'), await server.database()]
  const args = ['--to', 'backups', '--data-folder']
  const restore = [...args.slice(0, 2), '--yes', '--data-folder']
  const service = await serving(['--data-folder', folder], { cwd, env })
  const created = await json(['backup', 'create', ...args, folder], url)
  assert.equal(created.key, true)
  // a database that is served is not touched
  const busy = await almanac(['backup', 'restore', ...restore, folder], { cwd, env })
  assert.equal(busy.code, 1)
  assert.match(busy.err, /still connected/)
  await service.stop()

  // onto SQLite, and onto an empty database: the rows are the same
  await json(['backup', 'restore', ...restore, there])
  const onEmpty = await json(['backup', 'restore', ...restore, empty], other)
  assert.equal(onEmpty.previous_schema, null)
  const [from, to] = [{ folder: there }, { folder: empty, url: other }]
  assert.deepEqual((await check({ from, to, progress() {} })).differing, [])
  same(await answersOf({ dataFolder: there }), answers)

  // in place of the calendar that is there, whose tables stay in a schema of their own
  writeFileSync(join(folder, 'uploads', 'added later.txt'), 'x')
  for (const isAgain of [false, true]) {
    // as a process leaves it that is killed during the exchange
    if (isAgain) {
      writeFileSync(join(folder, 'almanac.moving'), '')
      const opened = databaseOf({ databaseUrl: url, dataFolder: folder }).open()
      await assert.rejects(opened, { code: 'DATABASE_MOVING' })
    }
    const replaced = await json(['backup', 'restore', ...restore, folder], url)
    assert.equal(replaced.previous_schema, 'before_restore')
  }
  same(await answersOf({ dataFolder: folder, databaseUrl: url }), answers)
})
