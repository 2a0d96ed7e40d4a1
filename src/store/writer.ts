import { reader } from './reader.ts'
import type { Shapes, Statements } from './sqlite/statements.ts'
import type { Cell, Family, LinkKind, Reader, Row, Shape, Transaction } from './store.ts'

/** Kinds of ids that are remembered while nobody else writes. */
const mostKinds = 20_000

/** A transaction, and what it must be told by whoever begins and ends it. */
export type Writer = {
  tx: Transaction
  /** Writes what is still to be written: the sums of `add`. */
  flush(): void
  /** What was read before may no longer be so: another process has written, or a write was undone. */
  forget(): void
}

export function openWriter(statements: Statements, shapes: Shapes): Writer {
  const { row, run, change } = statements
  const read = reader(statements, shapes)
  const kinds = new Map<string, string>()
  const insertions = new Map<string, Insertion>()

  const sums = openSums(statements)

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
        const { rows } = change(sql, ...Object.values(text), id, language)
        if (rows === 0) insertTexts(kind, id, [[language, text]])
      }
    }
  }

  const tx: Transaction = {
    ...read,
    ...summedBefore(read, sums.flush),
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
      const { last: id } = change(`INSERT INTO ${shape.family}_id (kind) VALUES (?)`, kind)
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
      if (kind !== 'event') return
      run('DELETE FROM link WHERE event = ?', id)
      run('DELETE FROM occurrence WHERE event = ?', id)
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
    unlink: async (kind, target, until = Number.MAX_SAFE_INTEGER) =>
      change('DELETE FROM link WHERE kind = ? AND target = ? AND event <= ?', kind, target, until)
        .rows,
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
    add: async (kind, ids, fact, delta) => ids.map(id => [id, sums.add(kind, id, fact, delta)]),
    async log({ detail, ...entry }) {
      const text = detail === null ? '' : JSON.stringify(detail)
      insertInto('journal', () => journalColumns).cells([{ ...entry, detail: text }])
    },
    async dropJournal(until) {
      run('DELETE FROM journal WHERE seq <= ?', until)
    },
    async setNote(key, value) {
      run('INSERT OR REPLACE INTO note (key, value) VALUES (?, ?)', key, value)
    },
  }
  return {
    tx,
    flush: sums.flush,
    forget() {
      kinds.clear()
      sums.forget()
    },
  }
}

/** A group of writes counts the same few terms again and again: what they add up to is written once, at its end. */
function openSums(statements: Statements) {
  const sums = new Map<string, { sql: string; id: number; value: number }>()
  return {
    /** The value as it is now. */
    add(kind: string, id: number, fact: string, delta: number): number {
      const key = `${kind} ${id} ${fact}`
      let sum = sums.get(key)
      if (!sum) {
        const sql = `SELECT coalesce("${fact}", 0) AS value FROM "${kind}" WHERE id = ?`
        const { value = 0 } = statements.row<{ value: number }>(sql, id) ?? {}
        sum = { sql: `UPDATE "${kind}" SET "${fact}" = ? WHERE id = ?`, id, value }
        sums.set(key, sum)
      }
      sum.value += delta
      statements.willWrite()
      return sum.value
    },
    flush() {
      if (sums.size === 0) return
      for (const { sql, id, value } of sums.values()) statements.run(sql, value, id)
      sums.clear()
    },
    forget: () => sums.clear(),
  }
}

/** Readings that would miss what is still to be written. */
const summedBefore = (read: Reader, flush: () => void): Partial<Reader> => ({
  get(kind, id) {
    flush()
    return read.get(kind, id)
  },
  getMany(kind, ids) {
    flush()
    return read.getMany(kind, ids)
  },
  lookup(kind, fact, value, limit) {
    flush()
    return read.lookup(kind, fact, value, limit)
  },
  listTerms(query) {
    flush()
    return read.listTerms(query)
  },
})

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

/** Inserts into a table with few statements, each of which is prepared once. */
function insertion({ kept }: Statements, table: string, columns: readonly string[]): Insertion {
  const marks = `(${columns.map(() => '?').join(', ')})`
  const head = `INSERT INTO "${table}" (${columns.map(name => `"${name}"`).join(', ')}) VALUES `
  const prepared: ReturnType<typeof kept>[] = []
  /** Values of one row after another. */
  const insert = (count: number, values: readonly Cell[]) => {
    prepared[count] ??= kept(head + Array(count).fill(marks).join(', '))
    prepared[count](values)
  }
  return {
    rows(rows) {
      for (let from = 0; from < rows.length; from += mostRows) {
        const some = rows.slice(from, from + mostRows)
        insert(some.length, some.flat())
      }
    },
    cells(rows) {
      for (let from = 0; from < rows.length; from += mostRows) {
        const some = rows.slice(from, from + mostRows)
        const values: Cell[] = []
        for (const row of some) for (const name of columns) values.push(row[name] ?? null)
        insert(some.length, values)
      }
    },
  }
}
