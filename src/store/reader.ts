import { Problem } from '../problem.ts'
import { nearestFirst } from './distance.ts'
import {
  eventStatements,
  type ListStatements,
  postStatements,
  termStatements,
  venuesInBox,
} from './list-statements.ts'
import { occurrenceColumns } from './occurrence.ts'
import { anyOf, type Piece, piece } from './schema.ts'
import { dialect, type Shapes, type Statements } from './sqlite/statements.ts'
import type {
  JournalEntry,
  LinkKind,
  Links,
  ListEntry,
  Listed,
  Near,
  Occurrence,
  Page,
  Place,
  PostEntry,
  Reader,
  Row,
  StoredRecord,
  Texts,
} from './store.ts'
import { noLinks } from './store.ts'

/** Named, since a table that is being rebuilt may have others. */
const listColumns = Object.keys(occurrenceColumns).join(', ')

export function reader(
  { rows, row }: Statements,
  shapes: Shapes,
  derived?: { unknown: readonly string[] },
): Reader {
  const textsOf = (kind: string, ids: readonly number[]) => {
    const texts = new Map<number, Texts>()
    const shape = shapes.get(kind)
    if (!shape || Object.keys(shape.texts).length === 0) return texts
    const { sql, values } = anyOf('id', ids)
    for (const { id, language, ...text } of rows<Row & { id: number; language: 'en' | 'fr' }>(
      `SELECT * FROM ${kind}_text WHERE ${sql}`,
      ...values,
    )) {
      const found = texts.get(id)
      if (found) found[language] = text
      else texts.set(id, { [language]: text })
    }
    return texts
  }

  const linksOf = (kind: string, ids: readonly number[]) => {
    const links = new Map<number, Links>()
    if (kind !== 'event') return links
    const { sql, values } = anyOf('event', ids)
    for (const link of rows<{ event: number; kind: LinkKind; target: number }>(
      `SELECT event, kind, target FROM link WHERE ${sql} ORDER BY event, kind, position`,
      ...values,
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

  function records(kind: string, ids: readonly number[]): StoredRecord[] {
    if (ids.length === 0) return []
    const { sql, values } = anyOf('id', ids)
    const found = rows<Row & { id: number; version: number }>(
      `SELECT * FROM "${kind}" WHERE ${sql}`,
      ...values,
    )
    const texts = textsOf(kind, ids)
    const links = linksOf(kind, ids)
    const byId = new Map(
      found.map(({ id, version, ...facts }) => [
        id,
        { id, kind, version, facts, texts: texts.get(id) ?? {}, links: links.get(id) ?? noLinks },
      ]),
    )
    return ids.flatMap(id => byId.get(id) ?? [])
  }

  const entriesOf = (occurrences: Occurrence[]): ListEntry[] => {
    if (occurrences.length === 0) return []
    const links = linksOf(
      'event',
      occurrences.map(({ event }) => event),
    )
    return occurrences.map(at => ({ at, links: links.get(at.event) ?? noLinks }))
  }

  const countOf = ({ sql, values }: Piece) => row<{ total: number }>(sql, ...values)?.total ?? 0

  const listed = ({ page, total }: ListStatements, { limit, offset }: Page): Listed => {
    const ids = idsOf(page)
    // A page that is not full has told the total.
    const isKnown = ids.length < limit && (ids.length > 0 || offset === 0)
    return { ids, total: isKnown ? offset + ids.length : countOf(total) }
  }

  function venuesNear(near: Near): number[] {
    const { sql, values } = venuesInBox(near)
    return nearestFirst(near, rows<Place & { id: number }>(sql, ...values))
  }

  const idsOf = ({ sql, values }: Piece) => rows<{ id: number }>(sql, ...values).map(({ id }) => id)

  return {
    get: async (kind, id) => records(kind, [id])[0],
    getMany: async (kind, ids) => records(kind, ids),
    kindOf: async (family, id) =>
      row<{ kind: string }>(`SELECT kind FROM ${family}_id WHERE id = ?`, id)?.kind,
    bySlug: async (kind, slug) =>
      row<{ id: number }>('SELECT id FROM slug WHERE kind = ? AND slug = ?', kind, slug)?.id,
    named: async (kind, key) =>
      rows<{ id: number }>(
        `SELECT DISTINCT id FROM ${kind}_text WHERE name_key = ? ORDER BY id LIMIT 100`,
        key,
      ).map(({ id }) => id),
    lookup: async (kind, fact, value, limit = 100) =>
      rows<{ id: number }>(
        `SELECT id FROM "${kind}" WHERE "${fact}" = ? ORDER BY id LIMIT ?`,
        value,
        limit,
      ).map(({ id }) => id),
    due: async (kind, now, limit) =>
      rows<{ id: number }>(
        `SELECT id FROM "${kind}" WHERE status = 'future' AND date_utc <= ? ORDER BY date_utc LIMIT ?`,
        now,
        limit,
      ).map(({ id }) => id),
    async withDescendants(kind, ids) {
      const { sql, values } = anyOf('id', ids)
      return idsOf({
        sql: `WITH RECURSIVE down (id) AS (SELECT id FROM ${kind} WHERE ${sql}
          UNION SELECT c.id FROM ${kind} c JOIN down ON c.parent = down.id) SELECT id FROM down`,
        values,
      })
    },
    eventsOf: async (kind, target, after, limit) =>
      rows<{ event: number }>(
        'SELECT DISTINCT event FROM link WHERE kind = ? AND target = ? AND event > ? ORDER BY event LIMIT ?',
        kind,
        target,
        after,
        limit,
      ).map(({ event }) => event),
    childrenOf: async (event, limit) =>
      rows<{ event: number }>(
        'SELECT event FROM occurrence WHERE parent = ? AND parent <> 0 LIMIT ?',
        event,
        limit,
      ).map(({ event: child }) => child),
    idsAfter: async (kind, after, limit) =>
      rows<{ id: number }>(
        `SELECT id FROM "${kind}" WHERE id > ? ORDER BY id LIMIT ?`,
        after,
        limit,
      ).map(({ id }) => id),
    async listEvents(query) {
      const statements = eventStatements(query, dialect, query.near && venuesNear(query.near))
      const { sql } = statements.total
      if (derived?.unknown.some(name => sql.includes(`o.${name} `)))
        throw new Problem('service_too_busy', { params: { seconds: 30 }, retryAfter: 30 })
      return listed(statements, query.page)
    },
    listPosts: async query => listed(postStatements(query, dialect), query.page),
    listTerms: async query => listed(termStatements(query, dialect), query.page),
    listEntries: async (after, limit) =>
      entriesOf(
        rows<Occurrence>(
          `SELECT ${listColumns} FROM occurrence WHERE (starts, published, event) > (?, ?, ?) ORDER BY starts, published, event LIMIT ?`,
          after?.starts ?? Number.MIN_SAFE_INTEGER,
          after?.published ?? 0,
          after?.event ?? 0,
          limit,
        ),
      ),
    async listEntriesOf(ids) {
      const { sql, values } = anyOf('event', ids)
      return entriesOf(
        rows<Occurrence>(`SELECT ${listColumns} FROM occurrence WHERE ${sql}`, ...values),
      )
    },
    eventsWithText: async (language, letters, after, last) =>
      rows<{ id: number }>(
        `SELECT id FROM search WHERE kind = 'event' AND id > ? AND id <= ? AND language = ? AND instr(text, ?) > 0`,
        after,
        last,
        language,
        letters,
      ).map(({ id }) => id),
    async eventsOfText(language, letters, ids) {
      const { sql, values } = anyOf('id', ids)
      return rows<{ id: number }>(
        `SELECT id FROM search WHERE kind = 'event' AND ${sql} AND language = ? AND instr(text, ?) > 0`,
        ...values,
        language,
        letters,
      ).map(({ id }) => id)
    },
    async postEntries(kind, ids) {
      const { sql, values } = ids ? anyOf('p.id', ids) : { sql: '1 = 1', values: [] }
      const place =
        kind === 'venue' ? 'p.geo_lat AS lat, p.geo_lng AS lng' : 'NULL AS lat, NULL AS lng'
      return rows<Omit<PostEntry, 'place'> & { lat: number | null; lng: number | null }>(
        `SELECT p.id, p.date, p.status, p.author, ${place},
          (SELECT sum(CASE w.language WHEN 'en' THEN 1 ELSE 2 END) FROM ${kind}_text w
            WHERE w.id = p.id AND w.name_key IS NOT NULL) AS languages
          FROM ${kind} p WHERE ${sql}`,
        ...values,
      ).map(({ lat, lng, ...entry }) =>
        lat === null || lng === null ? entry : { ...entry, place: { lat, lng } },
      )
    },
    countWith: async (kind, fact) =>
      countOf(piece(`SELECT count(*) AS total FROM "${kind}" WHERE "${fact}" <> ''`)),
    count: async kind =>
      row<{ total: number }>(`SELECT count(*) AS total FROM "${kind}"`)?.total ?? 0,
    lastId: async kind =>
      row<{ id: number | null }>(`SELECT max(id) AS id FROM "${kind}"`)?.id ?? 0,
    journal: async (after, limit) =>
      rows<JournalEntry & { detail: string }>(
        'SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?',
        after,
        limit,
      ).map(entry => ({ ...entry, detail: entry.detail === '' ? null : JSON.parse(entry.detail) })),
    lastSeq: async () =>
      row<{ seq: number | null }>('SELECT max(seq) AS seq FROM journal')?.seq ?? 0,
    note: async key => row<{ value: string }>('SELECT value FROM note WHERE key = ?', key)?.value,
  }
}
