import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { version } from '../../src/common/version.ts'
import { serve } from '../../src/main.ts'
import { lockKey } from '../../src/store/postgres/link.ts'
import { fill, openRows } from '../support/engine.ts'
import { startProcess } from '../support/process.ts'
import { type Sending, sendTo, settingsFor } from '../support/service.ts'
import { postgresServer } from '../support/shared-postgres.ts'

// Processes of one calendar that start at the same moment: one makes or changes the tables, the others wait, and none fails. It is
// PostgreSQL's alone, for a file is prepared by the one process that holds its folder.

async function newDatabase(t: TestContext) {
  const databaseUrl = await (await postgresServer()).database()
  const dataFolder = mkdtempSync(join(tmpdir(), 'almanac-together-'))
  t.after(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }))
  return { dataFolder, databaseUrl }
}

/** Makes it the database of the previous release. */
async function fillOfBefore(place: { dataFolder: string; databaseUrl: string }) {
  const sql = readFileSync(new URL('../fixtures/postgres-1.sql', import.meta.url), 'utf8')
  await fill(place, sql)
  const key = sql.slice(3, sql.indexOf('\n'))
  writeFileSync(join(place.dataFolder, 'secret.key'), Buffer.from(key, 'hex'))
}

async function startThree(
  t: TestContext,
  { dataFolder, databaseUrl }: { dataFolder: string; databaseUrl: string },
) {
  const services = await Promise.all(
    Array.from({ length: 3 }, () => startProcess(dataFolder, databaseUrl)),
  )
  for (const { kill } of services) t.after(kill)
  return services
}

test('an empty database gets its tables from one of all that start on it', async t => {
  const place = await newDatabase(t)
  const services = await startThree(t, place)
  for (const { send } of services)
    assert.equal((await send('GET', '/events', { as: 'anonymous' })).body.total, 0)
  const { rows, close } = openRows(place)
  const note = async (key: string) =>
    (await rows<{ value: string }>('SELECT value FROM note WHERE key = ?', key))[0]?.value
  assert.equal(await note('version'), '3')
  await close()
})

test('a database of the previous release is brought up to date by one of all that start on it', async t => {
  const place = await newDatabase(t)
  await fillOfBefore(place)
  const services = await startThree(t, place)
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
  const created = await service.send('POST', '/events', {
    body: { title: 'New', start_date: '2027-08-01', end_date: '2027-08-01' },
  })
  assert.equal(created.status, 201, created.text)
})

const agent = new Agent({ keepAlive: true })
after(() => agent.destroy())

// as a newer version does it: in its turn, or a write that has already begun would go on
const inTurn = `(SELECT pg_advisory_xact_lock(${lockKey})::text) = ''`
const changes = {
  'what columns mean': `UPDATE note SET value = '4' WHERE key = 'version' AND ${inTurn}`,
  'a table that follows from records': `UPDATE note SET value = '{"form":"another"}' WHERE key = 'form of occurrence' AND ${inTurn}`,
}

for (const [what, sql] of Object.entries(changes))
  test(`a running process writes no more when a newer version has changed ${what}, says so, and reads on`, async t => {
    const place = await newDatabase(t)
    await fillOfBefore(place)
    const { databaseUrl } = place
    const service = await serve(settingsFor(place.dataFolder, { databaseUrl }))
    t.after(() => service.close())
    const send = (method: string, path: string, sending: Sending) =>
      sendTo(agent, method, service.root.plain + path, { as: 'editor', ...sending })
    const create = () =>
      send('POST', '/events', {
        query: { ml_language: 'fr' },
        body: { title: 'Fête', start_date: '2027-08-01', end_date: '2027-08-01' },
      })
    assert.equal((await create()).status, 201)
    const { rows, close } = openRows(place)
    await rows(sql)
    await close()
    const refused = await create()
    assert.deepEqual([refused.status, refused.body.code], [503, 'rest_service_outdated'])
    assert.match(refused.body.message, /mise à jour/)
    // nothing at all is written, not even what other tables hold: or it would be said to be well again
    assert.equal((await send('POST', '/tags', { body: { name: 'Fête' } })).status, 503)
    const ready = await fetch(new URL('/health/ready', service.address))
    assert.deepEqual(await ready.json(), {
      status: 'unavailable',
      version,
      reason: 'database_newer',
    })
    const query = { start_date: '2027-01-01' }
    assert.equal((await send('GET', '/events', { query })).body.total, 4)
  })
