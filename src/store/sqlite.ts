import Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { openCheckpoints } from './checkpoints.ts'
import { openGroupCommit } from './group-commit.ts'
import { eventStatements, type ListStatements, postStatements, termStatements } from './lists.ts'
import { anyOf, type Dialect, missingColumns, type Piece, schema } from './sql.ts'
import type {
  Cell,
  Family,
  JournalEntry,
  LinkKind,
  Links,
  ListEntry,
  Occurrence,
  PostEntry,
  Reader,
  Row,
  Shape,
  Store,
  StoredRecord,
  Texts,
  Transaction,
} from './store.ts'

const dialect: Dialect = {
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  type: { text: 'TEXT', integer: 'INTEGER', real: 'REAL' },
  position: (within, what) => `instr(${within}, ${what})`,
  clustered: 'WITHOUT ROWID',
}

type Shapes = Map<string, Shape>

/**
 * SQLite in one file. Two connections: writes go through one, in group commits; reads go through the other and see
 * only what is committed. Never run ANALYZE here: this build plans anew for each value once statistics exist.
 */
export function sqlite(file: string): Store {
  const writing = open(file)
  const reading = open(file)
  const shapes: Shapes = new Map()
  const checkpoints = openCheckpoints(file)
  const commit = openGroupCommit(writing, `${file}-wal`, checkpoints.committed)
  const tx = transaction(statementsOf(writing), shapes)
  return {
    ...reader(statementsOf(reading), shapes),
    async prepare(list) {
      for (const shape of list) shapes.set(shape.kind, shape)
      migrate(writing, list)
    },
    write: work => commit.run(() => work(tx)),
    async close() {
      await commit.drained()
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
  db.pragma('foreign_keys = OFF')
  db.pragma('cache_size = -8000')
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

type Statements = ReturnType<typeof statementsOf>

/** Strangers choose filters: there are more statements than anyone could keep. */
const mostStatements = 500

/** Statements are prepared once by their text. */
function statementsOf(db: Database.Database) {
  const prepared = new LRUCache<string, Database.Statement<unknown[]>>({ max: mostStatements })
  const statement = (sql: string) => {
    let found = prepared.get(sql)
    if (!found) prepared.set(sql, (found = db.prepare<unknown[]>(sql)))
    return found
  }
  return {
    rows: <T>(sql: string, ...values: Cell[]) => statement(sql).all(...values) as T[],
    row: <T>(sql: string, ...values: Cell[]) => statement(sql).get(...values) as T | undefined,
    run: (sql: string, ...values: Cell[]) => statement(sql).run(...values),
  }
}

const noLinks: Links = { venue: [], organizer: [], category: [], tag: [] }

function reader({ rows, row }: Statements, shapes: Shapes): Reader {
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
      if (!found)
        links.set(link.event, (found = { venue: [], organizer: [], category: [], tag: [] }))
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
    const links = linksOf(
      'event',
      occurrences.map(({ event }) => event),
    )
    return occurrences.map(at => ({ at, links: links.get(at.event) ?? noLinks }))
  }

  const listed = ({ page, total }: ListStatements, limit: number, offset: number) => {
    const ids = rows<{ id: number }>(page.sql, ...page.values).map(({ id }) => id)
    // A page that is not full has told the total.
    const known = ids.length < limit && (ids.length > 0 || offset === 0)
    return {
      ids,
      total: known
        ? offset + ids.length
        : (row<{ total: number }>(total.sql, ...total.values)?.total ?? 0),
    }
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
    idsAfter: async (kind, after, limit) =>
      rows<{ id: number }>(
        `SELECT id FROM "${kind}" WHERE id > ? ORDER BY id LIMIT ?`,
        after,
        limit,
      ).map(({ id }) => id),
    listEvents: async query =>
      listed(eventStatements(query, dialect), query.page.limit, query.page.offset),
    listPosts: async query =>
      listed(postStatements(query, dialect), query.page.limit, query.page.offset),
    listTerms: async query =>
      listed(termStatements(query, dialect), query.page.limit, query.page.offset),
    venuesWithin: async ({ south, north, west, east }) =>
      rows(
        `SELECT id, geo_lat AS lat, geo_lng AS lng, status, author FROM venue
          WHERE geo_lat BETWEEN ? AND ? AND geo_lng BETWEEN ? AND ?`,
        south,
        north,
        west,
        east,
      ),
    listEntries: async (after, limit) =>
      entriesOf(
        rows<Occurrence>(
          `SELECT * FROM occurrence WHERE (starts, published, event) > (?, ?, ?) ORDER BY starts, published, event LIMIT ?`,
          after?.starts ?? Number.MIN_SAFE_INTEGER,
          after?.published ?? 0,
          after?.event ?? 0,
          limit,
        ),
      ),
    async listEntriesOf(ids) {
      const { sql, values } = anyOf('event', ids)
      return entriesOf(rows<Occurrence>(`SELECT * FROM occurrence WHERE ${sql}`, ...values))
    },
    async eventsWithText(language, letters, after, limit) {
      const last = row<{ id: number }>(
        "SELECT id FROM search WHERE kind = 'event' AND id > ? ORDER BY id LIMIT 1 OFFSET ?",
        after,
        limit,
      )?.id
      const found = rows<{ id: number }>(
        `SELECT id FROM search WHERE kind = 'event' AND id > ? AND id <= ? AND language = ? AND instr(text, ?) > 0`,
        after,
        last ?? Number.MAX_SAFE_INTEGER,
        language,
        letters,
      )
      return { ids: found.map(({ id }) => id), next: last ?? 0 }
    },
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
      const located = kind === 'venue' ? 'p.geo_lat IS NOT NULL AND p.geo_lng IS NOT NULL' : '0'
      return rows<Omit<PostEntry, 'located'> & { located: number }>(
        `SELECT p.id, p.date, p.status, ${located} AS located,
          (SELECT sum(CASE w.language WHEN 'en' THEN 1 ELSE 2 END) FROM ${kind}_text w
            WHERE w.id = p.id AND w.name_key IS NOT NULL) AS languages
          FROM ${kind} p WHERE ${sql}`,
        ...values,
      ).map(entry => ({ ...entry, located: entry.located === 1 }))
    },
    count: async kind =>
      row<{ total: number }>(`SELECT count(*) AS total FROM "${kind}"`)?.total ?? 0,
    journal: async (after, limit) =>
      rows<JournalEntry>('SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?', after, limit),
    lastSeq: async () =>
      row<{ seq: number | null }>('SELECT max(seq) AS seq FROM journal')?.seq ?? 0,
    note: async key => row<{ value: string }>('SELECT value FROM note WHERE key = ?', key)?.value,
  }
}

function transaction(statements: Statements, shapes: Shapes): Transaction {
  const { row, run } = statements
  const insertInto = (table: string, cells: Row) => {
    const names = Object.keys(cells)
    run(
      `INSERT INTO "${table}" (${names.map(name => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...Object.values(cells),
    )
  }
  const assignments = (cells: Row) =>
    Object.keys(cells)
      .map(name => `"${name}" = ?`)
      .join(', ')

  function writeTexts(kind: string, id: number, texts: Partial<Record<string, Row | null>>) {
    for (const [language, text] of Object.entries(texts)) {
      if (text === null) run(`DELETE FROM ${kind}_text WHERE id = ? AND language = ?`, id, language)
      else if (text && Object.keys(text).length > 0) {
        const sql = `UPDATE ${kind}_text SET ${assignments(text)} WHERE id = ? AND language = ?`
        const { changes } = run(sql, ...Object.values(text), id, language)
        if (changes === 0) insertInto(`${kind}_text`, { id, language, ...text })
      }
    }
  }

  return {
    ...reader(statements, shapes),
    async setTexts(kind, id, texts) {
      writeTexts(kind, id, texts)
    },
    async insert(kind, facts, texts) {
      const family = shapes.get(kind)?.family as Family
      const id = Number(run(`INSERT INTO ${family}_id (kind) VALUES (?)`, kind).lastInsertRowid)
      insertInto(kind, { id, version: 1, ...facts })
      for (const [language, text] of Object.entries(texts))
        insertInto(`${kind}_text`, { id, language, ...text })
      return id
    },
    async update(kind, id, facts, texts = {}) {
      const set = assignments(facts)
      run(
        `UPDATE "${kind}" SET version = version + 1${set && `, ${set}`} WHERE id = ?`,
        ...Object.values(facts),
        id,
      )
      writeTexts(kind, id, texts)
      return (
        row<{ version: number }>(`SELECT version FROM "${kind}" WHERE id = ?`, id)?.version ?? 0
      )
    },
    async remove(kind, id) {
      const shape = shapes.get(kind)
      run(`DELETE FROM "${kind}" WHERE id = ?`, id)
      if (shape && Object.keys(shape.texts).length > 0)
        run(`DELETE FROM ${kind}_text WHERE id = ?`, id)
      run(`DELETE FROM ${shape?.family}_id WHERE id = ?`, id)
      run('DELETE FROM slug WHERE kind = ? AND id = ?', kind, id)
      run('DELETE FROM search WHERE kind = ? AND id = ?', kind, id)
    },
    async setLinks(event, kind, targets) {
      run('DELETE FROM link WHERE event = ? AND kind = ?', event, kind)
      for (const [position, target] of targets.entries())
        run(
          'INSERT INTO link (event, kind, position, target) VALUES (?, ?, ?, ?)',
          event,
          kind,
          position,
          target,
        )
    },
    unlink: async (kind, target) =>
      run('DELETE FROM link WHERE kind = ? AND target = ?', kind, target).changes,
    async setSlugs(kind, id, slugs, isNew = false) {
      if (!isNew) run('DELETE FROM slug WHERE kind = ? AND id = ?', kind, id)
      for (const slug of new Set(slugs))
        run('INSERT INTO slug (kind, slug, id) VALUES (?, ?, ?)', kind, slug, id)
    },
    async setSearch(kind, id, parts, isNew = false) {
      if (!isNew) run('DELETE FROM search WHERE kind = ? AND id = ?', kind, id)
      for (const [language, texts] of Object.entries(parts))
        for (const [part, text] of (texts ?? []).entries())
          run(
            'INSERT INTO search (kind, id, language, part, text) VALUES (?, ?, ?, ?, ?)',
            kind,
            id,
            language,
            part,
            text,
          )
    },
    async setOccurrence(occurrence, isNew = false) {
      if (!isNew) run('DELETE FROM occurrence WHERE event = ?', occurrence.event)
      const cells = { ...occurrence } as unknown as Row
      const names = Object.keys(cells)
      run(
        `INSERT INTO occurrence (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...Object.values(cells),
      )
    },
    async add(kind, id, fact, delta) {
      run(`UPDATE "${kind}" SET "${fact}" = coalesce("${fact}", 0) + ? WHERE id = ?`, delta, id)
    },
    async log({ instant, actor, verb, kind, id, language, version, detail }) {
      run(
        'INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        instant,
        actor,
        verb,
        kind,
        id,
        language,
        version,
        detail,
      )
    },
    async setNote(key, value) {
      run('INSERT OR REPLACE INTO note (key, value) VALUES (?, ?)', key, value)
    },
  }
}
