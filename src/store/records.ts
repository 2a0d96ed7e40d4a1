import type { Connection } from './connection.ts'
import { anyOf, type Dialect } from './schema.ts'
import type { Shapes } from './shape.ts'
import type { LinkKind, Links, Reader, Row, StoredRecord, Texts } from './store.ts'
import { noLinks } from './store.ts'

/** What is read with: a connection, and what it reads. */
export type Source = {
  connection: Connection
  dialect: Dialect
  shapes: Shapes
  /** Columns of lists that cannot be asked for until a rebuild is over. */
  unknown?: readonly string[]
}

export const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

export async function linksOf({ connection }: Source, ids: readonly number[]) {
  const links = new Map<number, Links>()
  const { sql, values } = anyOf('event', ids)
  for (const link of await connection.all<{ event: number; kind: LinkKind; target: number }>(
    `SELECT event, kind, target FROM link WHERE ${sql} ORDER BY event, kind, position`,
    values,
  )) {
    let found = links.get(link.event)
    if (!found) {
      found = { venue: [], organizer: [], category: [], tag: [] }
      links.set(link.event, found)
    }
    found[link.kind].push(link.target)
  }
  return links
}

async function textsOf({ connection }: Source, kind: string, ids: readonly number[]) {
  const texts = new Map<number, Texts>()
  const { sql, values } = anyOf('id', ids)
  for (const { id, language, ...text } of await connection.all<
    Row & { id: number; language: 'en' | 'fr' }
  >(`SELECT * FROM ${kind}_text WHERE ${sql}`, values)) {
    const found = texts.get(id)
    if (found) found[language] = text
    else texts.set(id, { [language]: text })
  }
  return texts
}

/** Each as it was at one moment, in the order of the ids; unknown ones are left out. */
async function recordsOf(source: Source, kind: string, ids: readonly number[]) {
  const { connection, shapes } = source
  if (ids.length === 0) return []
  const { sql, values } = anyOf('id', ids)
  const hasTexts = Object.keys(shapes.get(kind)?.texts ?? {}).length > 0
  const [rows, texts, links] = await connection.snapshot(async at => {
    const own = { ...source, connection: at }
    return [
      await at.all<Row & { id: number; version: number }>(
        `SELECT * FROM "${kind}" WHERE ${sql}`,
        values,
      ),
      hasTexts ? await textsOf(own, kind, ids) : undefined,
      kind === 'event' ? await linksOf(own, ids) : undefined,
    ] as const
  })
  const byId = new Map<number, StoredRecord>()
  for (const { id, version, ...facts } of rows)
    byId.set(id, {
      ...{ id, kind, version, facts },
      texts: texts?.get(id) ?? {},
      links: links?.get(id) ?? noLinks,
    })
  return ids.flatMap(id => byId.get(id) ?? [])
}

type RecordReader = Pick<
  Reader,
  | 'get'
  | 'getMany'
  | 'kindOf'
  | 'bySlug'
  | 'named'
  | 'lookup'
  | 'due'
  | 'withDescendants'
  | 'eventsOf'
  | 'childrenOf'
  | 'idsAfter'
  | 'count'
  | 'countWith'
  | 'lastId'
>

/** Records by their ids, and ids by what is known of a record. */
export function recordReader(source: Source): RecordReader {
  const { connection } = source
  const ids = async (sql: string, values: readonly (string | number | null)[]) =>
    idsOf(await connection.all<{ id: number }>(sql, values))
  const number = async (sql: string) =>
    (await connection.get<{ number: number | null }>(sql))?.number ?? 0
  return {
    get: async (kind, id) => (await recordsOf(source, kind, [id]))[0],
    getMany: (kind, list) => recordsOf(source, kind, list),
    kindOf: async (family, id) =>
      (await connection.get<{ kind: string }>(`SELECT kind FROM ${family}_id WHERE id = ?`, [id]))
        ?.kind,
    bySlug: async (kind, slug) =>
      (await ids('SELECT id FROM slug WHERE kind = ? AND slug = ?', [kind, slug]))[0],
    named: (kind, key) =>
      ids(`SELECT DISTINCT id FROM ${kind}_text WHERE name_key = ? ORDER BY id LIMIT 100`, [key]),
    lookup: (kind, fact, value, limit = 100) =>
      ids(`SELECT id FROM "${kind}" WHERE "${fact}" = ? ORDER BY id LIMIT ?`, [value, limit]),
    due: (kind, now, limit) =>
      ids(
        `SELECT id FROM "${kind}" WHERE status = 'future' AND date_utc <= ? ORDER BY date_utc LIMIT ?`,
        [now, limit],
      ),
    withDescendants(kind, list) {
      const { sql, values } = anyOf('id', list)
      return ids(
        `WITH RECURSIVE down (id) AS (SELECT id FROM ${kind} WHERE ${sql}
          UNION SELECT c.id FROM ${kind} c JOIN down ON c.parent = down.id) SELECT id FROM down`,
        values,
      )
    },
    eventsOf: (kind, target, after, limit) =>
      ids(
        'SELECT DISTINCT event AS id FROM link WHERE kind = ? AND target = ? AND event > ? ORDER BY event LIMIT ?',
        [kind, target, after, limit],
      ),
    childrenOf: async (event, limit) => {
      const sql = 'SELECT event AS id FROM occurrence WHERE parent = ? AND parent <> 0 LIMIT ?'
      // Each comes as often as it has dates.
      return [...new Set(await ids(sql, [event, limit]))]
    },
    idsAfter: (kind, after, limit) =>
      ids(`SELECT id FROM "${kind}" WHERE id > ? ORDER BY id LIMIT ?`, [after, limit]),
    count: kind => number(`SELECT count(*) AS number FROM "${kind}"`),
    countWith: (kind, fact) =>
      number(`SELECT count(*) AS number FROM "${kind}" WHERE "${fact}" <> ''`),
    lastId: kind => number(`SELECT max(id) AS number FROM "${kind}"`),
  }
}
