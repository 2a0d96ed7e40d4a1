import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { service } from '../../src/calendar/access/access.ts'
import { changeRecord, createRecord } from '../../src/calendar/write/write-verbs.ts'
import { openDataFolder } from '../../src/main.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { settingsFor } from '../support/service.ts'
import { almanac, newFolder, serving, start } from './command.ts'

const count = 160
const person = 'Jane Doe'

/** A calendar with a person on every second organizer, and on former versions of the others. */
async function calendarOf(cwd: string) {
  const { context, accounts, close } = await openDataFolder(settingsFor(join(cwd, 'data')))
  await accounts.add({ login: 'jane', name: person, role: 'author' })
  const caller = { actor: service, language: 'en', fallback: true } as const
  const create = async (at: number) => {
    const values = { organizer: at % 2 === 0 ? person : 'Club', description: `${person} ${at}` }
    const { record } = await createRecord(context, 'organizer', caller, values)
    if (at % 2 === 0) return
    await changeRecord(context, 'organizer', caller, { id: record.id }, { description: 'None.' })
  }
  await Promise.all(Array.from({ length: count }, (_, at) => create(at)))
  await close()
}

/** Traces of the person: the account, organizers, versions, and erasures that are not done. */
function tracesIn(cwd: string) {
  const db = openDatabase(join(cwd, 'data', 'almanac.db'), { readOnly: true, timeout: 60_000 })
  const number = (sql: string) => Number(db.value(sql))
  try {
    return {
      users: number(`SELECT count(*) FROM user WHERE name = '${person}'`),
      organizers: number(`SELECT count(*) FROM organizer WHERE organizer_en = '${person}'`),
      versions: number(`SELECT count(*) FROM replaced WHERE before LIKE '%${person}%'`),
      unfinished: number('SELECT count(*) FROM erasure'),
    }
  } finally {
    db.close()
  }
}

const none = { users: 0, organizers: 0, versions: 0, unfinished: 0 }

/** Kills the command once it has erased something. */
async function killedMidway(cwd: string) {
  const { child, ended } = start(['users', 'erase', person, '--yes'], { cwd })
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver && tracesIn(cwd).organizers > (count / 2) * 0.8) await passed(5)
  child.kill('SIGKILL')
  await ended
  const { organizers, unfinished } = tracesIn(cwd)
  assert.ok(organizers > 0, 'it was killed too late')
  assert.equal(unfinished, 1)
}

test('an erasure that is killed midway is completed by the service, once it starts again', async () => {
  const cwd = newFolder()
  await calendarOf(cwd)
  await killedMidway(cwd)
  const served = await serving([], { cwd })
  while (tracesIn(cwd).unfinished > 0) await passed(100)
  assert.deepEqual(tracesIn(cwd), none)
  await served.stop()
})

test('the next erasure completes it too, of whomever it is', async () => {
  const cwd = newFolder()
  await calendarOf(cwd)
  await killedMidway(cwd)
  const trial = await almanac(['users', 'erase', 'nobody', '--dry-run'], { cwd })
  assert.equal(trial.code, 0, trial.err)
  assert.equal(tracesIn(cwd).unfinished, 1)
  // a process that is silent for that long has ended
  await passed(11_000)
  const next = await almanac(['users', 'erase', 'nobody', '--yes'], { cwd })
  assert.equal(next.code, 0, next.err)
  assert.deepEqual(tracesIn(cwd), none)
})
