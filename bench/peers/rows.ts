// The service that a team would write by hand on the same database: rows, relations, count(*), JSON.stringify.
import { createServer } from 'node:http'
import { openDatabase } from '../../src/store/sqlite/driver.ts'

const db = openDatabase(process.env.DATABASE as string, { readOnly: true })
const text = (name: string) =>
  `CASE r.main WHEN 'fr' THEN r.${name}_fr ELSE r.${name}_en END AS ${name}`
const page =
  db.prepare(`SELECT r.*, ${['title', 'description', 'slug', 'website'].map(text).join(', ')}
  FROM occurrence o JOIN event r ON r.id = o.event
  WHERE o.status = 'publish' AND o.hidden = 0 AND o.starts >= ? AND o.ends <= ? ORDER BY o.starts, o.published, o.event LIMIT ? OFFSET ?`)
const total = db.prepare(
  "SELECT count(*) AS total FROM occurrence WHERE status = 'publish' AND hidden = 0 AND starts >= ? AND ends <= ?",
)
const kinds = ['venue', 'organizer', 'category', 'tag'] as const
const names = { venue: 'venue', organizer: 'organizer', category: 'name', tag: 'name' }
const find = Object.fromEntries(
  kinds.map(kind => [
    kind,
    db.prepare(
      `SELECT r.*, ${[names[kind], 'description', 'slug'].map(text).join(', ')} FROM ${kind} r WHERE r.id = ?`,
    ),
  ]),
)

createServer((request, response) => {
  const query = new URL(request.url as string, 'http://x').searchParams
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
  const limit = Number(query.get('per_page') ?? 10)
  const number = Number(query.get('page') ?? 1)
  const events = (
    page.all(from, to, limit, (number - 1) * limit) as Record<(typeof kinds)[number], string>[]
  ).map(event => {
    const linked: Record<string, unknown[]> = {}
    for (const kind of kinds)
      linked[kind] = (JSON.parse(event[kind]) as number[]).map(id => find[kind]?.get(id))
    return { ...event, ...linked }
  })
  const { total: all } = total.get(from, to) as { total: number }
  const body = JSON.stringify({ events, total: all, total_pages: Math.ceil(all / limit) })
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
