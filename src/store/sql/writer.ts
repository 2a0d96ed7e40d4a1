import { existing } from '../../define/base/objects.ts'
import { isDated, linkCells } from '../../define/record.ts'
import type { Connection } from '../contract/connection.ts'
import type { Shape } from '../contract/shape.ts'
import {
  type Cell,
  type JournalEntry,
  type Links,
  noLinks,
  type Reader,
  type Row,
  type TextChange,
  type Transaction,
} from '../contract/store.ts'
import { allDone } from './all-done.ts'
import { type DateMemory, dateWriter, removeDates, seriesDateColumns } from './date-writer.ts'
import { type Derived, derive, deriveNew, removeDerived } from './derived-rows.ts'
import {
  afterGroup,
  type GroupRows,
  openGroupRows,
  openSums,
  type SlugRow,
  type Sums,
} from './group-rows.ts'
import { type Insertion, insertion } from './insertion.ts'
import { type Kinds, type NewIds, openKinds, openNewIds } from './new-ids.ts'
import { setNote } from './notes.ts'
import { linkColumns, linkRows, replaceLinks } from './records.ts'
import { dropNames, redirectWriter } from './redirects.ts'
import { columnsOf, rowValues, textCells } from './schema.ts'

type Rehearsing = {
  /** Reads what is in the database, without what the group has still to write. */
  records: Reader
  shapes: ReadonlyMap<string, Shape>
  kinds: Pick<Kinds, 'of'>
  ids: Pick<NewIds, 'expect'>
  sums: Pick<Sums, 'read'>
}

const nothing = async () => {}

/**
 * A transaction that reads and writes nothing. Writes that create records run in it all at once, before they run one after another: their reads share
 * one round trip then. Its ids are never those of records.
 */
function openRehearsal({ records, shapes, kinds, ids, sums }: Rehearsing): Transaction {
  let last = 0
  const newId = async (kind: string) => {
    const family = shapes.get(kind)?.family
    if (family) ids.expect(family)
    return --last
  }
  return {
    ...records,
    kindOf: kinds.of,
    newId,
    giveId: nothing,
    putBack: nothing,
    raiseIds: async () => 0,
    insert: async (kind, _facts, _texts, _links, id) => id ?? newId(kind),
    update: async () => 0,
    amend: nothing,
    remove: nothing,
    setSlugs: nothing,
    keepName: nothing,
    leadOn: nothing,
    setDates: nothing,
    moveDates: nothing,
    detachDate: nothing,
    patchDate: nothing,
    takeDatesChange: () => undefined,
    derive: nothing,
    add: async (kind, of, fact, delta) => {
      const read = await Promise.all(of.map(id => sums.read(kind, id, fact)))
      return read.map(([id, value]) => [id, value + delta])
    },
    log: nothing,
    keepReplaced: nothing,
    forgetReplaced: nothing,
    dropJournal: nothing,
    setNote: nothing,
    attempt: work => work(),
  }
}

/** A transaction, and the calls at its begin and end. */
export type Writer = {
  tx: Omit<Transaction, 'attempt'>
  /** Reads and writes nothing. */
  rehearsal: Transaction
  /** Writes what is still to be written of the group. */
  flush(): Promise<void>
  /** Another process has written, or a write was undone: forgets all reads. */
  forget(): void
  /** The number of rows and sums that are put off until `flush`: they count as written. */
  readonly added: number
  /** The lines that `tx.log` has written since this was last called or all was forgotten. */
  takeLines(): JournalEntry[]
}

/** The parts of a new record that are inserted once, and then only changed. */
type Unknown = 'slugs' | 'derived' | 'dates'

/** The state of a connection that writes, between its statements. */
type Memory = {
  derived: Derived
  connection: Connection
  /** Records that this group of writes has inserted, with the parts that are not written yet. */
  inserted: Map<string, Set<Unknown>>
  rows: GroupRows
  ids: NewIds
  kinds: ReturnType<typeof openKinds>
  insertions: Map<string, Insertion>
  sums: Sums
  /** Lines of the journal that are written, and those that are still to be. */
  lines: JournalEntry[]
  unwritten: Omit<JournalEntry, 'seq'>[]
  /** The changes of the dates of series, and the rows of lists that do not follow yet. */
  dates: Pick<DateMemory, 'changes' | 'underived' | 'all'>
}

