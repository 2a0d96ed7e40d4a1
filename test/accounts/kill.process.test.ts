import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDataFolder } from '../../src/main.ts'
import { newPlace, openRows } from '../support/engine.ts'
import { startProcess } from '../support/process.ts'
import { settingsFor } from '../support/service.ts'
import { openTab, password } from './browser-like.ts'
import { digits } from './codes.ts'

// On PostgreSQL too: a commit that is cut is each engine’s own.

const people = Array.from({ length: 4 }, (_, n) => `user-${n}`)
const rounds = 4
/** The clock of a process of its own. */
const machine = { now: () => Date.now() / 1000 }

type Row = { login: string; totp: string | null; recovery: string | null }

/** The stored second factors: all of one, or nothing; the logins of their owners. */
async function enrolledIn(folder: string): Promise<string[]> {
  const database = openRows(settingsFor(folder))
  const rows = await database.rows<Row>('SELECT login, totp, recovery FROM "user"')
  await database.close()
  for (const { login, totp, recovery } of rows) {
    assert.equal(totp === null, recovery === null, `${login} is enrolled by half`)
    if (recovery !== null) assert.equal(JSON.parse(recovery).length, 10, login)
  }
  return rows.flatMap(({ login, totp }) => (totp === null ? [] : [login]))
}

test(`a process killed ${rounds} times while users turn on a second factor leaves none incomplete`, {
  timeout: 280_000,
}, async t => {
  const { folder, remove } = await newPlace('almanac-enrol-')
  t.after(remove)
  const context = await openDataFolder(settingsFor(folder))
  for (const login of people) {
    await context.accounts.add({ login, role: 'author' })
    await context.accounts.setPassword(login, password)
  }
  await context.close()

  for (let round = 0; round < rounds; round++) {
    const service = await startProcess(folder)
    t.after(service.kill)
    const tabs = people.map(() => openTab(service))
    const signedIn: [(typeof tabs)[number], string][] = []
    const answered = new Set<string>()
    for (const [at, login] of people.entries()) {
      const tab = tabs[at] ?? openTab(service)
      await tab.signIn(login, {})
      const started = await tab.send('POST', 'second-factor', { password })
      assert.equal(started.status, 200, started.text)
      signedIn.push([tab, started.body.secret])
    }
    const confirming = signedIn.map(([tab, secret], at) =>
      tab.send('POST', 'second-factor/confirm', { code: digits(secret, machine) }).then(
        ({ status, text }) => {
          answered.add(people[at] ?? '')
          return status === 200 ? undefined : text
        },
        // killed before it answered
        () => undefined,
      ),
    )
    // each round it is killed after another response, the first time before any
    await Promise.all(confirming.slice(0, round))
    await service.kill()
    assert.deepEqual((await Promise.all(confirming)).filter(Boolean), [])
    for (const tab of tabs) tab.close()
    const enrolled = await enrolledIn(folder)
    for (const login of answered)
      assert.ok(enrolled.includes(login), `${login} was told that it is on`)
    const again = await openDataFolder(settingsFor(folder))
    for (const login of people) await again.accounts.resetFactor(login)
    await again.close()
  }
})
