import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import type { Settings } from '../../src/config/config.ts'
import { openStatements } from '../../src/store/postgres/connections.ts'
import { openLink } from '../../src/store/postgres/link.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'

/**
 * On which engine the services of a test keep their records. It is SQLite, unless the runner runs the test on PostgreSQL: it
 * starts a server, and names here the database on it that all others are copies of.
 */
const template = process.env.ALMANAC_TEST_POSTGRES

export const engineName = template ? 'postgres' : 'sqlite'

/** The database of a data folder, by its name. */
function urlFor(folder: string): string {
  const url = new URL(template ?? '')
  url.pathname = basename(folder)
  return url.href
}

/** The setting that says where the records of a data folder are. */
export const databaseUrlOf = (folder: string): Pick<Settings, 'databaseUrl'> | undefined =>
  template ? { databaseUrl: urlFor(folder) } : undefined

/**
 * A data folder of its own, with a database where the engine needs one; `remove` takes both away. A database has its tables
 * already, for that is quicker, unless it is to be empty.
 */
export async function newPlace(prefix = 'almanac-', { isEmpty = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const name = `"${basename(folder)}"`
  const from = isEmpty ? 'template1' : new URL(template ?? 'postgres:///none').pathname.slice(1)
  await administer(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`)
  return {
    folder,
    async remove() {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

async function administer(sql: string) {
  if (!template) return
  const url = new URL(template)
  url.pathname = 'postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    while (!(await isDone(client, sql)));
  } finally {
    await client.end()
  }
}

/** False: a client is still connected. The server itself looks after its databases, and waits no longer than five seconds for that. */
async function isDone(client: pg.Client, sql: string): Promise<boolean> {
  try {
    await client.query(sql)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55006') return false
    throw error
  }
}

/** Looks into the database of a service, past the service. */
export type Rows = <T>(sql: string, ...values: (string | number)[]) => Promise<T[]>

export function openRows(
  { dataFolder, databaseUrl }: Pick<Settings, 'dataFolder' | 'databaseUrl'>,
  { mayWrite = false } = {},
) {
  if (databaseUrl) return rowsOnServer(databaseUrl)
  return rowsInFile(join(dataFolder, 'almanac.db'), mayWrite)
}

function rowsInFile(file: string, mayWrite: boolean) {
  const database = openDatabase(file, { readOnly: !mayWrite })
  const rows: Rows = async <T>(sql: string, ...values: (string | number)[]) =>
    database.prepare(sql).all(...values) as T[]
  return { rows, close: async () => database.close() }
}

function rowsOnServer(url: string) {
  const link = openLink(url)
  const statements = openStatements()
  const rows: Rows = async <T>(sql: string, ...values: (string | number)[]) =>
    (await link.query(statements(sql, values))).rows as T[]
  return { rows, close: link.close }
}

/** Runs the statements of a fixture in an empty database. */
export async function fill(
  { dataFolder, databaseUrl }: Pick<Settings, 'dataFolder' | 'databaseUrl'>,
  sql: string,
) {
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(sql)
    await client.end()
  } else {
    const database = openDatabase(join(dataFolder, 'almanac.db'))
    database.exec(sql)
    database.close()
  }
}

/** Names of all tables. */
export async function tablesOf(rows: Rows): Promise<string[]> {
  const sql = template
    ? 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()'
    : "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
  return (await rows<{ name: string }>(`${sql} ORDER BY name`)).map(({ name }) => name)
}
