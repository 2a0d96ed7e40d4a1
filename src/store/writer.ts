import type { Connection } from './connection.ts'
import { type Insertion, insertion } from './insertion.ts'
import { type Derived, derive, removeDerived } from './rebuild.ts'
import type { Cell, Family, LinkKind, Reader, Row, Shape, Transaction } from './store.ts'

/** Kinds of ids that are remembered while nobody else writes. */
const mostKinds = 20_000

/** A transaction, and what whoever begins and ends it must call. */
export type Writer = {
  tx: Transaction
  /** Writes what is still to be written: the sums of `add`. */
  flush(): Promise<void>
  /** What was read before may no longer be so: another process has written, or a write was undone. */
  forget(): void
  /** How many sums have been put off until `flush`: they count as written. */
  readonly added: number
}

/** What a connection that writes remembers between its statements. */
type Memory = {
  derived: Derived
  connection: Connection
  /** Records that this group of writes has inserted, with the tables that have nothing of them yet. */
  inserted: Map<string, Set<string>>
  /** Kinds by family and id. */
  kinds: Map<string, string>
  insertions: Map<string, Insertion>
  sums: Sums
}

export function openWriter(derived: Derived): Writer {
  const { connection } = derived
  const sums = openSums(connection)
  const memory: Memory = {
    derived,
    connection,
    inserted: new Map(),
    kinds: new Map(),
    insertions: new Map(),
    sums,
  }
  return {
    tx: {
      ...derived.records,
      ...afterSums(derived.records, sums),
      kindOf: (family, id) => kindOf(memory, family, id),
      ...recordWriter(memory),
      ...followWriter(memory),
      ...journalWriter(memory),
    },
    async flush() {
      memory.inserted.clear()
      await sums.flush()
    },
    forget() {
      memory.kinds.clear()
      memory.inserted.clear()
      derived.targets = undefined
      sums.forget()
    },
    get added() {
      return sums.added
    },
  }
}

function insertInto(
  { insertions, connection }: Memory,
  table: string,
  columns: () => readonly string[],
): Insertion {
  const known = insertions.get(table)
  if (known) return known
  const made = insertion(connection, table, columns())
  insertions.set(table, made)
  return made
}

/** Does a table have nothing yet of a record that was just inserted? It is asked once, before the first rows go in. */
const isFirst = ({ inserted }: Memory, kind: string, id: number, table: string) =>
  inserted.get(`${kind} ${id}`)?.delete(table) ?? false

async function kindOf({ kinds, derived }: Memory, family: Family, id: number) {
  const key = family + id
  const known = kinds.get(key)
  if (known !== undefined) return known
  const found = await derived.records.kindOf(family, id)
  if (kinds.size >= mostKinds) kinds.clear()
  if (found !== undefined) kinds.set(key, found)
  return found
}

const assignments = (cells: Row) =>
  Object.keys(cells)
    .map(name => `"${name}" = ?`)
    .join(', ')

const insertTexts = (memory: Memory, kind: string, id: number, texts: Record<string, Row>) =>
  insertInto(memory, `${kind}_text`, () => [
    'id',
    'language',
    ...Object.keys(memory.derived.shapes.get(kind)?.texts ?? {}),
  ]).cells(Object.entries(texts).map(([language, text]) => ({ id, language, ...text })))

async function writeTexts(
  memory: Memory,
  kind: string,
  id: number,
  texts: Partial<Record<string, Row | null>>,
) {
  const { run, change } = memory.connection
  for (const [language, text] of Object.entries(texts)) {
    if (text === null)
      await run(`DELETE FROM ${kind}_text WHERE id = ? AND language = ?`, [id, language])
    else if (text && Object.keys(text).length > 0) {
      const sql = `UPDATE ${kind}_text SET ${assignments(text)} WHERE id = ? AND language = ?`
      const rows = await change(sql, [...Object.values(text), id, language])
      if (rows === 0) await insertTexts(memory, kind, id, { [language]: text })
    }
  }
}

type RecordWriter = Pick<Transaction, 'insert' | 'update' | 'setTexts' | 'remove' | 'add'>

