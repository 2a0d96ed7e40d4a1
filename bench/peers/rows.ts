// What a team would write by hand on the same database: rows, relations, count(*), JSON.stringify.
import { createServer } from 'node:http'
import { openDatabase } from '../../src/store/sqlite/driver.ts'

const db = openDatabase(process.env.DATABASE as string, { readOnly: true })
const page =
  db.prepare(`SELECT e.*, t.title, t.description, t.slug, t.website FROM occurrence o JOIN event e ON e.id = o.event
  JOIN event_text t ON t.id = e.id AND t.language = e.main
  WHERE o.status = 'publish' AND o.hidden = 0 AND o.starts >= ? AND o.ends <= ? ORDER BY o.starts, o.published, o.event LIMIT ? OFFSET ?`)
const total = db.prepare(
  "SELECT count(*) AS total FROM occurrence WHERE status = 'publish' AND hidden = 0 AND starts >= ? AND ends <= ?",
)
const links = db.prepare('SELECT kind, target FROM link WHERE event = ? ORDER BY kind, position')
const find = Object.fromEntries(
  ['venue', 'organizer', 'category', 'tag'].map(kind => [
    kind,
    db.prepare(
      `SELECT r.*, t.* FROM ${kind} r JOIN ${kind}_text t ON t.id = r.id AND t.language = r.main WHERE r.id = ?`,
    ),
  ]),
)

createServer((request, response) => {
  const query = new URL(request.url as string, 'http://x').searchParams
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
  const limit = Number(query.get('per_page') ?? 10)
  const number = Number(query.get('page') ?? 1)
  const events = (page.all(from, to, limit, (number - 1) * limit) as { id: number }[]).map(
    event => {
      const linked: Record<string, unknown[]> = { venue: [], organizer: [], category: [], tag: [] }
      for (const { kind, target } of links.all(event.id) as { kind: string; target: number }[])
        linked[kind]?.push(find[kind]?.get(target))
      return { ...event, ...linked }
    },
  )
  const { total: all } = total.get(from, to) as { total: number }
  const body = JSON.stringify({ events, total: all, total_pages: Math.ceil(all / limit) })
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