export function openWriter(derived: Derived): Writer {
  const { connection } = derived
  const sums = openSums(connection)
  const rows = openGroupRows()
  const memory: Memory = {
    derived,
    connection,
    inserted: new Map(),
    rows,
    ids: openNewIds(connection, derived.dialect, rows),
    kinds: openKinds(derived.records, rows),
    insertions: new Map(),
    sums,
    lines: [],
    unwritten: [],
    dates: { changes: new Map(), underived: new Map(), all: new Map() },
  }
  // In this order, and neither waits for the other: the database need not be waited for in between.
  const flush = () => allDone([rows.flush(), sums.flush()]).then(() => {})
  return {
    tx: {
      ...afterGroup(derived.records, { rows, sums, flush }),
      kindOf: memory.kinds.of,
      ...recordWriter(memory),
      ...followWriter(memory),
      ...dateWriter(datesOf(memory)),
      ...fullWriter(memory),
      ...redirectWriter(connection),
      ...journalWriter(memory),
    },
    rehearsal: openRehearsal({ ...derived, kinds: memory.kinds, ids: memory.ids, sums }),
    flush() {
      memory.inserted.clear()
      forgetDates(memory)
      memory.ids.flushed()
      return flush()
    },
    forget() {
      memory.kinds.forget()
      memory.inserted.clear()
      memory.lines = []
      memory.unwritten = []
      forgetDates(memory)
      derived.targets = undefined
      rows.forget()
      memory.ids.forget()
      sums.forget()
    },
    get added() {
      return rows.added + sums.added
    },
    takeLines() {
      const { lines } = memory
      memory.lines = []
      return lines
    },
  }
}

function forgetDates({ dates }: Memory) {
  dates.changes.clear()
  dates.underived.clear()
  dates.all.clear()
}

const datesOf = (memory: Memory): DateMemory => ({
  connection: memory.connection,
  dialect: memory.derived.dialect,
  rows: memory.rows,
  insertion: () => insertInto(memory, 'series_date', () => seriesDateColumns),
  newIds: count => memory.ids.several('post', count),
  async give(id, kind) {
    memory.ids.give('post', id, kind)
    await memory.kinds.remember('post', id, kind)
  },
  takeFirst: event => takeFirst(memory, 'event', event, 'dates'),
  noteDates(event) {
    for (const what of ['dates', 'derived'] as const) takeFirst(memory, 'event', event, what)
  },
  settled: event => settled(memory, 'event', event),
  ...memory.dates,
})

function insertInto(
  { insertions, connection, derived }: Memory,
  table: string,
  columns: () => readonly string[],
): Insertion {
  const existing = insertions.get(table)
  if (existing) return existing
  const created = insertion(connection, derived.dialect, table, columns())
  insertions.set(table, created)
  return created
}

/** True, once, before the first rows of a part of a record that was just inserted. */
const takeFirst = ({ inserted }: Memory, kind: string, id: number, what: Unknown) =>
  inserted.get(`${kind} ${id}`)?.delete(what) ?? false

/** Writes the pending rows of a record before it changes. */
const settled = ({ inserted, rows }: Memory, kind: string, id: number) =>
  inserted.has(`${kind} ${id}`) ? rows.flush() : undefined

const assignments = (cells: Row) =>
  Object.keys(cells)
    .map(name => `"${name}" = ?`)
    .join(', ')

const linkInsertion = (memory: Memory) => insertInto(memory, 'link', () => linkColumns)

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
  await settled(memory, kind, id)
  if (Object.keys(links).length > 0)
    await replaceLinks(memory.connection, linkInsertion(memory), id, links)
  const all = { ...cells, ...linkCells(links), ...textCells(shapeOf(memory, kind), texts) }
  const set = [counted, assignments(all)].filter(Boolean).join(', ')
  if (set)
    await memory.connection.run(`UPDATE "${kind}" SET ${set} WHERE id = ?`, [
      ...Object.values(all),
      id,
    ])
}

