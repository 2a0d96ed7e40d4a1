import Database from 'better-sqlite3'
import { openCheckpoints } from './checkpoints.ts'
import { openGroupCommit } from './group-commit.ts'
import { openSearch } from './search/search.ts'
import { missingColumns, schema } from './sql.ts'
import { reader } from './sqlite-reader.ts'
import { dialect, type Shapes, statementsOf } from './sqlite-statements.ts'
import { openWriter } from './sqlite-writer.ts'
import type { Shape, Store } from './store.ts'

/**
 * SQLite in one file. Two connections: writes go through one, in group commits; reads go through the other and see
 * only what is committed. Never run ANALYZE here: this build plans anew for each value once statistics exist.
 * `isMoreComing`: will another write come in a moment? A group commit waits for it.
 */
export function sqlite(file: string, isMoreComing = () => false): Store {
  const writing = open(file)
  // A group of writes dirties many pages; a reader finds what it needs with the system as soon as here.
  writing.pragma('cache_size = -4000')
  const reading = open(file)
  const shapes: Shapes = new Map()
  const checkpoints = openCheckpoints(writing, file)
  const statements = statementsOf(writing)
  const { tx, flush, forget } = openWriter(statements, shapes)
  const commit = openGroupCommit({
    db: writing,
    log: `${file}-wal`,
    written: () => statements.written,
    flush,
    forget,
    committed: checkpoints.committed,
    turn: checkpoints.turn,
    isMoreComing,
  })
  const read = reader(statementsOf(reading), shapes)
  const version = writing.prepare('PRAGMA data_version').pluck()
  const search = openSearch(file, read)
  return {
    ...read,
    search,
    async prepare(list) {
      for (const shape of list) shapes.set(shape.kind, shape)
      migrate(writing, list)
    },
    write: work => commit.run(() => work(tx)),
    durable: () => commit.groups,
    version: () => Number(version.get()),
    async close() {
      await commit.drained()
      await search.close()
      await checkpoints.close()
      reading.close()
      writing.close()
    },
  }
}

function open(file: string) {
  const db = new Database(file, { timeout: 10_000 })
  db.pragma('journal_mode = WAL')
  // The group commit syncs the log itself, off this thread, before anyone is answered.
  db.pragma('synchronous = NORMAL')
  db.pragma('wal_autocheckpoint = 0')
  db.pragma('journal_size_limit = 67108864')
  db.pragma('foreign_keys = OFF')
  db.pragma('temp_store = MEMORY')
  return db
}

function migrate(db: Database.Database, shapes: readonly Shape[]) {
  db.transaction(() => {
    for (const statement of schema(shapes, dialect)) db.exec(statement)
    for (const { kind, facts, texts } of shapes)
      for (const [table, wanted] of [
        [kind, facts],
        [`${kind}_text`, texts],
      ] as const) {
        const present = db.pragma(`table_info("${table}")`) as { name: string }[]
        if (present.length === 0) continue
        const names = present.map(({ name }) => name)
        for (const statement of missingColumns(table, wanted, names, dialect)) db.exec(statement)
      }
  }).immediate()
}
