import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { fill, openRows } from '../support/engine.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'
import { startProcess } from '../support/process.ts'

// Processes of one calendar that start at the same moment: one makes or changes the tables, the others wait, and none fails. It is
// PostgreSQL's alone, for a file is prepared by the one process that holds its folder, or its turn.

after(closePostgres)

async function newDatabase(t: TestContext) {
  const databaseUrl = await (await postgresServer()).database()
  const dataFolder = mkdtempSync(join(tmpdir(), 'almanac-together-'))
  t.after(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }))
  return { dataFolder, databaseUrl }
}

async function startFour(
  t: TestContext,
  { dataFolder, databaseUrl }: { dataFolder: string; databaseUrl: string },
) {
  const services = await Promise.all(
    Array.from({ length: 4 }, () => startProcess(dataFolder, databaseUrl)),
  )
  for (const { kill } of services) t.after(kill)
  return services
}

test('an empty database gets its tables from one of all that start on it', async t => {
  const place = await newDatabase(t)
  const services = await startFour(t, place)
  for (const { send } of services)
    assert.equal((await send('GET', '/events', { as: 'anonymous' })).body.total, 0)
  const { rows, close } = openRows(place)
  const note = async (key: string) =>
    (await rows<{ value: string }>('SELECT value FROM note WHERE key = ?', key))[0]?.value
  assert.equal(await note('version'), '1')
  await close()
})

test('a database of the previous release is brought up to date by one of all that start on it', async t => {
  const place = await newDatabase(t)
  const sql = readFileSync(new URL('../fixtures/postgres-1.sql', import.meta.url), 'utf8')
  await fill(place, sql)
  const key = sql.slice(3, sql.indexOf('\n'))
  writeFileSync(join(place.dataFolder, 'secret.key'), Buffer.from(key, 'hex'))
  const services = await startFour(t, place)
  const query = { start_date: '2027-01-01' }
  const titles = await Promise.all(
    services.map(async ({ send }) => {
      const { body } = await send('GET', '/events', { query })
      return body.events.map(({ title }: { title: string }) => title)
    }),
  )
  assert.equal(titles[0].length, 3)
  for (const each of titles) assert.deepEqual(each, titles[0])
  const [service] = services
  assert.ok(service)
  const made = await service.send('POST', '/events', {
    body: { title: 'New', start_date: '2027-08-01', end_date: '2027-08-01' },
  })
  assert.equal(made.status, 201, made.text)
})