const shapeOf = ({ derived }: Memory, kind: string) => existing(derived.shapes.get(kind))

type RecordWriter = Pick<
  Transaction,
  'newId' | 'giveId' | 'insert' | 'update' | 'amend' | 'remove' | 'add'
>

function recordWriter(memory: Memory): RecordWriter {
  const { derived, inserted, rows, sums } = memory
  const { run, get } = memory.connection
  const newId = async (kind: string) => {
    const { family } = shapeOf(memory, kind)
    const id = await memory.ids.next(family, kind)
    await memory.kinds.remember(family, id, kind)
    return id
  }

  return {
    newId,
    async giveId(kind, id) {
      const { family } = shapeOf(memory, kind)
      memory.ids.give(family, id, kind)
      await memory.kinds.remember(family, id, kind)
    },
    async insert(kind, facts, texts, links = noLinks, given) {
      const id = given ?? (await newId(kind))
      const shape = shapeOf(memory, kind)
      inserted.set(`${kind} ${id}`, new Set(['slugs', 'derived', 'dates']))
      const columns = () => ['id', 'version', ...Object.keys(columnsOf(shape))]
      const into = insertInto(memory, kind, columns)
      const row = rowValues(shape)(id, facts, texts, links)
      // A violation of uniqueness must fail at once, before other rows follow.
      if (shape.unique) await into.rows([row])
      else rows.add(kind, into.rows, [row])
      if (shape.linked) rows.add(kind, linkInsertion(memory).rows, linkRows(id, links))
      return id
    },
    async update(kind, id, facts, texts = {}, links = {}) {
      await writeCells(memory, kind, id, facts, texts, links, 'version = version + 1')
      const sql = `SELECT version FROM "${kind}" WHERE id = ?`
      return (await get<{ version: number }>(sql, [id]))?.version ?? 0
    },
    amend: (kind, id, texts, links = {}) => writeCells(memory, kind, id, {}, texts, links, ''),
    async remove(kind, id) {
      const { family, linked, hasVersions } = shapeOf(memory, kind)
      await settled(memory, kind, id)
      memory.kinds.remove(family, id)
      if (linked) await replaceLinks(memory.connection, linkInsertion(memory), id, noLinks)
      await run(`DELETE FROM "${kind}" WHERE id = ?`, [id])
      await run(`DELETE FROM ${family}_id WHERE id = ?`, [id])
      await run('DELETE FROM slug WHERE kind = ? AND id = ?', [kind, id])
      if (hasVersions) {
        await run('DELETE FROM replaced WHERE kind = ? AND id = ?', [kind, id])
        await dropNames(memory.connection, kind, id)
      }
      if (linked) await removeDates(datesOf(memory), id)
      await removeDerived(derived, kind, id)
    },
    async add(kind, ids, fact, delta) {
      for (const id of ids) if (inserted.has(`${kind} ${id}`)) await settled(memory, kind, id)
      return sums.add(kind, ids, fact, delta)
    },
  }
}

/** Records of another calendar, as they were there. */
const fullWriter = (memory: Memory): Pick<Transaction, 'putBack' | 'raiseIds'> => ({
  async putBack({ kind, id, version, facts, texts, links }, dates) {
    const { rows, ids, kinds, dates: stored } = memory
    const shape = shapeOf(memory, kind)
    ids.give(shape.family, id, kind)
    await kinds.remember(shape.family, id, kind)
    const columns = ['id', 'version', ...Object.keys(columnsOf(shape))]
    const [, , ...cells] = rowValues(shape)(id, facts, texts, links)
    rows.add(kind, insertInto(memory, kind, () => columns).rows, [[id, version, ...cells]])
    if (shape.linked) rows.add(kind, linkInsertion(memory).rows, linkRows(id, links))
    await rows.flush()
    if (dates.length === 0) return
    const into = insertInto(memory, 'series_date', () => [...seriesDateColumns, 'moved'])
    await into.rows(
      dates.map(({ patch, ...date }) =>
        into.valuesOf({ ...date, patch: patch ? JSON.stringify(patch) : '' }),
      ),
    )
    stored.underived.set(id, 'changed')
  },
  raiseIds: (family, last) => memory.ids.raise(family, last),
})