function recordWriter(memory: Memory): RecordWriter {
  const { derived, connection, inserted, sums } = memory
  const { run, get } = connection
  const shapeOf = (kind: string) => derived.shapes.get(kind) as Shape
  return {
    setTexts: (kind, id, texts) => writeTexts(memory, kind, id, texts),
    async insert(kind, facts, texts) {
      const shape = shapeOf(kind)
      const id = await connection.insert(`INSERT INTO ${shape.family}_id (kind) VALUES (?)`, [kind])
      inserted.set(`${kind} ${id}`, new Set(['slug', 'link', 'derived']))
      const columns = () => ['id', 'version', ...Object.keys(shape.facts)]
      await insertInto(memory, kind, columns).cells([{ id, version: 1, ...facts }])
      if (Object.keys(texts).length > 0) await insertTexts(memory, kind, id, texts)
      return id
    },
    async update(kind, id, facts, texts = {}) {
      const set = assignments(facts)
      await run(`UPDATE "${kind}" SET version = version + 1${set && `, ${set}`} WHERE id = ?`, [
        ...Object.values(facts),
        id,
      ])
      await writeTexts(memory, kind, id, texts)
      const sql = `SELECT version FROM "${kind}" WHERE id = ?`
      return (await get<{ version: number }>(sql, [id]))?.version ?? 0
    },
    async remove(kind, id) {
      const { family, texts } = shapeOf(kind)
      memory.kinds.delete(family + id)
      await run(`DELETE FROM "${kind}" WHERE id = ?`, [id])
      if (Object.keys(texts).length > 0) await run(`DELETE FROM ${kind}_text WHERE id = ?`, [id])
      await run(`DELETE FROM ${family}_id WHERE id = ?`, [id])
      await run('DELETE FROM slug WHERE kind = ? AND id = ?', [kind, id])
      await removeDerived(derived, kind, id)
      if (kind === 'event') await run('DELETE FROM link WHERE event = ?', [id])
    },
    async add(kind, ids, fact, delta) {
      const values: [id: number, value: number][] = []
      for (const id of ids) values.push([id, await sums.add(kind, id, fact, delta)])
      return values
    },
  }
}

/** What stands beside a record: links, slugs, and what follows from it. */
function followWriter(
  memory: Memory,
): Pick<Transaction, 'setLinks' | 'unlink' | 'setSlugs' | 'derive'> {
  const { run, change } = memory.connection
  return {
    async setLinks(event, links) {
      const rows: Cell[][] = []
      const isNew = isFirst(memory, 'event', event, 'link')
      for (const kind of Object.keys(links) as LinkKind[]) {
        if (!isNew) await run('DELETE FROM link WHERE event = ? AND kind = ?', [event, kind])
        for (const [position, target] of links[kind]?.entries() ?? [])
          rows.push([event, kind, position, target])
      }
      await insertInto(memory, 'link', () => ['event', 'kind', 'position', 'target']).rows(rows)
    },
    unlink: (kind, target, until = Number.MAX_SAFE_INTEGER) =>
      change('DELETE FROM link WHERE kind = ? AND target = ? AND event <= ?', [
        kind,
        target,
        until,
      ]),
    async setSlugs(kind, id, slugs) {
      if (!isFirst(memory, kind, id, 'slug'))
        await run('DELETE FROM slug WHERE kind = ? AND id = ?', [kind, id])
      const rows = [...new Set(slugs)].map(slug => [kind, slug, id])
      await insertInto(memory, 'slug', () => ['kind', 'slug', 'id']).rows(rows)
    },
    derive: (record, before) =>
      derive(memory.derived, record, before, isFirst(memory, record.kind, record.id, 'derived')),
  }
}

const journalColumns = () =>
  ['instant', 'actor', 'verb', 'kind', 'id', 'language', 'version', 'detail'] as const

function journalWriter(memory: Memory): Pick<Transaction, 'log' | 'dropJournal' | 'setNote'> {
  const { run } = memory.connection
  return {
    log: ({ detail, ...entry }) =>
      insertInto(memory, 'journal', journalColumns).cells([
        { ...entry, detail: detail === null ? '' : JSON.stringify(detail) },
      ]),
    dropJournal: until => run('DELETE FROM journal WHERE seq <= ?', [until]),
    setNote: (key, value) =>
      run(
        'INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        [key, value],
      ),
  }
}

type Sums = ReturnType<typeof openSums>

/** A group of writes counts the same few terms again and again: what they add up to is written once, at its end. */
function openSums(connection: Connection) {
  const sums = new Map<string, { sql: string; id: number; value: number }>()
  let added = 0
  return {
    /** The value as it is now. */
    async add(kind: string, id: number, fact: string, delta: number): Promise<number> {
      const key = `${kind} ${id} ${fact}`
      let sum = sums.get(key)
      if (!sum) {
        const sql = `SELECT coalesce("${fact}", 0) AS value FROM "${kind}" WHERE id = ?`
        const { value = 0 } = (await connection.get<{ value: number }>(sql, [id])) ?? {}
        sum = { sql: `UPDATE "${kind}" SET "${fact}" = ? WHERE id = ?`, id, value }
        sums.set(key, sum)
      }
      sum.value += delta
      added++
      return sum.value
    },
    get added() {
      return added
    },
    get isEmpty() {
      return sums.size === 0
    },
    async flush() {
      for (const { sql, id, value } of sums.values()) await connection.run(sql, [value, id])
      sums.clear()
    },
    forget: () => sums.clear(),
  }
}

/** Readings that would miss what is still to be written. */
function afterSums(
  read: Reader,
  sums: Sums,
): Pick<Reader, 'get' | 'getMany' | 'lookup' | 'listTerms'> {
  const written = <T>(reading: () => Promise<T>) =>
    sums.isEmpty ? reading() : sums.flush().then(reading)
  return {
    get: (kind, id) => written(() => read.get(kind, id)),
    getMany: (kind, ids) => written(() => read.getMany(kind, ids)),
    lookup: (kind, fact, value, limit) => written(() => read.lookup(kind, fact, value, limit)),
    listTerms: query => written(() => read.listTerms(query)),
  }
}
