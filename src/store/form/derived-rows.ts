import type { Row, StoredRecord } from '../../define/record.ts'
import { DatabaseError } from '../database-error.ts'
import type { Source } from '../read/records.ts'
import type { Reader } from '../store.ts'
import type { GroupRows } from '../write/group-rows.ts'
import { type Insertion, insertion } from '../write/insertion.ts'
import { readNote } from '../write/notes.ts'
import { type DerivedTable, derivedTables, formOf } from './derived.ts'

/**
 * What is noted of a derived table. Where its form is not that of the program, a second table (`…_next`) is filled from the
 * records, slice by slice, each in a write of its own. Meanwhile writes go to both tables, and lists read the first. When
 * all records are in the second, it takes the place of the first. An interrupted rebuild goes on where it was.
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
  /** Columns that the first table has been given for the time being: what they hold is not true yet. */
  unknown: string[]
}

/** A table where rows of a derived table are written. */
type Target = {
  table: DerivedTable
  name: string
  insert: Insertion
  defaults: Row
  /** Is no rebuild of the table under way? */
  isOnly: boolean
}
type Column = { name: string; type: string; isRequired: number }

export type Derived = Source & {
  records: Reader
  /** As noted in the database; undefined: to be read. */
  targets: Target[] | undefined
  /** Columns of lists that cannot be asked for until the rebuild is over. */
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
  const required = columns.filter(({ isRequired }) => isRequired)
  return {
    table,
    name,
    isOnly: false,
    insert: insertion(
      derived.connection,
      name,
      columns.map(column => column.name),
    ),
    // Columns that only the table before has are given something.
    defaults: Object.fromEntries(
      required.map(column => [column.name, column.type === derived.dialect.type.text ? '' : 0]),
    ),
  }
}

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
) {
  for (const target of derived.targets ?? (await targetsOf(derived))) {
    // What stands in a table of another form, or nowhere yet, says nothing of what is to be there.
    await put(derived, target, record, target.isOnly ? before : undefined)
  }
}

/** Adds the rows of a new record to those of its group, for every derived table. */
export async function deriveNew(derived: Derived, record: StoredRecord, group: GroupRows) {
  for (const target of derived.targets ?? (await targetsOf(derived))) {
    const rows = rowsFor(derived, target, record)
    if (rows) group.add(record.kind, target.insert.rows, rows)
  }
}

export async function put(
  derived: Derived,
  target: Target,
  record: StoredRecord,
  before?: StoredRecord,
) {
  const rows = rowsFor(derived, target, record, before)
  if (!rows) return
  await remove(derived, target, record.kind, record.id)
  await target.insert.rows(rows)
}

/** The rows of a record in a table; undefined: it has none there, or they are what they were before. */
function rowsFor(
  { shapes }: Derived,
  { table, insert, defaults }: Target,
  record: StoredRecord,
  before?: StoredRecord,
) {
  const shape = shapes.get(record.kind)
  if (!shape || !table.isOf(shape)) return undefined
  return table.rowsOf(shape, record, before)?.map(row => insert.valuesOf(row, defaults))
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