/** Writes rows that are derived from a record: slugs and others. */
function followWriter(memory: Memory): Pick<Transaction, 'setSlugs' | 'derive'> {
  const { run } = memory.connection
  return {
    async setSlugs(kind, id, slugs) {
      const into = insertInto(memory, 'slug', () => ['kind', 'slug', 'id'])
      const rows = [...new Set(slugs)].map((slug): SlugRow => [kind, slug, id])
      if (takeFirst(memory, kind, id, 'slugs')) return memory.rows.addSlugs(into.rows, rows)
      await settled(memory, kind, id)
      await run('DELETE FROM slug WHERE kind = ? AND id = ?', [kind, id])
      await into.rows(rows)
    },
    async derive(record, before) {
      const { derived, rows } = memory
      const { underived } = memory.dates
      const dates = underived.get(record.id)
      underived.delete(record.id)
      if (takeFirst(memory, record.kind, record.id, 'derived'))
        return deriveNew(derived, record, rows)
      await settled(memory, record.kind, record.id)
      await derive(derived, record, before, dates)
    },
  }
}

const lineColumns = [
  'instant',
  'actor',
  'verb',
  'kind',
  'id',
  'language',
  'version',
  'detail',
] as const

const replacedColumns = ['kind', 'id', 'version', 'instant', 'actor', 'restored', 'before'] as const

/** The line of an event has the dates after its write, in memory: readers in this process need not query them. */
function withDates({ dates: { all } }: Memory, entry: Omit<JournalEntry, 'seq'>) {
  if (all.size === 0 || !isDated(entry.kind)) return entry
  const dates = all.get(entry.id)
  all.delete(entry.id)
  return dates ? { ...entry, dates } : entry
}

type JournalWriter = Pick<
  Transaction,
  'log' | 'keepReplaced' | 'forgetReplaced' | 'dropJournal' | 'setNote'
>

function journalWriter(memory: Memory): JournalWriter {
  const { run } = memory.connection

  async function insertLines(rows: readonly (readonly Cell[])[]) {
    const entries = memory.unwritten
    memory.unwritten = []
    const numbers = await insertInto(memory, 'journal', () => lineColumns).numbered(rows, 'seq')
    for (const [at, entry] of entries.entries())
      memory.lines.push({ seq: existing(numbers[at]), ...entry })
  }

  return {
    async log(entry) {
      const { instant, actor, verb, kind, id, language, version, detail } = entry
      const text = detail === null ? '' : JSON.stringify(detail)
      memory.unwritten.push(withDates(memory, entry))
      memory.rows.add('journal', insertLines, [
        [instant, actor, verb, kind, id, language, version, text],
      ])
    },
    async forgetReplaced(kind, id) {
      await run('DELETE FROM replaced WHERE kind = ? AND id = ?', [kind, id])
    },
    async keepReplaced({ kind, id, version, instant, actor, restored, before }, max) {
      const row = [kind, id, version, instant, actor, restored, JSON.stringify(before)]
      if (before.joined)
        await run('DELETE FROM replaced WHERE kind = ? AND id = ? AND version = ?', [
          kind,
          id,
          version,
        ])
      if (max > 0) await insertInto(memory, 'replaced', () => replacedColumns).rows([row])
      // several changes may be one version: there are fewer than the number says
      if (version > max)
        await run(
          'DELETE FROM replaced WHERE kind = ? AND id = ? AND version <= (SELECT version FROM replaced WHERE kind = ? AND id = ? ORDER BY version DESC LIMIT 1 OFFSET ?)',
          [kind, id, kind, id, max],
        )
    },
    dropJournal: until => run('DELETE FROM journal WHERE seq <= ?', [until]),
    setNote: (key, value) => setNote(memory.connection, key, value),
  }
}
