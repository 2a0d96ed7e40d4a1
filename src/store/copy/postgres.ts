import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { DatabaseError } from '../contract/database-error.ts'
import { moveNote } from '../contract/incomplete-move.ts'
import type { Shape } from '../contract/shape.ts'
import { isAnswer, lockKey, UnreachableError } from '../postgres/link.ts'
import { dialect, notesOfNew } from '../postgres/tables.ts'
import { type Line, sameEverywhere } from './lines.ts'
import type { Rows, Side, Target } from './side.ts'
import { type CopiedTable, isTable, statementsFor, tablesOf, whereOf } from './tables.ts'

const newLine = 10
/** Milliseconds for a process that still writes, or a copy that was ended, to let go of the lock. */
const maxWait = 5000

const namesOf = ({ columns }: CopiedTable) => columns.map(({ name }) => `"${name}"`).join(', ')

/** A connection on which a copy reads or writes, with the lock of writers: no other process writes while it is open. */
const connect = (url: string) =>
  connectAs('almanac move', url, async client => {
    await refuseServed(client)
    await client.query(`SET lock_timeout = ${maxWait}`)
    await client.query(`SELECT pg_advisory_lock(${lockKey})`)
    await client.query('SET lock_timeout = 0')
  })

async function connectAs(
  name: string,
  url: string,
  prepare: (client: pg.Client) => Promise<unknown>,
) {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // The waiting caller learns of it too.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    // Rows are read in the order of their keys, because the new tables have no statistics yet.
    await client.query('SET enable_sort = off')
    await prepare(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw named(error)
  }
}

/** Processes of Almanac that are connected to this database, and stay so: one that has just ended is gone in a moment. */
async function refuseServed(client: pg.Client) {
  const until = performance.now() + maxWait
  for (;;) {
    const { rows } = await client.query(`SELECT count(*) AS connections FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'almanac%' AND application_name <> 'almanac move'`)
    const connections = Number(rows[0].connections)
    if (connections === 0) return
    if (performance.now() > until) throw new DatabaseError('MOVE_SERVED', { connections })
    await sleep(50)
  }
}

function named(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof UnreachableError) return error
  if (!isAnswer(error)) return new UnreachableError(error)
  const codes: Record<string, string> = { '53100': 'ENOSPC', '55P03': 'MOVE_BUSY' }
  return Object.assign(error, { code: codes[error.code ?? ''] ?? error.code })
}

async function withNamedErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw named(error)
  }
}

