import { backup } from 'node:sqlite'
import { type Database, openDatabase } from '../src/store/sqlite/driver.ts'

type Value = string | number | null | Uint8Array
export type RawRow = { table: string; values: Record<string, Value> } & (
  | { kind: 'insert' }
  | { kind: 'update'; key: Record<string, Value> }
)
/** `number` stands in its titles: each copy of the event has another in its place, so that slugs differ. */
export type RawEvent = { id: number; number: number; rows: RawRow[] }

/**
 * The rows that one created event leaves in a database, whatever its tables: the differences from a copy that was taken just before. The copy, still
 * without the event, is where the raw inserts go.
 */
export async function rowsOfOneEvent(
  file: string,
  copy: string,
  create: () => Promise<number>,
): Promise<Pick<RawEvent, 'id' | 'rows'>> {
  const db = openDatabase(file)
  await backup(db.driver, copy)
  const id = await create()
  db.prepare('ATTACH ? AS before').run(copy)
  const tables = db.prepare('PRAGMA main.table_list').all() as {
    schema: string
    name: string
    type: string
  }[]
  const rows = tables
    .filter(
      ({ schema, name, type }) =>
        schema === 'main' && type === 'table' && !name.startsWith('sqlite_'),
    )
    .flatMap(({ name }) => changesIn(db, name))
  db.close()
  return { id, rows }
}

function changesIn(db: Database, table: string): RawRow[] {
  const columns = db.prepare(`PRAGMA table_info("${table}")`).all() as {
    name: string
    pk: number
  }[]
  const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
  const before =
    key.length > 0 &&
    db.prepare(
      `SELECT * FROM before."${table}" WHERE ${key.map(name => `"${name}" = ?`).join(' AND ')}`,
    )
  const changed = db
    .prepare(`SELECT * FROM main."${table}" EXCEPT SELECT * FROM before."${table}"`)
    .all() as Record<string, Value>[]
  return changed.map(values => {
    const old =
      before && (before.get(...key.map(name => values[name] as Value)) as typeof values | undefined)
    if (!old) return { kind: 'insert', table, values }
    const pick = (names: string[]) =>
      Object.fromEntries(names.map(name => [name, values[name] as Value]))
    const touched = Object.keys(values).filter(name => values[name] !== old[name])
    return { kind: 'update', table, values: pick(touched), key: pick(key) }
  })
}
