import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { answersOf, fillCalendar, keyIn } from '../support/moved-calendar.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'
import { almanac, newFolder } from './command.ts'

// A calendar goes from one database to another with all that belongs to it.

after(closePostgres)

type Moved = {
  tables: { table: string; rows: number; checksum: string }[]
  files: { files: number; bytes: number; checksum: string } | null
}

async function moved(args: string[], cwd: string): Promise<Moved> {
  const { code, out, err } = await almanac(['move', ...args, '--json'], { cwd })
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

/** One by one: a difference should be readable. */
function same<T>(given: readonly T[], wanted: readonly T[]) {
  for (const [at, answer] of given.entries()) assert.deepEqual(answer, wanted[at])
  assert.equal(given.length, wanted.length)
}

test('there and back again, a calendar has the same rows and gives the same answers', async () => {
  const cwd = newFolder()
  const [here, back, folder] = [join(cwd, 'here'), join(cwd, 'back'), join(cwd, 'images')]
  await fillCalendar(here)
  const answers = await answersOf({ dataFolder: here })
  assert.ok(answers.length > 100 && answers.every(({ status }) => status < 500))

  const server = await postgresServer()
  const url = await server.database()
  const other = await server.database()
  const there = await moved(['--from', here, '--to', url, '--to-folder', folder], cwd)
  for (const { table, rows } of there.tables) assert.ok(rows > 0, `${table} has rows to move`)
  assert.ok((there.files?.files ?? 0) > 1)
  assert.equal(keyIn(folder), keyIn(here))
  const again = await moved(['--from', url, '--from-folder', folder, '--to', other], cwd)
  assert.deepEqual([again.tables, again.files], [there.tables, null])
  const home = await moved(['--from', other, '--from-folder', folder, '--to', back], cwd)
  assert.deepEqual(home, there)
  const copy = await moved(['--from', back, '--to', join(cwd, 'copy')], cwd)
  assert.deepEqual(copy, there)

  const check = await almanac(['move', '--from', here, '--to', url, '--check'], { cwd })
  assert.match(check.err, /Both have the same/)
  same(await answersOf({ dataFolder: back }), answers)
  same(await answersOf({ dataFolder: folder, databaseUrl: url }), answers)
})