/** Reads a calendar in its current state; no process writes there until this is closed. */
export async function postgresSource(url: string): Promise<Side> {
  const client = await connect(url)
  await withNamedErrors(client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'))
  return sideOf(client)
}

/** Reads a calendar as it is now, while its processes go on reading and writing. */
export async function postgresSnapshot(url: string): Promise<Side> {
  const snapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
  return sideOf(await connectAs('almanac backup', url, client => client.query(snapshot)))
}

/** Lines as the server sends them, some at a time. */
async function* read(client: pg.Client, table: CopiedTable, rest: string): AsyncIterable<Line[]> {
  const same = sameEverywhere(table)
  const sql = `SELECT ${namesOf(table)} FROM "${table.name}" WHERE ${whereOf(table)} ${rest}`
  const stream = client.query(copyTo(`COPY (${sql}) TO STDOUT`, { highWaterMark: 2 ** 18 }))
  // Handled below; but it may fail after the last read.
  stream.on('error', () => {})
  let left: Buffer = Buffer.alloc(0)
  try {
    const chunks: AsyncIterable<Buffer> = stream
    for await (const chunk of chunks) {
      const end = chunk.lastIndexOf(newLine)
      if (end < 0) {
        left = Buffer.concat([left, chunk])
        continue
      }
      const joined = Buffer.concat([left, chunk.subarray(0, end)])
      left = chunk.subarray(end + 1)
      const lines = joined.toString('utf8').split('\n')
      yield same ? lines.map(same) : lines
    }
  } catch (error) {
    throw named(error)
  }
}

function sideOf(client: pg.Client): Side {
  const query = (text: string, values: unknown[] = []) =>
    withNamedErrors(client.query(text, values))
  return {
    async columnsOf(table) {
      const { rows } = await query(
        `SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name = $1`,
        [table],
      )
      return rows.map(({ name }) => String(name))
    },
    async count(table) {
      const { rows } = await query(
        `SELECT count(*) AS rows FROM "${table.name}" WHERE ${whereOf(table)}`,
      )
      return Number(rows[0].rows)
    },
    scan(table) {
      const keys = table.key.map(at => `"${table.columns[at]?.name}"`)
      return read(client, table, `ORDER BY ${keys.join(', ')}`)
    },
    async lastNumber({ name, columns, key }) {
      const column = columns[key[0] ?? 0]?.name
      const { rows } = await query('SELECT pg_get_serial_sequence($1, $2) AS name', [
        `"${name}"`,
        column,
      ])
      const state = await query(`SELECT last_value, is_called FROM ${rows[0].name}`)
      return state.rows[0].is_called ? Number(state.rows[0].last_value) : 0
    },
    close: () => client.end(),
  }
}

const has = async (client: pg.Client, table: string) =>
  (await withNamedErrors(client.query('SELECT to_regclass($1) IS NOT NULL AS has', [`"${table}"`])))
    .rows[0].has

const oldest = 150_000

/** A target that can put the calendar that is there into another schema. */
export type PostgresTarget = Target & {
  /** Undefined: there was none, or half of one that an earlier version has left. */
  setAside(schema: string): Promise<string | undefined>
}

export async function postgresTarget(
  url: string,
  shapes: readonly Shape[],
): Promise<PostgresTarget> {
  const client = await connect(url)
  await prepareTarget(client)
  const query = (text: string, values: unknown[] = []) =>
    withNamedErrors(client.query(text, values))
  const statements = statementsFor(shapes, dialect)
  const isUnfinished = async () =>
    (await has(client, 'note')) &&
    (await query('SELECT 1 FROM note WHERE key = $1', [moveNote])).rows.length > 0
  return {
    ...sideOf(client),
    holdsZero: false,
    isUnfinished,
    async isEmpty(tables) {
      for (const { name } of tables)
        if ((await has(client, name)) && !(await isEmptyNote(client, name))) return false
      return true
    },
    async setAside(schema) {
      const tables = tablesOf(shapes)
      if (await isUnfinished()) await query(`DROP TABLE IF EXISTS ${listOf(tables)}`)
      return (await putAside(client, tables, schema)) ? schema : undefined
    },
    async createTables() {
      for (const sql of statements) if (isTable(sql)) await query(sql)
    },
    open: async table => rowsInto(client, table),
    async setLastNumber({ name, columns, key }, last) {
      await query('SELECT setval(pg_get_serial_sequence($1, $2)::regclass, $3, $4)', [
        `"${name}"`,
        columns[key[0] ?? 0]?.name,
        Math.max(last, 1),
        last > 0,
      ])
    },
    async createIndexes(tables, progress) {
      for (const [at, sql] of statements.entries()) {
        progress(at, statements.length)
        await query(sql)
      }
      // The planner needs statistics of the new rows.
      await query(`ANALYZE ${listOf(tables)}`)
    },
    async commit() {
      for (const note of notesOfNew(shapes))
        await query('INSERT INTO note (key, value) VALUES ($1, $2)', note)
      await query('COMMIT')
    },
  }
}

/** A service that has not come further than its first statement has left an empty table of notes. */
const isEmptyNote = async (client: pg.Client, table: string) =>
  table === 'note' &&
  (await withNamedErrors(client.query('SELECT 1 FROM note LIMIT 1'))).rows.length === 0

/**
 * All tables of a calendar at once, with their indexes and the numbers they count by. Earlier contents of that schema are deleted. False: there are
 * none.
 */
async function putAside(client: pg.Client, tables: readonly CopiedTable[], schema: string) {
  const names = tables.flatMap(({ name }) => [name, `${name}_next`, `${name}_old`])
  const query = (text: string, values: unknown[] = []) =>
    withNamedErrors(client.query(text, values))
  const { rows } = await query(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename = ANY($1)',
    [names],
  )
  const there: string[] = rows.map(({ name }) => name)
  if (there.every(name => name === 'note')) return false
  await query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`)
  await query(`CREATE SCHEMA "${schema}"`)
  for (const name of there) await query(`ALTER TABLE "${name}" SET SCHEMA "${schema}"`)
  return true
}

const listOf = (tables: readonly CopiedTable[]) => tables.map(({ name }) => `"${name}"`).join(', ')

async function prepareTarget(client: pg.Client) {
  try {
    const { rows } = await withNamedErrors(
      client.query(`SELECT current_setting('server_version_num')::int AS version,
          current_setting('server_encoding') AS encoding`),
    )
    const { version, encoding } = rows[0]
    if (version < oldest) throw new DatabaseError('MOVE_SERVER', { version: version / 10_000 })
    if (encoding !== 'UTF8') throw new DatabaseError('MOVE_ENCODING', { encoding })
    await withNamedErrors(client.query("SET maintenance_work_mem = '256MB'; BEGIN"))
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Rows of a table that was made in this transaction are written as rows that everyone sees, and need no later pass. That of notes may have been there. */
function rowsInto(client: pg.Client, table: CopiedTable): Rows {
  const sql = `COPY "${table.name}" (${namesOf(table)}) FROM STDIN (FREEZE ${table.name !== 'note'})`
  const stream = client.query(copyFrom(sql, { highWaterMark: 2 ** 20 }))
  const failed = new Promise<never>((_, reject) => {
    stream.once('error', error => reject(named(error)))
  })
  failed.catch(() => {})
  stream.on('error', () => {})
  return {
    async add(lines) {
      if (!stream.write(Buffer.from(`${lines.join('\n')}\n`)))
        await Promise.race([once(stream, 'drain').catch(() => failed), failed])
    },
    async end() {
      const finished = once(stream, 'finish')
      stream.end()
      await Promise.race([finished.catch(() => failed), failed])
    },
  }
}
