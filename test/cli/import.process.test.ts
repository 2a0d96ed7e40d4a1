import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { almanac, calendarIn, newFolder } from './command.ts'

const heading = 'ID,Event Name,Event Start Date,Event Venue Name'
const row = (at: number) => `${at},Event ${at},2027-06-0${1 + (at % 9)} 10:00,Hall ${at % 20}`

test('codes: 0 all is there, 3 something was refused, 1 nothing can be read, 2 a wrong option', async () => {
  const cwd = await calendarIn(newFolder())
  writeFileSync(join(cwd, 'good.csv'), [heading, row(1)].join('\n'))
  writeFileSync(join(cwd, 'bad.csv'), [heading, row(1), '2,,2027-06-05,'].join('\n'))
  writeFileSync(join(cwd, 'empty.csv'), '')
  const code = async (...args: string[]) =>
    (await almanac(['import', 'csv', ...args], { cwd })).code
  const dry = await almanac(['import', 'csv', 'good.csv', '--dry-run', '--json'], { cwd })
  const { dry_run, created } = JSON.parse(dry.out)
  assert.deepEqual([dry.code, dry_run, created], [0, true, 1])
  assert.equal((await almanac(['import', 'list', '--json'], { cwd })).out.trim(), '[]')
  assert.equal(await code('good.csv'), 0)
  assert.equal(await code('bad.csv'), 3)
  assert.equal(await code('empty.csv'), 1)
  assert.equal(await code('nothing.csv'), 1)
  assert.equal(await code('good.csv', '--policy', 'mine'), 2)
})

test('a table that was exported says the same when it is imported', async () => {
  const cwd = await calendarIn(newFolder())
  writeFileSync(
    join(cwd, 'events.csv'),
    `${heading},Event Description,Title (fr)\n1,=Sum,2027-06-05 10:00,Hall,"a ""b"", c",Somme\n`,
  )
  await almanac(['import', 'csv', 'events.csv'], { cwd })
  await almanac(['users', 'add', 'ada', '--role', 'administrator', '--generate'], { cwd })
  const { out } = await almanac(['export', 'csv'], { cwd })
  assert.match(out, /\n'=Sum,/)
  const other = await calendarIn(newFolder())
  writeFileSync(join(other, 'out.csv'), out)
  const { created, refused } = JSON.parse(
    (await almanac(['import', 'csv', 'out.csv', '--json'], { cwd: other })).out,
  )
  assert.deepEqual([created, refused], [1, 0])
  await almanac(['users', 'add', 'ada', '--role', 'administrator', '--generate'], { cwd: other })
  const again = (await almanac(['export', 'csv'], { cwd: other })).out
  assert.equal(again, out)
})

test('a name of a source that is empty is none, and blanks around it are no part of it', async () => {
  const cwd = await calendarIn(newFolder())
  writeFileSync(join(cwd, 'events.csv'), [heading, row(1).replace('1', ''), row(2)].join('\n'))
  const run = async (...args: string[]) =>
    JSON.parse((await almanac(['import', 'csv', 'events.csv', ...args, '--json'], { cwd })).out)
  assert.equal((await run()).source, 'csv')
  for (const written of ['', ' ', ' csv '])
    assert.deepEqual(
      Object.values((await run('--source', written)).records.event),
      [0, 0, 2, 0, 0],
      `“${written}”`,
    )
})
