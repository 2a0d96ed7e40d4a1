import { schema } from './schema.ts'
import { type Database, openDatabase } from './sqlite/driver.ts'
import { dialect } from './sqlite/statements.ts'
import type { Shape } from './store.ts'

/** “Almn”: what the file says it is, also to the tool `file`. */
const applicationId = 0x416c6d6e

/** A step from one version of the tables to the next. Whoever changes a table adds one (`test/stores/version.test.ts`). */
export type Migration = { to: number; about: string; run(db: Database): void }

/** In order. The numbers are those in `PRAGMA user_version`. */
export const migrations: readonly Migration[] = [
  { to: 1, about: 'the tables of 0.1.0, which had no number yet', run() {} },
]

/** A database that this version cannot use. Its codes have a sentence each in the command line. */
export class DatabaseError extends Error {
  readonly code: string
  readonly params: Record<string, string | number>
  constructor(code: string, params: Record<string, string | number> = {}) {
    super(`${code} ${Object.values(params).join(' ')}`)
    this.code = code
    this.params = params
  }
}

/**
 * Brings the database to the version of this program: a new file gets all tables, an older one the migrations it has not had, in
 * one transaction. A newer one is refused, and so is one whose tables are not those of its version. Writes nothing when nothing is to be done.
 */
export function bringUpToDate(
  db: Database,
  shapes: readonly Shape[],
  steps: readonly Migration[] = migrations,
) {
  const current = steps.at(-1)?.to ?? 0
  const statements = schema(shapes, dialect)
  db.transaction(() => {
    const version = Number(db.value('PRAGMA user_version'))
    const application = Number(db.value('PRAGMA application_id'))
    const isNew = Number(db.value('SELECT count(*) FROM sqlite_schema')) === 0
    if (application !== 0 && application !== applicationId)
      throw new DatabaseError('DATABASE_FOREIGN')
    if (version > current) throw new DatabaseError('DATABASE_NEWER', { version, current })
    if (isNew) for (const statement of statements) db.exec(statement)
    else for (const step of steps) if (step.to > version) step.run(db)
    if (!isNew) compare(db, statements)
    if (version !== current) db.exec(`PRAGMA user_version = ${current}`)
    if (application === 0) db.exec(`PRAGMA application_id = ${applicationId}`)
    // What only makes questions quick follows from the tables, and may be made again at any time.
    if (!isNew)
      for (const statement of statements)
        if (!statement.startsWith('CREATE TABLE')) db.exec(statement)
  })
}

/** Looks for every column that there should be. A missing one would otherwise be read as empty, for all records. */
function compare(db: Database, statements: readonly string[]) {
  const wanted = openDatabase(':memory:')
  try {
    for (const statement of statements)
      if (statement.startsWith('CREATE TABLE')) wanted.exec(statement)
    const present = columnsOf(db)
    const missing = [...columnsOf(wanted)].filter(column => !present.has(column))
    if (missing.length > 0)
      throw new DatabaseError('DATABASE_SCHEMA', { missing: missing.slice(0, 5).join(', ') })
  } finally {
    wanted.close()
  }
}

/** `table.column` of every table. */
const columnsOf = (db: Database) =>
  new Set(
    db
      .prepare(
        `SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
      )
      .values() as string[],
  )
