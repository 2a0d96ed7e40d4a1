import { fdatasyncSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * The limit of writing: the rows that one created event leaves in the database, copied as they are into a database with
 * the same tables and indexes, 32 events in a commit, each commit synced. Events per second.
 */
export async function rawInserts(folder: string, seconds: number): Promise<number> {
  const source = new Database(join(folder, 'almanac.db'), { readonly: true })
  const file = join(folder, 'raw.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  const target = new Database(file)
  target.pragma('journal_mode = WAL')
  target.pragma('synchronous = NORMAL')
  for (const { sql } of source
    .prepare(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC",
    )
    .all() as { sql: string }[])
    target.exec(sql)
  const event = (source.prepare('SELECT max(id) AS id FROM event').get() as { id: number }).id
  const all = (table: string, column: string) =>
    source
      .prepare(
        `SELECT * FROM ${table} WHERE ${column} = ?${table === 'slug' || table === 'search' || table === 'journal' ? " AND kind = 'event'" : ''}`,
      )
      .all(event) as Record<string, unknown>[]
  const rows = [
    ['post_id', all('post_id', 'id'), 'id'],
    ['event', all('event', 'id'), 'id'],
    ['event_text', all('event_text', 'id'), 'id'],
    ['slug', all('slug', 'id'), 'id'],
    ['link', all('link', 'event'), 'event'],
    ['search', all('search', 'id'), 'id'],
    ['occurrence', all('occurrence', 'event'), 'event'],
    ['journal', all('journal', 'id'), 'id'],
  ] as const
  const inserts = rows.flatMap(([table, list, key]) =>
    list.map(row => {
      const names = Object.keys(row).filter(name => name !== 'seq')
      const statement = target.prepare(
        `INSERT INTO ${table} (${names.map(name => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      )
      const values = names.map(name => row[name])
      const at = names.indexOf(key)
      const slug = table === 'slug' ? names.indexOf('slug') : -1
      return (id: number) => {
        values[at] = id
        if (slug >= 0) values[slug] = `${row.slug}-${id}`
        statement.run(...values)
      }
    }),
  )
  const counts = ['category', 'tag'].map(kind =>
    target.prepare(`UPDATE ${kind} SET count = count + 1 WHERE id = ?`),
  )
  const [begin, commit] = [target.prepare('BEGIN IMMEDIATE'), target.prepare('COMMIT')]
  let log: number | undefined
  let done = 0
  const started = performance.now()
  while (performance.now() - started < seconds * 1000) {
    begin.run()
    for (let n = 0; n < 32; n++) {
      done++
      for (const insert of inserts) insert(10_000_000 + done)
      for (const count of counts) for (let n = 0; n < 2; n++) count.run(n)
    }
    commit.run()
    log ??= openSync(`${file}-wal`, 'r')
    fdatasyncSync(log)
  }
  const rate = done / ((performance.now() - started) / 1000)
  target.close()
  source.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  return rate
}
