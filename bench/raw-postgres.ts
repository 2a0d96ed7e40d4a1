// node bench/raw-postgres.ts url rows first seconds: the limit of writing with the same driver (postgres-writing.ts runs it).
import { readFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import pg from 'pg'
import { clients } from './constants.ts'
import { fillOf, type Value } from './raw-fill.ts'
import type { RawEvent, RawRow } from './raw-rows.ts'

const [url = '', file = '', first = '1', seconds = '2'] = process.argv.slice(2)
const events = deserialize(readFileSync(file)) as RawEvent[]
// As the store opens its own: statements are sent before the answers to those before have come.
const client = new pg.Client({ connectionString: url, pipeline: true })
await client.connect()

const names = new Map<string, string>()
const nameOf = (text: string) => {
  const name = names.get(text) ?? `raw_${names.size}`
  names.set(text, name)
  return name
}

function writeOf(event: RawEvent, row: RawRow): (id: number) => Promise<unknown> {
  const columns = Object.keys(row.values)
  const fills = Object.values(row.values).map(value => fillOf(event, value as Value))
  const keys = row.kind === 'update' ? row.key : {}
  const mark = (name: string, at: number) => `"${name}" = $${at + 1}`
  const text =
    row.kind === 'insert'
      ? `INSERT INTO "${row.table}" (${columns.map(name => `"${name}"`).join(', ')})
          VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`
      : `UPDATE "${row.table}" SET ${columns.map(mark).join(', ')}
          WHERE ${Object.keys(keys)
            .map((name, at) => mark(name, columns.length + at))
            .join(' AND ')}`
  const name = nameOf(text)
  return id =>
    client.query({ name, text, values: [...fills.map(fill => fill(id)), ...Object.values(keys)] })
}

const writes = events.map(event => event.rows.map(row => writeOf(event, row)))
let done = 0
const started = performance.now()
const before = process.cpuUsage()
while (performance.now() - started < Number(seconds) * 1000) {
  const sent: Promise<unknown>[] = [client.query('BEGIN')]
  // As many share a commit as there are clients in the case that is compared.
  for (let n = 0; n < clients; n++, done++)
    for (const write of writes[done % writes.length] ?? []) sent.push(write(Number(first) + done))
  sent.push(client.query('COMMIT'))
  await Promise.all(sent)
}
const elapsed = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(before)
process.stdout.write(
  JSON.stringify({
    rate: done / elapsed,
    cpu: (user + system) / done,
    done,
    next: Number(first) + done,
  }),
)
await client.end()
