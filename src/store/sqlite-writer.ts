import { reader } from './sqlite-reader.ts'
import type { Shapes, Statements } from './sqlite-statements.ts'
import type { Family, Row, Transaction } from './store.ts'

export function transaction(statements: Statements, shapes: Shapes): Transaction {
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
