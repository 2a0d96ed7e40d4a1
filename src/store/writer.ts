import type { Connection } from './connection.ts'
import { type Derived, derive, removeDerived } from './derived-rows.ts'
import { type Insertion, insertion } from './insertion.ts'
import { linkCells, linkKinds, linksOf } from './link-cells.ts'
import { columnsOf, textCells } from './row.ts'
import type {
  Cell,
  Family,
  JournalEntry,
  LinkKind,
  Links,
  Row,
  Shape,
  TextChange,
  Transaction,
} from './store.ts'
import { noLinks } from './store.ts'
import { afterSums, openSums, type Sums } from './sums.ts'

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
  /** The lines that `tx.log` has written since this was last called or all was forgotten. */
  takeLines(): JournalEntry[]
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
  lines: JournalEntry[]
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
    lines: [],
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
      memory.lines = []
      derived.targets = undefined
      sums.forget()
    },
    get added() {
      return sums.added
    },
    takeLines() {
      const { lines } = memory
      memory.lines = []
      return lines
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

/** Replaces links by which events are found: those of the kinds given, or all of an event that goes. */
async function replaceLinks(memory: Memory, event: number, links: Partial<Links>) {
  const { get, run } = memory.connection
  const row = await get<Record<LinkKind, string>>(
    `SELECT ${linkKinds.join(', ')} FROM event WHERE id = ?`,
    [event],
  )
  const before = row ? linksOf(row) : noLinks
  const gained: Partial<Links> = {}
  for (const kind of linkKinds) {
    const after = links[kind]
    if (!after) continue
    for (const target of before[kind])
      if (!after.includes(target))
        await run('DELETE FROM link WHERE kind = ? AND target = ? AND event = ?', [
          kind,
          target,
          event,
        ])
    gained[kind] = after.filter(target => !before[kind].includes(target))
  }
  await insertLinks(memory, event, gained)
}

async function insertLinks(memory: Memory, event: number, links: Partial<Links>) {
  const rows: Cell[][] = []
  for (const kind of linkKinds)
    for (const target of links[kind] ?? []) rows.push([kind, target, event])
  if (rows.length > 0)
    await insertInto(memory, 'link', () => ['kind', 'target', 'event']).rows(rows)
}

/** Changes the cells given of a record, and what stands of its links elsewhere. */
async function writeCells(
  memory: Memory,
  kind: string,
  id: number,
  cells: Row,
  texts: TextChange,
  links: Partial<Links>,
  counted: string,
) {
  if (Object.keys(links).length > 0) await replaceLinks(memory, id, links)
  const all = { ...cells, ...linkCells(links), ...textCells(shapeOf(memory, kind), texts) }
  const set = [counted, assignments(all)].filter(Boolean).join(', ')
  if (set)
    await memory.connection.run(`UPDATE "${kind}" SET ${set} WHERE id = ?`, [
      ...Object.values(all),
      id,
    ])
}

const shapeOf = ({ derived }: Memory, kind: string) => derived.shapes.get(kind) as Shape

type RecordWriter = Pick<Transaction, 'newId' | 'insert' | 'update' | 'amend' | 'remove' | 'add'>

function recordWriter(memory: Memory): RecordWriter {
  const { derived, connection, inserted, sums } = memory
  const { run, get } = connection
  const newId = (kind: string) =>
    connection.insert(`INSERT INTO ${shapeOf(memory, kind).family}_id (kind) VALUES (?)`, [kind])

  return {
    newId,
    async insert(kind, facts, texts, links = noLinks, given) {
      const id = given ?? (await newId(kind))
      const shape = shapeOf(memory, kind)
      inserted.set(`${kind} ${id}`, new Set(['slug', 'derived']))
      const columns = () => ['id', 'version', ...Object.keys(columnsOf(shape))]
      await insertInto(memory, kind, columns).cells([
        {
          id,
          version: 1,
          ...facts,
          ...(shape.linked && linkCells(links)),
          ...textCells(shape, texts),
        },
      ])
      if (shape.linked) await insertLinks(memory, id, links)
      return id
    },
    async update(kind, id, facts, texts = {}, links = {}) {
      await writeCells(memory, kind, id, facts, texts, links, 'version = version + 1')
      const sql = `SELECT version FROM "${kind}" WHERE id = ?`
      return (await get<{ version: number }>(sql, [id]))?.version ?? 0
    },
    amend: (kind, id, texts, links = {}) => writeCells(memory, kind, id, {}, texts, links, ''),
    async remove(kind, id) {
      const { family, linked } = shapeOf(memory, kind)
      memory.kinds.delete(family + id)
      if (linked) await replaceLinks(memory, id, noLinks)
      await run(`DELETE FROM "${kind}" WHERE id = ?`, [id])
      await run(`DELETE FROM ${family}_id WHERE id = ?`, [id])
      await run('DELETE FROM slug WHERE kind = ? AND id = ?', [kind, id])
      await removeDerived(derived, kind, id)
    },
    async add(kind, ids, fact, delta) {
      const values: [id: number, value: number][] = []
      for (const id of ids) values.push([id, await sums.add(kind, id, fact, delta)])
      return values
    },
  }
}

/** What stands beside a record: slugs, and what follows from it. */
function followWriter(memory: Memory): Pick<Transaction, 'setSlugs' | 'derive'> {
  const { run } = memory.connection
  return {
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

const insertLine = `INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

function journalWriter(memory: Memory): Pick<Transaction, 'log' | 'dropJournal' | 'setNote'> {
  const { run, insert } = memory.connection
  return {
    async log(entry) {
      const { instant, actor, verb, kind, id, language, version, detail } = entry
      const text = detail === null ? '' : JSON.stringify(detail)
      const values = [instant, actor, verb, kind, id, language, version, text]
      memory.lines.push({ seq: await insert(insertLine, values), ...entry })
    },
    dropJournal: until => run('DELETE FROM journal WHERE seq <= ?', [until]),
    setNote: (key, value) =>
      run(
        'INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        [key, value],
      ),
  }
}
