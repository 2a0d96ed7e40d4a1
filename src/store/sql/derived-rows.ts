import { existing } from '../../define/base/objects.ts'
import type { Cell, Row, StoredRecord } from '../../define/record.ts'
import { DatabaseError } from '../contract/database-error.ts'
import { ownColumns } from '../contract/series-date.ts'
import type { Reader } from '../contract/store.ts'
import { allDone } from './all-done.ts'
import type { NewDates } from './date-writer.ts'
import { type DerivedTable, derivedTables, formOf } from './derived.ts'
import type { GroupRows } from './group-rows.ts'
import { type Insertion, insertion } from './insertion.ts'
import { readNote } from './notes.ts'
import { withPatch } from './previous-versions.ts'
import type { Source } from './records.ts'

/**
 * The stored state of a derived table. Where its form is not that of the program, a second table (`…_next`) is filled from the records, slice by
 * slice, each in a write of its own. Meanwhile writes go to both tables, and lists read the first. When all records are in the second, it takes the
 * place of the first. An interrupted rebuild goes on where it was.
 */
export type State = {
  form: string
  next?: Next
  /** The table before is still there, to be emptied. */
  isEmptying?: boolean
}
export type Next = {
  form: string
  /** Records of the kinds before this one are in it, and those of this one up to an id. */
  kind: string
  after: number
  /** Columns that have just been added to the first table: their values are not true yet. */
  unknown: string[]
}

/** A table where rows of a derived table are written. */
type Target = {
  table: DerivedTable
  name: string
  insert: Insertion
  defaults: Row
  columns: readonly string[]
  /** Inserts the dates of new series, each with the values that its rows share and its ID; or those from an original start on that have no row yet. */
  insertNewDates(series: readonly (readonly Cell[])[]): Promise<void>
  insertMissingDates(series: readonly (readonly Cell[])[]): Promise<void>
  /** True if no rebuild of the table is running. */
  isOnly: boolean
}
type Column = { name: string; type: string; isRequired: number }

export type Derived = Source & {
  records: Reader
  /** As noted in the database; undefined: to be read. */
  targets: Target[] | undefined
  /** Columns of lists that cannot be queried until the rebuild is done. */
  unknown: readonly string[]
}

export const noteOf = ({ name }: DerivedTable) => `form of ${name}`
/** All of these, for `LIKE`. */
export const formsOfTables = 'form of %'

export async function stateOf(
  { connection }: Derived,
  table: DerivedTable,
): Promise<State | undefined> {
  const note = await readNote(connection, noteOf(table))
  return note && JSON.parse(note)
}

export const columnsOf = ({ connection, dialect }: Derived, name: string) =>
  connection.all<Column>(dialect.columnsOf, [name])

export async function targetOf(
  derived: Derived,
  table: DerivedTable,
  name: string,
): Promise<Target> {
  const columns = await columnsOf(derived, name)
  const names = columns.map(column => column.name)
  const required = columns.filter(({ isRequired }) => isRequired)
  return {
    table,
    name,
    isOnly: false,
    columns: names,
    insert: insertion(derived.connection, derived.dialect, name, names),
    insertNewDates: insertDates(derived, dateInsertion(derived, name, names)),
    insertMissingDates: insertDates(
      derived,
      dateInsertion(derived, name, names) + withoutRow(name),
    ),
    // Columns that only the table before has are given something.
    defaults: Object.fromEntries(
      required.map(column => [column.name, column.type === derived.dialect.type.text ? '' : 0]),
    ),
  }
}

const insertDates =
  ({ connection }: Derived, sql: string): Target['insertNewDates'] =>
  series =>
    allDone(series.map(values => connection.run(sql, values))).then(() => {})

/** Refuses to write into a table that another version of this program, which is running too, has given another form. */
export function refuseOtherForm(
  { shapes }: Derived,
  table: DerivedTable,
  state: State | undefined,
) {
  if (state && (state.next ?? state).form !== formOf(table, shapes.values()))
    throw new DatabaseError('DATABASE_NEWER', { table: table.name })
}

async function targetsOf(derived: Derived): Promise<Target[]> {
  if (derived.targets) return derived.targets
  const targets: Target[] = []
  for (const table of derivedTables) {
    const state = await stateOf(derived, table)
    const isOnly = !state?.next
    refuseOtherForm(derived, table, state)
    for (const name of isOnly ? [table.name] : [table.name, `${table.name}_next`])
      targets.push({ ...(await targetOf(derived, table, name)), isOnly })
  }
  derived.targets = targets
  return targets
}

/** Writes the rows of a record into every derived table. */
export async function derive(
  derived: Derived,
  record: StoredRecord,
  before: StoredRecord | undefined,
  dates?: NewDates,
) {
  for (const target of derived.targets ?? (await targetsOf(derived))) {
    // The rows of the record as it was are only certain to be in the table if it is the only one.
    await put(derived, target, record, target.isOnly ? before : undefined, dates)
  }
}

/** Adds the rows of a new record to those of its group, for every derived table. */
export async function deriveNew(derived: Derived, record: StoredRecord, group: GroupRows) {
  for (const target of derived.targets ?? (await targetsOf(derived))) {
    const series = seriesRow(derived, target, record)
    const rows = !series && rowsFor(derived, target, record)
    if (series)
      group.add(record.kind, target.insertNewDates, [valuesOfDates(target, record.id, series)])
    if (rows) group.add(record.kind, target.insert.rows, rows)
  }
}

