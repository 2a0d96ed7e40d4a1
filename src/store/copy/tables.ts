import type { ColumnType, Shape } from '../contract/shape.ts'
import { derivedTables } from '../sql/derived.ts'
import { type Dialect, derivedSchema, schema } from '../sql/schema.ts'
import { type Database, dialect, openDatabase } from '../sqlite/driver.ts'

/** A table of a calendar, as a copy sees it. */
export type CopiedTable = {
  name: string
  columns: readonly { name: string; type: ColumnType }[]
  /** Places of the columns of its primary key, in the order of the key. */
  key: readonly number[]
  /** True if the database numbers its rows: the next number is copied too. */
  isNumbered: boolean
}

/** Notes of a database about itself: each engine has its own. The last two are of moves by earlier versions. */
const ownNotes = ['columns', 'schema', 'version', 'writer', 'storage-probe', 'move', 'moved']

/** The condition on the rows of a table that are copied. */
export const whereOf = ({ name }: CopiedTable) =>
  name === 'note' ? `key NOT IN (${ownNotes.map(key => `'${key}'`).join(', ')})` : '1 = 1'

/** The statements that create every table of a calendar and its indexes; each is harmless when repeated. */
export const statementsFor = (shapes: readonly Shape[], dialect: Dialect) => [
  ...schema(shapes, dialect),
  ...derivedTables.flatMap(table => derivedSchema(table, table.name, dialect, shapes)),
]

export const isTable = (statement: string) => statement.startsWith('CREATE TABLE')

/**
 * Every table of a calendar, from the statements that make them: a new one is copied without anybody thinking of it. Those that
 * follow from records are among them: it is quicker to copy than to rebuild them.
 */
export function tablesOf(shapes: readonly Shape[]): CopiedTable[] {
  const db = openDatabase(':memory:')
  try {
    for (const statement of statementsFor(shapes, dialect)) db.exec(statement)
    return db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .values()
      .map(name => tableIn(db, String(name)))
  } finally {
    db.close()
  }
}

function tableIn(db: Database, name: string): CopiedTable {
  const columns = db
    .prepare('SELECT name, type, pk FROM pragma_table_info(?)')
    .all<{ name: string; type: string; pk: number }>(name)
  const keys = columns.map(({ pk }, at) => ({ pk, at })).filter(({ pk }) => pk > 0)
  const sql = db.value('SELECT sql FROM sqlite_schema WHERE name = ?', name)
  return {
    name,
    columns: columns.map(of => ({ name: of.name, type: typeOf(of.type) })),
    key: keys.toSorted((a, b) => a.pk - b.pk).map(({ at }) => at),
    isNumbered: String(sql).includes('AUTOINCREMENT'),
  }
}

function typeOf(written: string): ColumnType {
  const types: readonly ColumnType[] = ['text', 'integer', 'real']
  const type = types.find(each => dialect.type[each] === written)
  if (!type) throw new Error(`A column of type ${written} cannot be copied.`)
  return type
}
