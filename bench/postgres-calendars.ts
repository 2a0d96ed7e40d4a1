import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { shapes } from '../src/calendar/schema/shapes.ts'
import { postgres } from '../src/store/postgres/engine.ts'
import { type Database, openDatabase } from '../src/store/sqlite/driver.ts'
import { startAlmanac } from './almanac.ts'
import { calendarOf } from './calendars.ts'
import { ports, report } from './constants.ts'
import { settled } from './contestant.ts'
import { askPostgres, type Postgres } from './postgres-server.ts'

export type OnPostgres = { folder: string; url: string }

/** Data folders of the services: the key of the calendar, and nothing else. */
const folderOf = (server: Postgres, name: string) => join(server.folder, `folder-${name}`)

/** The calendar with so many events, row for row the one in the file: made once, and never written to by a load. */
export async function postgresCalendarOf(server: Postgres, events: number): Promise<OnPostgres> {
  const name = `events_${events}`
  const folder = folderOf(server, name)
  if (!(await has(server, name))) await make(server, name, calendarOf(events))
  return { folder, url: server.urlOf(name) }
}

/** A copy that a load may write to. One at a time. */
export async function postgresWorkOn(server: Postgres, events: number): Promise<OnPostgres> {
  const { folder } = await postgresCalendarOf(server, events)
  await askPostgres(
    server.urlOf('postgres'),
    'DROP DATABASE IF EXISTS work WITH (FORCE)',
    `CREATE DATABASE work TEMPLATE events_${events}`,
  )
  return { folder, url: server.urlOf('work') }
}

const has = async (server: Postgres, name: string) =>
  (
    await askPostgres(
      server.urlOf('postgres'),
      `SELECT 1 FROM pg_database WHERE datname = '${name}'`,
    )
  ).length > 0

/** Under its own name only once it is whole. */
async function make(server: Postgres, name: string, from: string) {
  report(`copying ${from} to PostgreSQL`)
  await askPostgres(
    server.urlOf('postgres'),
    'DROP DATABASE IF EXISTS unfinished WITH (FORCE)',
    'CREATE DATABASE unfinished',
  )
  const url = server.urlOf('unfinished')
  const engine = postgres(url)
  await engine.prepare(shapes)
  await engine.close()
  const db = openDatabase(join(from, 'almanac.db'), { readOnly: true })
  await copyAll(server, db, url)
  db.close()
  const folder = folderOf(server, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  for (const each of readdirSync(from).filter(each => !each.startsWith('almanac.')))
    cpSync(join(from, each), join(folder, each), { recursive: true })
  // Its index for searches is made by the first service: it is there for every other, and for raw inserts too.
  const first = await startAlmanac(folder, ports.onPostgres + 9, { url, usage: server.usage })
  await settled(first)
  await first.stop()
  await askPostgres(server.urlOf('postgres'), `ALTER DATABASE unfinished RENAME TO ${name}`)
}

/** Notes that an engine makes for itself. */
const notCopied = ['columns', 'schema', 'version', 'writer']

async function copyAll(server: Postgres, db: Database, url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  type Index = { name: string; sql: string }
  const { rows: indexes } = await client.query<Index>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS sql FROM pg_index i
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND NOT i.indisprimary`,
  )
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`)
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  )
  for (const { name } of tables) await copyTable(server, db, client, name)
  for (const { sql } of indexes) await client.query(sql)
  await client.query('VACUUM (ANALYZE)')
  await client.query('CHECKPOINT')
  await client.end()
}

async function copyTable(server: Postgres, db: Database, client: pg.Client, table: string) {
  const { rows } = await client.query<{ name: string; numbers: boolean }>(
    `SELECT column_name AS name, is_identity = 'YES' AS numbers
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  )
  const present = db.prepare(`PRAGMA table_info("${table}")`).all() as { name: string }[]
  const columns = rows.filter(({ name }) => present.some(each => each.name === name))
  if (columns.length === 0) return
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const where =
    table === 'note' ? `WHERE key NOT IN (${notCopied.map(key => `'${key}'`).join(', ')})` : ''
  const file = join(server.folder, `${table}.copy`)
  const rowsOf = db.driver.prepare(`SELECT ${names} FROM "${table}" ${where}`)
  rowsOf.setReadBigInts(true)
  writeRows(file, rowsOf.iterate())
  if (table === 'note') await client.query(`DELETE FROM note WHERE NOT key = ANY($1)`, [notCopied])
  await client.query(`COPY "${table}" (${names}) FROM '${file}'`)
  rmSync(file)
  for (const { name } of columns.filter(({ numbers }) => numbers))
    await client.query(
      `SELECT setval(pg_get_serial_sequence('"${table}"', '${name}'), (SELECT coalesce(max("${name}"), 0) + 1 FROM "${table}"), false)`,
    )
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const written = (value: unknown) =>
  value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, of => escapes[of] as string)

function writeRows(file: string, rows: Iterable<Record<string, unknown>>) {
  const to = openSync(file, 'w')
  let lines: string[] = []
  const flush = () => {
    writeSync(to, lines.join(''))
    lines = []
  }
  for (const row of rows) {
    lines.push(`${Object.values(row).map(written).join('\t')}\n`)
    if (lines.length === 2000) flush()
  }
  flush()
  closeSync(to)
  chmodSync(file, 0o644)
}