export async function put(
  derived: Derived,
  target: Target,
  record: StoredRecord,
  before?: StoredRecord,
  newDates?: NewDates,
) {
  const series = seriesRow(derived, target, record)
  if (series) {
    const was = before === record ? series : before && seriesRow(derived, target, before)
    const isSame = was !== undefined && JSON.stringify(was) === JSON.stringify(series)
    // the horizon moves on, and nothing else of the series: its other rows stay
    if (isSame && typeof newDates === 'number')
      return target.insertMissingDates([[...valuesOfDates(target, record.id, series), newDates]])
    if (!isSame || newDates !== undefined) await putSeries(derived, target, record, series, isSame)
    return
  }
  const isOfDates = target.table.isOfDates && listedAs(derived, record)?.others !== undefined
  const isOther = newDates === 'changed' || (isOfDates && !isSeenAlike(derived, record, before))
  const plain = rowsFor(derived, target, record, isOther ? undefined : before)
  if (!plain) return
  const dates = isOfDates ? await datesSeen(derived, record) : []
  const rows = dates.length > 0 ? rowsFor(derived, target, record, undefined, dates) : plain
  if (!rows) return
  await remove(derived, target, record.kind, record.id)
  await target.insert.rows(rows)
}

/** The values that all rows of a series share, if the record is one. */
function seriesRow({ shapes }: Derived, { table }: Target, record: StoredRecord) {
  const shape = shapes.get(record.kind)
  return shape && table.seriesRow?.(shape, record)
}

/** Statements of a series: the values that its rows share, and its stored dates. */
const isDateColumn = (name: string) => ownColumns.some(own => own === name)
const dateInsertion = (
  { dialect }: Derived,
  name: string,
  columns: readonly string[],
) => `${dialect.insertInto} ${name} (${columns.join(', ')})
  SELECT ${columns.map(column => (isDateColumn(column) ? `d.${column}` : '?')).join(', ')}
    FROM series_date d WHERE d.series = ? AND d.gone = 0 AND d.patch = ''`
const withoutRow = (name: string) => ` AND d.original >= ? AND NOT EXISTS (
  SELECT 1 FROM ${name} o WHERE o.event = d.series AND o.starts = d.starts AND o.id = d.id)`

function valuesOfDates({ columns, insert, defaults }: Target, series: number, row: Row): Cell[] {
  const values = insert.valuesOf(row, defaults)
  return [...values.filter((_, at) => !isDateColumn(existing(columns[at]))), series]
}

/**
 * Writes the differences: removed and changed dates, the common values of all dates if they changed, and new dates. The few dates that differ from
 * the record are made from it and their patch.
 */
async function putSeries(
  derived: Derived,
  target: Target,
  record: StoredRecord,
  row: Row,
  isSame: boolean,
) {
  const { connection } = derived
  const { name, columns, insert, defaults } = target
  const sameAsStored = ownColumns.map(column => `d.${column} = o.${column}`).join(' AND ')
  await connection.run(
    `DELETE FROM ${name} AS o WHERE o.event = ? AND (o.patched <> 0 OR NOT EXISTS (
      SELECT 1 FROM series_date d WHERE d.series = o.event AND d.gone = 0 AND d.patch = '' AND ${sameAsStored}))`,
    [record.id],
  )
  const values = valuesOfDates(target, record.id, row)
  const common = columns.filter(column => !isDateColumn(column))
  if (!isSame)
    await connection.run(
      `UPDATE ${name} SET ${common.map(column => `${column} = ?`).join(', ')} WHERE event = ?`,
      values,
    )
  await target.insertMissingDates([[...values, Number.MIN_SAFE_INTEGER]])
  const rows: Cell[][] = []
  for (const { patch, ...date } of await derived.records.overridesOf(record.id)) {
    const own = seriesRow(derived, target, withPatch(record, patch))
    rows.push(insert.valuesOf({ ...own, ...date, patched: 1 }, defaults))
  }
  await insert.rows(rows)
}

const listedAs = ({ shapes }: Derived, record: StoredRecord) =>
  shapes.get(record.kind)?.listedAs?.(record)

/** True if two states of an event are visible to the same readers. */
function isSeenAlike(derived: Derived, one: StoredRecord, other: StoredRecord | undefined) {
  const [is, was] = [one, other].map(each => each && listedAs(derived, each)?.facts)
  const same = ['status', 'hidden', 'protected'] as const
  return is !== undefined && was !== undefined && same.every(name => is[name] === was[name])
}

/** A series on the dates where some of it differs, for the same readers: words that others may not read do not find it. */
async function datesSeen(derived: Derived, series: StoredRecord): Promise<StoredRecord[]> {
  const overrides = await derived.records.overridesOf(series.id)
  return overrides
    .map(({ patch }) => withPatch(series, patch))
    .filter(date => isSeenAlike(derived, date, series))
}

/** The rows of a record in a table; undefined: it has none there, or they are what they were before. */
function rowsFor(
  { shapes }: Derived,
  { table, insert, defaults }: Target,
  record: StoredRecord,
  before?: StoredRecord,
  dates?: readonly StoredRecord[],
) {
  const shape = shapes.get(record.kind)
  if (!shape || !table.isOf(shape)) return undefined
  return table.rowsOf(shape, record, before, dates)?.map(row => insert.valuesOf(row, defaults))
}

function remove({ connection }: Derived, { table, name }: Target, kind: string, id: number) {
  const owner = table.owner.map(column => `${column} = ?`).join(' AND ')
  return connection.run(`DELETE FROM ${name} WHERE ${owner}`, table.ownerOf(kind, id))
}

/** Removes the rows of a record from every derived table. */
export async function removeDerived(derived: Derived, kind: string, id: number) {
  const shape = derived.shapes.get(kind)
  for (const target of await targetsOf(derived))
    if (shape && target.table.isOf(shape)) await remove(derived, target, kind, id)
}
