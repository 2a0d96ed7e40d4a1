import { type Insertion, insertion } from './insertion.ts'
import { type Derived, derive, removeDerived } from './rebuild.ts'
import type { Statements } from './sqlite/statements.ts'
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

export function openWriter(derived: Derived): Writer {
  const { statements, shapes, records: read } = derived
  const { row, run, change } = statements
  /** Records that this group of writes has inserted, with the tables that have nothing of them yet. */
  const inserted = new Map<string, Set<string>>()
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
  /** Does a table have nothing yet of a record that was just inserted? It is asked once, before the first rows go in. */
  const isFirst = (kind: string, id: number, table: string) =>
    inserted.get(`${kind} ${id}`)?.delete(table) ?? false
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
      inserted.set(`${kind} ${id}`, new Set(['slug', 'link', 'derived']))
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
      removeDerived(derived, kind, id)
      if (kind === 'event') run('DELETE FROM link WHERE event = ?', id)
    },
    async setLinks(event, links) {
      const rows: Cell[][] = []
      const isNew = isFirst('event', event, 'link')
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
    async setSlugs(kind, id, slugs) {
      if (!isFirst(kind, id, 'slug')) run('DELETE FROM slug WHERE kind = ? AND id = ?', kind, id)
      insertInto('slug', () => ['kind', 'slug', 'id']).rows(
        [...new Set(slugs)].map(slug => [kind, slug, id]),
      )
    },
    async derive(record, before) {
      derive(derived, record, before, isFirst(record.kind, record.id, 'derived'))
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
    flush() {
      sums.flush()
      inserted.clear()
    },
    forget() {
      kinds.clear()
      inserted.clear()
      derived.targets = undefined
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
