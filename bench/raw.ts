// node bench/raw.ts folder first seconds: the limit of writing (writing.ts runs it on the server's processor).
import { fdatasync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deserialize } from 'node:v8'
import { openDatabase } from '../src/store/sqlite/driver.ts'
import { openCheckpoints } from '../src/store/sqlite/engine.ts'
import { clients } from './constants.ts'
import { fillOf, type Value } from './raw-fill.ts'
import type { RawEvent, RawRow } from './raw-rows.ts'

const [folder = '', first = '1', seconds = '2'] = process.argv.slice(2)
const file = join(folder, 'raw.db')
const events = deserialize(readFileSync(join(folder, 'raw.rows'))) as RawEvent[]

const db = openDatabase(file)
// As the store opens its own.
for (const pragma of [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'wal_autocheckpoint = 0',
  'journal_size_limit = 67108864',
  'cache_size = -8000',
  'temp_store = MEMORY',
])
  db.exec(`PRAGMA ${pragma}`)

function writeOf(event: RawEvent, row: RawRow): (id: number) => void {
  const names = Object.keys(row.values).filter(name => !numbersItself(event, row, name))
  const fills = names.map(name => fillOf(event, row.values[name] as Value))
  if (row.kind === 'insert') {
    const columns = names.map(name => `"${name}"`).join(', ')
    const insert = db.prepare(
      `INSERT INTO "${row.table}" (${columns}) VALUES (${names.map(() => '?').join(', ')})`,
    )
    return id => insert.run(...fills.map(fill => fill(id)))
  }
  const keys = Object.keys(row.key)
  const update = db.prepare(
    `UPDATE "${row.table}" SET ${names.map(name => `"${name}" = ?`).join(', ')} WHERE ${keys.map(name => `"${name}" = ?`).join(' AND ')}`,
  )
  const key = Object.values(row.key)
  return id => update.run(...fills.map(fill => fill(id)), ...key)
}

/** A number that is the row's own and not the event's, as in a journal: SQLite gives the next. */
function numbersItself({ id }: RawEvent, row: RawRow, name: string): boolean {
  if (row.kind !== 'insert' || row.values[name] === id) return false
  const columns = db.prepare(`PRAGMA table_info("${row.table}")`).all() as {
    name: string
    type: string
    pk: number
  }[]
  const keys = columns.filter(({ pk }) => pk > 0)
  return keys.length === 1 && keys[0]?.name === name && keys[0].type === 'INTEGER'
}

const writes = events.map(event => event.rows.map(row => writeOf(event, row)))
const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')]
const sync = promisify(fdatasync)
const checkpoints = openCheckpoints(db, file)
let log: number | undefined
let done = 0
const started = performance.now()
const before = process.cpuUsage()
while (performance.now() - started < Number(seconds) * 1000) {
  await checkpoints.turn()
  begin.run()
  // As many share a commit as there are clients in the case that is compared.
  for (let n = 0; n < clients; n++, done++)
    for (const write of writes[done % writes.length] ?? []) write(Number(first) + done)
  commit.run()
  log ??= openSync(`${file}-wal`, 'r')
  checkpoints.committed()
  await sync(log)
}
const elapsed = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(before)
process.stdout.write(
  JSON.stringify({ rate: done / elapsed, cpu: (user + system) / done, next: Number(first) + done }),
)
await checkpoints.close()
db.close()
