import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { postgres } from '../../src/store/postgres/engine.ts'
import { lockKey } from '../../src/store/postgres/link.ts'
import { make, names, serveOn, until } from '../support/faulty.ts'
import { plainShapes } from '../support/plain-events.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'

// A database that is there and does not do what it is asked: it is slow, locked, full of others, or may not be written.

after(closePostgres)

async function queried(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  // the server ends it at the end
  client.on('error', () => {})
  await client.connect()
  await client.query(sql)
  return client
}

test('while others lock a table, everybody is answered in words and in time, however many there are', async t => {
  const server = await postgresServer()
  const url = await server.database()
  const service = await serveOn(url)
  t.after(service.close)
  const days = { start_date: '2030-01-01 20:00:00', end_date: '2030-01-01 22:00:00' }
  const { body: created } = await service.send('POST', '/events', {
    as: 'administrator',
    body: { title: 'Concert', ...days, status: 'publish' },
  })
  const read = () => service.send('GET', `/events/${created.id}`, { as: 'administrator' })
  assert.equal((await read()).status, 200)
  const other = await queried(url, 'BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE')
  t.after(() => other.end())
  const answers = await Promise.all(Array.from({ length: 120 }, read))
  const outcomes = new Set(answers.map(({ status, body }) => `${status} ${body.code}`))
  assert.deepEqual([...outcomes], ['503 service_too_busy'])
  assert.ok(answers.every(({ headers }) => Number(headers['retry-after']) > 0))
  await other.query('ROLLBACK')
  const later = await Promise.all(Array.from({ length: 120 }, read))
  assert.deepEqual(new Set(later.map(({ status }) => status)), new Set([200]))
})

test('a row that another connection has locked refuses its own write, and no other waits for long', async t => {
  const url = await (await postgresServer()).database()
  const store = postgres(url, undefined, { limits: { lockTimeout: 100 } })
  t.after(() => store.close())
  await store.prepare(plainShapes)
  const insert = (city: string) => store.write(tx => tx.insert('venue', { city }, {}))
  const [locked, free] = [await insert('Lyon'), await insert('Nantes')]
  const other = await queried(url, `BEGIN; SELECT * FROM venue WHERE id = ${locked} FOR UPDATE`)
  t.after(() => other.end())
  const change = (id: number) => store.write(tx => tx.update('venue', id, { city: 'Paris' }))
  const [refused, ...done] = await Promise.allSettled([
    change(locked),
    change(free),
    insert('Brest'),
  ])
  // the code of a lock, and not of a statement that has taken its 20 seconds
  assert.equal(refused?.status === 'rejected' && refused.reason.code, '55P03')
  assert.deepEqual(
    done.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  await other.query('ROLLBACK')
  await change(locked)
})

test('the turn to write may take longer to come than a row that is locked', async t => {
  const url = await (await postgresServer()).database()
  const store = postgres(url, undefined, { limits: { lockTimeout: 100 } })
  t.after(() => store.close())
  await store.prepare(plainShapes)
  const other = await queried(url, `BEGIN; SELECT pg_advisory_xact_lock(${lockKey})`)
  const written = store.write(tx => tx.setNote('a', 'one'))
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND wait_event = 'advisory' AND clock_timestamp() - query_start > interval '200 ms'`
  await until(async () => (await other.query(waiting)).rows.length > 0)
  await other.end()
  await written
})

/** A service whose user of the database has no rights but on what is his. */
async function asOther(name: string) {
  const server = await postgresServer()
  const url = await server.database()
  const database = url.slice(url.lastIndexOf('/') + 1)
  const admin = await queried(url, `CREATE ROLE ${name} LOGIN PASSWORD 'test'`)
  await admin.query(`ALTER DATABASE ${database} OWNER TO ${name}`)
  const service = await serveOn(url.replace('almanac:', `${name}:`))
  return {
    admin,
    database,
    service,
    /** Ends all its connections. */
    end: () =>
      admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${name}'`,
      ),
    async close() {
      await admin.end()
      await service.close()
    },
  }
}

const codeOf = async (service: Awaited<ReturnType<typeof serveOn>>, name: string) =>
  (await make(service, name)).body.code

test('a server that has no place for connections is as one that is away, until it has', async t => {
  const { admin, service, end, close } = await asOther('crowded')
  t.after(close)
  assert.equal((await make(service, 'before')).status, 201)
  await admin.query('ALTER ROLE crowded CONNECTION LIMIT 0')
  await end()
  await until(async () => (await codeOf(service, 'meanwhile')) === 'rest_database_unreachable')
  const { status, headers } = await service.send('GET', '/tags?search=any')
  assert.deepEqual([status, headers['retry-after']], [503, '5'])
  await admin.query('ALTER ROLE crowded CONNECTION LIMIT -1')
  await until(async () => (await make(service, 'after')).status === 201)
  const there = await names(service)
  assert.ok(there.includes('before') && there.includes('after'))
})

test('a server that may only be read answers what is read, and is written again when that is over', async t => {
  const { admin, database, service, end, close } = await asOther('reader')
  t.after(close)
  assert.equal((await make(service, 'before')).status, 201)
  await admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  await end()
  await until(async () => (await codeOf(service, 'meanwhile')) === 'rest_database_unreachable')
  await until(async () => {
    const { status, body } = await service.send('GET', '/tags?hide_empty=false&search=bef')
    return status === 200 && body.tags[0].name === 'before'
  })
  assert.equal(await codeOf(service, 'still'), 'rest_database_unreachable')
  await admin.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`)
  await until(async () => (await make(service, 'after')).status === 201)
})
