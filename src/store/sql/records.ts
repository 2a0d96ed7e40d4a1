import { existing } from '../../define/base/objects.ts'
import { type Cell, type LinkKind, type Links, linkKinds, linksOf } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import type { Connection } from '../contract/connection.ts'
import type { Shape, Shapes } from '../contract/shape.ts'
import { noLinks, type Reader, type StoredRecord } from '../contract/store.ts'
import type { Insertion } from './insertion.ts'
import { redirectReader } from './redirects.ts'
import { anyOf, type Dialect, type RecordRow, recordMaker, textColumn } from './schema.ts'
import { eventsOf } from './showing-image.ts'

/** The connection of readers, and the form of the tables. */
export type Source = {
  connection: Connection
  dialect: Dialect
  shapes: Shapes
  /** Columns of lists that cannot be queried until a rebuild is done. */
  unknown?: readonly string[]
  /** Called for each record that cannot be shown, at each reading. */
  leftOut?: LeftOut | undefined
}

type LeftOut = (kind: string, id: number) => void

export const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Each as it was at one moment, in the order of the ids; unknown ones are left out. What cannot be shown ends here, and takes no list, page or feed with it. */
async function recordsOf(
  { connection, dialect, shapes, leftOut }: Source,
  kind: string,
  ids: readonly number[],
) {
  const shape = shapes.get(kind)
  if (!shape || ids.length === 0) return []
  const { sql, values } = anyOf('id', ids, dialect)
  const rows = await connection.all<RecordRow>(`SELECT * FROM "${kind}" WHERE ${sql}`, values)
  const byId = new Map<number, StoredRecord>()
  for (const row of rows) {
    const record = recordOf(shape, row)
    if (record && shape.canBeShown?.(record) !== false) byId.set(row.id, record)
    else leftOut?.(kind, row.id)
  }
  return ids.flatMap(id => byId.get(id) ?? [])
}

function recordOf(shape: Shape, row: RecordRow): StoredRecord | undefined {
  try {
    return recordMaker(shape)(row)
  } catch {
    // its links are no JSON
    return undefined
  }
}

