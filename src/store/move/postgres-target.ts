import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DatabaseError } from '../database-error.ts'
import type { Shape } from '../form/shape.ts'
import { openWriting } from '../postgres/connections.ts'
import { dialect } from '../postgres/dialect.ts'
import { bringUpToDate } from '../postgres/tables.ts'
import { connect, has, named, namesOf, sideOf, withNamedErrors } from './postgres-source.ts'
import type { Batch, Target } from './side.ts'
import { isTable, type MovedTable, movedTables, statementsFor } from './tables.ts'

const oldest = 150_000

/** A target that can put the calendar that is there into another schema. */
export type PostgresTarget = Target & {
  /** Undefined: there was none, or half of one that a move has begun. */
  setAside(shapes: readonly Shape[], schema: string): Promise<string | undefined>
}

export async function postgresTarget(
  url: string,
  shapes: readonly Shape[],
): Promise<PostgresTarget> {
  const client = await connect(url)
  const side = sideOf(client)
  const query: Query = (text, values = []) => withNamedErrors(client.query(text, values))
  await prepareTarget(client)
  const setNote: SetNote = async (key, value) => {
    await query(
      'INSERT INTO note (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      [key, value],
    )
  }
  const stateOf: Target['stateOf'] = async tables => {
    if ((await side.note('move')) !== undefined) return 'begun'
    if ((await side.note('moved')) !== undefined) return 'moved'
    // A service that has not come further than its first statement has left an empty table of notes.
    for (const { name } of tables) if (name !== 'note' && (await has(client, name))) return 'other'
    return 'empty'
  }
  return {
    ...side,
    holdsZero: false,
    stateOf,
    async setAside(shapes, schema) {
      const tables = movedTables(shapes)
      const state = await stateOf(tables)
      if (state === 'empty' || state === 'begun') return undefined
      await putAside(client, tables, schema)
      return schema
    },
    ...tablesIn(query, setNote, statementsFor(shapes, dialect)),
    begin: table => batchOf(client, table, setNote),
    async setLastNumber({ name, columns, key }, last) {
      await query('SELECT setval(pg_get_serial_sequence($1, $2)::regclass, $3, $4)', [
        `"${name}"`,
        columns[key[0] ?? 0]?.name,
        Math.max(last, 1),
        last > 0,
      ])
    },
    async finish(remove, key, value) {
      await noteVersion(url, shapes)
      await query('BEGIN')
      await query('SET LOCAL synchronous_commit = on')
      await query('DELETE FROM note WHERE key = $1', [remove])
      await setNote(key, value)
      await query('COMMIT')
    },
  }
}

/** All tables of a calendar at once, with their indexes and the numbers they count by. Earlier contents of that schema are deleted. */
async function putAside(client: pg.Client, tables: readonly MovedTable[], schema: string) {
  const names = tables.flatMap(({ name }) => [name, `${name}_next`, `${name}_old`])
  const query = (text: string, values: unknown[] = []) =>
    withNamedErrors(client.query(text, values))
  await query('BEGIN')
  try {
    const { rows } = await query(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename = ANY($1)',
      [names],
    )
    await query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`)
    await query(`CREATE SCHEMA "${schema}"`)
    for (const { name } of rows) await query(`ALTER TABLE "${name}" SET SCHEMA "${schema}"`)
    await query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

type Query = (text: string, values?: unknown[]) => Promise<unknown>
type SetNote = (key: string, value: string) => Promise<void>

const listOf = (tables: readonly MovedTable[]) => tables.map(({ name }) => `"${name}"`).join(', ')

const tablesIn = (
  query: Query,
  setNote: SetNote,
  statements: readonly string[],
): Pick<Target, 'clear' | 'createTables' | 'createIndexes'> => ({
  async clear(tables) {
    await query(`DROP TABLE IF EXISTS ${listOf(tables)}`)
  },
  async createTables(key, value) {
    await query('BEGIN')
    for (const sql of statements) if (isTable(sql)) await query(sql)
    await setNote(key, value)
    await query('COMMIT')
  },
  async createIndexes(tables, progress) {
    for (const [at, sql] of statements.entries()) {
      progress(at, statements.length)
      await query(sql)
    }
    // The planner needs statistics of the new rows.
    await query(`VACUUM (ANALYZE) ${listOf(tables)}`)
  },
})

/** Notes the version of the engine in tables that exist by now. */
async function noteVersion(url: string, shapes: readonly Shape[]) {
  const writing = openWriting(url, { writeTimeout: 0, lockTimeout: 0 }, () => {})
  try {
    await writing.link.query({ text: 'BEGIN' })
    await bringUpToDate(writing.connection, shapes)
    await writing.link.query({ text: 'COMMIT' })
  } finally {
    await writing.link.close()
  }
}

/** A commit need not reach the disk at once: after the server has failed the last ones may be missing, and the note that speaks of them too. */
async function prepareTarget(client: pg.Client) {
  try {
    const { rows } = await withNamedErrors(
      client.query(`SELECT current_setting('server_version_num')::int AS version,
          current_setting('server_encoding') AS encoding`),
    )
    const { version, encoding } = rows[0]
    if (version < oldest) throw new DatabaseError('MOVE_SERVER', { version: version / 10_000 })
    if (encoding !== 'UTF8') throw new DatabaseError('MOVE_ENCODING', { encoding })
    await withNamedErrors(
      client.query("SET synchronous_commit = off; SET maintenance_work_mem = '256MB'"),
    )
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function batchOf(client: pg.Client, table: MovedTable, setNote: SetNote): Promise<Batch> {
  await withNamedErrors(client.query('BEGIN'))
  const sql = `COPY "${table.name}" (${namesOf(table)}) FROM STDIN`
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
    async commit(key, value) {
      const finished = once(stream, 'finish')
      stream.end()
      await Promise.race([finished.catch(() => failed), failed])
      await setNote(key, value)
      await withNamedErrors(client.query('COMMIT'))
    },
  }
}
