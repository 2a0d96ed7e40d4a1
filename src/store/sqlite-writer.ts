import { anyOf } from './sql.ts'
import { reader } from './sqlite-reader.ts'
import type { Shapes, Statements } from './sqlite-statements.ts'
import type { Cell, Family, LinkKind, Row, Shape, Transaction } from './store.ts'

/** Kinds of ids that are remembered while nobody else writes. */
const mostKinds = 20_000

/** A transaction, and what it must be told by whoever begins and ends it. */
export type Writer = {
  tx: Transaction
  /** What was read before may no longer be so: another process has written, or a write was undone. */
  forget(): void
}

export function openWriter(statements: Statements, shapes: Shapes): Writer {
  const { row, rows, run } = statements
  const read = reader(statements, shapes)
  const kinds = new Map<string, string>()
  const insertions = new Map<string, Insertion>()

  const insertInto = (table: string, columns: () => readonly string[]): Insertion => {
    const known = insertions.get(table)
    if (known) return known
    const made = insertion(statements, table, columns())
    insertions.set(table, made)
    return made
  }
  const textColumns = (kind: string) => () => [
    'id',
    'language',
    ...Object.keys((shapes.get(kind) as Shape).texts),
  ]
  const insertTexts = (kind: string, id: number, texts: [language: string, text: Row][]) =>
    insertInto(`${kind}_text`, textColumns(kind)).cells(
      texts.map(([language, text]) => ({ id, language, ...text })),
    )
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
        if (changes === 0) insertTexts(kind, id, [[language, text]])
      }
    }
  }

  const tx: Transaction = {
    ...read,
    async kindOf(family, id) {
      const key = family + id
      const known = kinds.get(key)
      if (known !== undefined) return known
      const found = await read.kindOf(family, id)
      if (kinds.size >= mostKinds) kinds.clear()
      if (found !== undefined) kinds.set(key, found)
      return found
    },
    async setTexts(kind, id, texts) {
      writeTexts(kind, id, texts)
    },
    async insert(kind, facts, texts) {
      const shape = shapes.get(kind) as Shape
      const { lastInsertRowid } = run(`INSERT INTO ${shape.family}_id (kind) VALUES (?)`, kind)
      const id = Number(lastInsertRowid)
      insertInto(kind, () => ['id', 'version', ...Object.keys(shape.facts)]).cells([
        { id, version: 1, ...facts },
      ])
      const written = Object.entries(texts)
      if (written.length > 0) insertTexts(kind, id, written)
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
      kinds.delete((shape?.family as Family) + id)
      run(`DELETE FROM "${kind}" WHERE id = ?`, id)
      if (shape && Object.keys(shape.texts).length > 0)
        run(`DELETE FROM ${kind}_text WHERE id = ?`, id)
      run(`DELETE FROM ${shape?.family}_id WHERE id = ?`, id)
      run('DELETE FROM slug WHERE kind = ? AND id = ?', kind, id)
      run('DELETE FROM search WHERE kind = ? AND id = ?', kind, id)
    },
    async setLinks(event, links, isNew = false) {
      const rows: Cell[][] = []
      for (const kind of Object.keys(links) as LinkKind[]) {
        if (!isNew) run('DELETE FROM link WHERE event = ? AND kind = ?', event, kind)
        for (const [position, target] of links[kind]?.entries() ?? [])
          rows.push([event, kind, position, target])
      }
      insertInto('link', () => ['event', 'kind', 'position', 'target']).rows(rows)
    },
    unlink: async (kind, target) =>
      run('DELETE FROM link WHERE kind = ? AND target = ?', kind, target).changes,
    async setSlugs(kind, id, slugs, isNew = false) {
      if (!isNew) run('DELETE FROM slug WHERE kind = ? AND id = ?', kind, id)
      insertInto('slug', () => ['kind', 'slug', 'id']).rows(
        [...new Set(slugs)].map(slug => [kind, slug, id]),
      )
    },
    async setSearch(kind, id, parts, isNew = false) {
      if (!isNew) run('DELETE FROM search WHERE kind = ? AND id = ?', kind, id)
      insertInto('search', () => ['kind', 'id', 'language', 'part', 'text']).rows(
        Object.entries(parts).flatMap(([language, texts]) =>
          texts.map((text, part) => [kind, id, language, part, text]),
        ),
      )
    },
    async setOccurrence(occurrence, isNew = false) {
      if (!isNew) run('DELETE FROM occurrence WHERE event = ?', occurrence.event)
      insertInto('occurrence', () => Object.keys(occurrence)).cells([occurrence])
    },
    async add(kind, ids, fact, delta) {
      const { sql, values } = anyOf('id', ids)
      run(
        `UPDATE "${kind}" SET "${fact}" = coalesce("${fact}", 0) + ? WHERE ${sql}`,
        delta,
        ...values,
      )
      // Twice as quick as RETURNING.
      return rows<{ id: number; value: number }>(
        `SELECT id, "${fact}" AS value FROM "${kind}" WHERE ${sql}`,
        ...values,
      ).map(({ id, value }) => [id, value])
    },
    async log({ detail, ...entry }) {
      const text = detail === null ? '' : JSON.stringify(detail)
      insertInto('journal', () => journalColumns).cells([{ ...entry, detail: text }])
    },
    async setNote(key, value) {
      run('INSERT OR REPLACE INTO note (key, value) VALUES (?, ?)', key, value)
    },
  }
  return { tx, forget: () => kinds.clear() }
}

const journalColumns = [
  'instant',
  'actor',
  'verb',
  'kind',
  'id',
  'language',
  'version',
  'detail',
] as const

/** Rows that go in with one statement. */
const mostRows = 16

type Insertion = {
  rows(rows: readonly (readonly Cell[])[]): void
  /** Rows by the names of their columns; what is not given is null. */
  cells(rows: readonly Readonly<Record<string, Cell>>[]): void
}

/** Inserts into a table with few statements, each of which is always the same text. */
function insertion({ run }: Statements, table: string, columns: readonly string[]): Insertion {
  const marks = `(${columns.map(() => '?').join(', ')})`
  const head = `INSERT INTO "${table}" (${columns.map(name => `"${name}"`).join(', ')}) VALUES `
  const statements = Array.from(
    { length: mostRows + 1 },
    (_, count) => head + Array(count).fill(marks).join(', '),
  )
  const insert = (rows: readonly (readonly Cell[])[]) => {
    for (let from = 0; from < rows.length; from += mostRows) {
      const some = from === 0 && rows.length <= mostRows ? rows : rows.slice(from, from + mostRows)
      run(
        statements[some.length] as string,
        ...(some.length === 1 ? (some[0] as Cell[]) : some.flat()),
      )
    }
  }
  return {
    rows: insert,
    cells: rows => insert(rows.map(cells => columns.map(name => cells[name] ?? null))),
  }
}