/** The owners of these slugs. */
async function ownersOf({ connection, dialect }: Source, kind: string, slugs: readonly string[]) {
  const { sql, values } = anyOf('slug', slugs, dialect)
  const rows = await connection.all<{ slug: string; id: number }>(
    `SELECT slug, id FROM slug WHERE kind = ? AND ${sql}`,
    [kind, ...values],
  )
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** Records by their ids, and ids by properties of a record. */
export function recordReader(source: Source) {
  const { connection, dialect, shapes } = source
  const ids = async (sql: string, values: readonly (string | number | null)[]) =>
    idsOf(await connection.all<{ id: number }>(sql, values))
  const number = async (sql: string) =>
    (await connection.get<{ number: number | null }>(sql))?.number ?? 0
  return {
    get: async (kind, id) => (await recordsOf(source, kind, [id]))[0],
    async anyRecord(kind, id) {
      const shape = existing(shapes.get(kind))
      const row = await connection.get<RecordRow>(`SELECT * FROM "${kind}" WHERE id = ?`, [id])
      if (!row) return undefined
      for (const of of linkKinds) if (shape.linked && !linksIn({ [of]: row[of] })) row[of] = ''
      return recordMaker(shape)(row)
    },
    getMany: (kind, list) => recordsOf(source, kind, list),
    kindOf: async (family, id) =>
      (await connection.get<{ kind: string }>(`SELECT kind FROM ${family}_id WHERE id = ?`, [id]))
        ?.kind,
    bySlug: async (kind, slug) => (await ownersOf(source, kind, [slug])).get(slug),
    bySlugs: (kind, slugs) => ownersOf(source, kind, slugs),
    ...redirectReader(connection),
    named: (kind, key) =>
      ids(
        `SELECT id FROM "${kind}" WHERE ${languages.map(of => `${textColumn('name_key', of)} = ?`).join(' OR ')}
          ORDER BY id LIMIT 100`,
        languages.map(() => key),
      ),
    lookup: (kind, fact, value, limit = 100) =>
      value === null
        ? ids(`SELECT id FROM "${kind}" WHERE "${fact}" IS NULL ORDER BY id LIMIT ?`, [limit])
        : ids(`SELECT id FROM "${kind}" WHERE "${fact}" = ? ORDER BY id LIMIT ?`, [value, limit]),
    highest: (kind, fact, limit) =>
      ids(`SELECT id FROM "${kind}" WHERE "${fact}" IS NOT NULL ORDER BY "${fact}" DESC LIMIT ?`, [
        limit,
      ]),
    due: (kind, now, limit) =>
      ids(
        `SELECT id FROM "${kind}" WHERE status = 'future' AND date_utc <= ? ORDER BY date_utc LIMIT ?`,
        [now, limit],
      ),
    withDescendants(kind, list) {
      const { sql, values } = anyOf('id', list, dialect)
      return ids(
        `WITH RECURSIVE down (id) AS (SELECT id FROM "${kind}" WHERE ${sql}
          UNION SELECT c.id FROM "${kind}" c JOIN down ON c.parent = down.id) SELECT id FROM down`,
        values,
      )
    },
    eventsOf: (...of) => eventsOf(ids, dialect, ...of),
    idsAfter: (kind, after, limit) =>
      ids(`SELECT id FROM "${kind}" WHERE id > ? ORDER BY id LIMIT ?`, [after, limit]),
    // Counts the IDs in use: a tenth of the cost of reading the records.
    count: async kind =>
      (
        await connection.get<{ number: number }>(
          `SELECT count(*) AS number FROM ${shapes.get(kind)?.family}_id WHERE kind = ?`,
          [kind],
        )
      )?.number ?? 0,
    idsWith: (kind, fact, after, limit) =>
      ids(`SELECT id FROM "${kind}" WHERE "${fact}" <> '' AND id > ? ORDER BY id LIMIT ?`, [
        after,
        limit,
      ]),
    countWith: (kind, fact) =>
      number(`SELECT count(*) AS number FROM "${kind}" WHERE "${fact}" <> ''`),
    lastId: kind => number(`SELECT max(id) AS number FROM "${kind}"`),
  } satisfies Partial<Reader>
}

// The table of links: which events have a record.

export const linkColumns = ['kind', 'target', 'event'] as const

export function linkRows(event: number, links: Partial<Links>): Cell[][] {
  const rows: Cell[][] = []
  for (const kind of linkKinds)
    for (const target of links[kind] ?? []) rows.push([kind, target, event])
  return rows
}

/** Replaces links by which events are found: those of the kinds given, or all of an event that goes. */
export async function replaceLinks(
  { get, run }: Connection,
  into: Insertion,
  event: number,
  links: Partial<Links>,
) {
  const row = await get<Record<LinkKind, string>>(
    `SELECT ${linkKinds.join(', ')} FROM event WHERE id = ?`,
    [event],
  )
  const before = row ? linksIn(row) : noLinks
  if (!before) await run('DELETE FROM link WHERE event = ?', [event])
  const gained: Partial<Links> = {}
  for (const kind of linkKinds) {
    const after = links[kind]
    if (!after) continue
    const had = before?.[kind] ?? []
    for (const target of had)
      if (!after.includes(target))
        await run('DELETE FROM link WHERE kind = ? AND target = ? AND event = ?', [
          kind,
          target,
          event,
        ])
    gained[kind] = after.filter(target => !had.includes(target))
  }
  await into.rows(linkRows(event, gained))
}

/** Undefined: a cell of the row is damaged. */
function linksIn(row: Parameters<typeof linksOf>[0]): Links | undefined {
  try {
    return linksOf(row)
  } catch {
    return undefined
  }
}
