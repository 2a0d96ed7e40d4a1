import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { DatabaseError } from '../database-error.ts'
import { isAnswer, lockKey, UnreachableError } from '../postgres/link.ts'
import { type Line, sameEverywhere } from './lines.ts'
import type { Side } from './side.ts'
import { type MovedTable, whereOf } from './tables.ts'

const newLine = 10
/** Milliseconds for a process that still writes, or a move that was ended, to let go of the lock. */
const maxWait = 5000

export const namesOf = ({ columns }: MovedTable) =>
  columns.map(({ name }) => `"${name}"`).join(', ')

/** A connection on which a move reads or writes, with the lock of writers: no other process writes while it is open. */
export const connect = (url: string) =>
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

export function named(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof UnreachableError) return error
  if (!isAnswer(error)) return new UnreachableError(error)
  const codes: Record<string, string> = { '53100': 'ENOSPC', '55P03': 'MOVE_BUSY' }
  return Object.assign(error, { code: codes[error.code ?? ''] ?? error.code })
}

export async function withNamedErrors<T>(work: Promise<T>): Promise<T> {
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
async function* read(client: pg.Client, table: MovedTable, rest: string): AsyncIterable<Line[]> {
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

export function sideOf(client: pg.Client): Side {
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
    async note(key) {
      if (!(await has(client, 'note'))) return undefined
      const { rows } = await query('SELECT value FROM note WHERE key = $1', [key])
      return rows[0]?.value
    },
    async count(table) {
      const { rows } = await query(
        `SELECT count(*) AS rows FROM "${table.name}" WHERE ${whereOf(table)}`,
      )
      return Number(rows[0].rows)
    },
    scan(table, after, max) {
      const keys = table.key.map(at => `"${table.columns[at]?.name}"`).join(', ')
      const values = after?.map(value => pg.escapeLiteral(value)).join(', ')
      return read(
        client,
        table,
        `${values ? `AND (${keys}) > (${values})` : ''} ORDER BY ${keys} LIMIT ${max ?? 'ALL'}`,
      )
    },
    scanAll: table => read(client, table, ''),
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

export const has = async (client: pg.Client, table: string) =>
  (await withNamedErrors(client.query('SELECT to_regclass($1) IS NOT NULL AS has', [`"${table}"`])))
    .rows[0].has
