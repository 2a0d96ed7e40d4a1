import pg from 'pg'
import type { RawEvent, RawRow } from './raw-rows.ts'

type Values = RawRow['values']
type Table = { name: string; key: string[]; own: string[] }

/** Eight bytes as a number. */
export const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format),
}

/** The rows that one created event leaves on the server: those of its transactions, beside how they were just before. */
export async function rowsOfOneEventOn(
  url: string,
  create: () => Promise<number>,
): Promise<Pick<RawEvent, 'id' | 'rows'>> {
  const [before, after] = [await opened(url), await opened(url)]
  try {
    await before.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows: next } = await before.query<{ xid: number }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS xid',
    )
    const id = await create()
    const rows: RawRow[] = []
    for (const table of await tablesOf(after)) {
      const changed = await after.query<Values>(
        `SELECT * FROM "${table.name}" WHERE xmin::text::bigint >= $1`,
        [next[0]?.xid],
      )
      for (const values of changed.rows)
        rows.push(rowOf(table, id, values, await oldOf(before, table, values)))
    }
    return { id, rows }
  } finally {
    await before.end()
    await after.end()
  }
}

async function opened(url: string) {
  const client = new pg.Client({ connectionString: url, types })
  await client.connect()
  return client
}

/** Tables with their keys, and the columns that number themselves. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name,
      (SELECT coalesce(json_agg(a.attname), '[]') FROM pg_attribute a JOIN pg_index i ON i.indrelid = c.oid
        WHERE i.indisprimary AND a.attrelid = c.oid AND a.attnum = ANY (i.indkey)) AS key,
      (SELECT coalesce(json_agg(a.attname), '[]') FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attidentity <> '') AS own
      FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  )
  return rows
}

async function oldOf(before: pg.Client, { name, key }: Table, values: Values) {
  const where = key.map((column, at) => `"${column}" = $${at + 1}`).join(' AND ')
  const sql = `SELECT * FROM "${name}" WHERE ${where || 'false'}`
  const { rows } = await before.query<Values>(
    sql,
    key.map(column => values[column]),
  )
  return rows[0]
}

function rowOf(table: Table, id: number, values: Values, old: Values | undefined): RawRow {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map(name => [name, values[name] ?? null]))
  const names = Object.keys(values)
  if (old) {
    const touched = names.filter(name => values[name] !== old[name])
    return { kind: 'update', table: table.name, values: pick(touched), key: pick(table.key) }
  }
  // A number that is the row's own and not the event's, as in a journal: the server gives the next.
  const given = names.filter(name => !table.own.includes(name) || values[name] === id)
  return { kind: 'insert', table: table.name, values: pick(given) }
}
