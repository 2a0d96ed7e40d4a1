import type { Row, StoredRecord } from '../define/record.ts'
import { type DerivedTable, derivedTables, formOf } from './derived.ts'
import { type Insertion, insertion } from './insertion.ts'
import { type Dialect, derivedSchema } from './schema.ts'
import type { Shapes, Statements } from './sqlite/statements.ts'
import type { Reader } from './store.ts'

/**
 * What is noted of a derived table. Where its form is not that of the program, a second table (`…_next`) is filled from the
 * records, slice by slice, each in a write of its own. Meanwhile writes go to both tables, and lists read the first. When
 * all records are in the second, it takes the place of the first. An interrupted rebuild goes on where it was.
 */
type State = {
  form: string
  next?: Next
  /** The table before is still there, to be emptied. */
  isEmptying?: boolean
}
type Next = {
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

/** A smaller calendar is rebuilt before the service listens. */
const fewRecords = 2000
const slice = 200
const emptiedAtOnce = 2000

export type Derived = {
  statements: Statements
  shapes: Shapes
  dialect: Dialect
  records: Reader
  /** As noted in the database; undefined: to be read. */
  targets: Target[] | undefined
  /** Columns of lists that cannot be asked for until the rebuild is over. */
  unknown: readonly string[]
}

const noteOf = ({ name }: DerivedTable) => `form of ${name}`

function stateOf({ statements: { row } }: Derived, table: DerivedTable): State | undefined {
  const note = row<{ value: string }>('SELECT value FROM note WHERE key = ?', noteOf(table))
  return note && JSON.parse(note.value)
}

function setState(derived: Derived, table: DerivedTable, state: State) {
  const { run } = derived.statements
  derived.targets = undefined
  run('DELETE FROM note WHERE key = ?', noteOf(table))
  run('INSERT INTO note (key, value) VALUES (?, ?)', noteOf(table), JSON.stringify(state))
  findUnknown(derived)
}

function findUnknown(derived: Derived) {
  derived.unknown = derivedTables.flatMap(table => stateOf(derived, table)?.next?.unknown ?? [])
}

const columnsOf = ({ statements, dialect }: Derived, name: string) =>
  statements.rows<Column>(dialect.columnsOf, name)

const kindsOf = ({ shapes }: Derived, table: DerivedTable) =>
  [...shapes.values()].filter(table.isOf).map(({ kind }) => kind)

function create(
  { statements, dialect }: Derived,
  table: DerivedTable,
  name: string,
  isIndexed = true,
) {
  const [columns = '', ...indexes] = derivedSchema(table, name, dialect)
  for (const sql of isIndexed ? [columns, ...indexes] : [columns]) statements.run(sql)
}

/** Creates what is missing, and notes the rebuilds that are needed. */
export function beginRebuilds(derived: Derived) {
  const { run } = derived.statements
  for (const table of derivedTables) {
    const form = formOf(table)
    const noted = stateOf(derived, table)
    const isMissing = columnsOf(derived, table.name).length === 0
    const { next, ...current } = noted ?? { form: isMissing ? form : 'not noted' }
    const kinds = kindsOf(derived, table)
    if (!isMissing && next?.form === form && kinds.includes(next.kind)) continue
    if (next) run(`DROP TABLE IF EXISTS ${table.name}_next`)
    if (current.form === form && !(isMissing && noted)) {
      create(derived, table, table.name)
      if (next || isMissing) setState(derived, table, current)
      continue
    }
    if (isMissing) create(derived, table, table.name, false)
    const present = new Set(columnsOf(derived, table.name).map(({ name }) => name))
    const unknown = Object.keys(table.columns).filter(name => !present.has(name))
    for (const name of unknown) addColumn(derived, table, name)
    run(`DROP TABLE IF EXISTS ${table.name}_old`)
    create(derived, table, `${table.name}_next`)
    const started: Next = { form, kind: kinds[0] ?? '', after: 0, unknown }
    setState(derived, table, { form: current.form, next: started })
  }
  findUnknown(derived)
}

function addColumn({ statements, dialect }: Derived, { name, columns }: DerivedTable, of: string) {
  const type = columns[of] ?? 'integer'
  const value = type === 'text' ? "''" : '0'
  statements.run(
    `ALTER TABLE ${name} ADD COLUMN ${of} ${dialect.type[type]} NOT NULL DEFAULT ${value}`,
  )
}

export const isRebuilding = (derived: Derived) =>
  derivedTables.some(table => {
    const { next, isEmptying } = stateOf(derived, table) ?? { form: '' }
    return next !== undefined || isEmptying
  })

/** Records that are read for a rebuild of every table. */
export function recordsToRead(derived: Derived): number {
  let total = 0
  for (const table of derivedTables) {
    if (!stateOf(derived, table)?.next) continue
    for (const kind of kindsOf(derived, table))
      total +=
        derived.statements.row<{ total: number }>(`SELECT count(*) AS total FROM "${kind}"`)
          ?.total ?? 0
  }
  return total
}

export const isSmall = (derived: Derived) => recordsToRead(derived) <= fewRecords

/** Does a slice of the rebuilds; answers how many records it has read, and undefined once nothing is left to do. */
export async function rebuildSlice(derived: Derived): Promise<number | undefined> {
  for (const table of derivedTables) {
    const state = stateOf(derived, table)
    if (state?.next) return fill(derived, table, state, state.next)
    if (state?.isEmptying) return empty(derived, table, state)
  }
  return undefined
}

async function fill(derived: Derived, table: DerivedTable, state: State, next: Next) {
  const ids = derived.statements
    .rows<{ id: number }>(
      `SELECT id FROM "${next.kind}" WHERE id > ? ORDER BY id LIMIT ?`,
      next.after,
      slice,
    )
    .map(({ id }) => id)
  const target = targetOf(derived, table, `${table.name}_next`)
  for (const record of await derived.records.getMany(next.kind, ids)) put(derived, target, record)
  const after = ids.at(-1) ?? next.after
  const kinds = kindsOf(derived, table)
  const following = kinds[kinds.indexOf(next.kind) + 1]
  if (ids.length === slice) setState(derived, table, { ...state, next: { ...next, after } })
  else if (following)
    setState(derived, table, { ...state, next: { ...next, kind: following, after: 0 } })
  else swap(derived, table, next)
  return ids.length
}

function swap(derived: Derived, table: DerivedTable, { form }: Next) {
  const { run } = derived.statements
  run(`ALTER TABLE ${table.name} RENAME TO ${table.name}_old`)
  run(`ALTER TABLE ${table.name}_next RENAME TO ${table.name}`)
  setState(derived, table, { form, isEmptying: true })
  // A change of no event in particular: whoever has a list in memory asks for it again.
  run(`INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail)
    VALUES (coalesce((SELECT instant FROM journal ORDER BY seq DESC LIMIT 1), 0), 0, 'change', 'event', 0, 'en', 0, '')`)
}

/** A table of a million rows is not dropped at once: all its pages would be overwritten meanwhile. */
function empty(derived: Derived, table: DerivedTable, { form }: State) {
  const { change, run } = derived.statements
  const old = `${table.name}_old`
  const owner = table.owner.join(', ')
  const { rows } = change(
    `DELETE FROM ${old} WHERE (${owner}) IN (SELECT ${owner} FROM ${old} LIMIT ${emptiedAtOnce})`,
  )
  if (rows > 0) return 0
  run(`DROP TABLE ${old}`)
  setState(derived, table, { form })
  return 0
}

function targetOf(derived: Derived, table: DerivedTable, name: string): Target {
  const columns = columnsOf(derived, name)
  const required = columns.filter(({ isRequired }) => isRequired)
  return {
    table,
    name,
    isOnly: false,
    insert: insertion(
      derived.statements,
      name,
      columns.map(column => column.name),
    ),
    // Columns that only the table before has are given something.
    defaults: Object.fromEntries(
      required.map(column => [column.name, column.type === derived.dialect.type.text ? '' : 0]),
    ),
  }
}

function targetsOf(derived: Derived): Target[] {
  derived.targets ??= derivedTables.flatMap(table => {
    const isOnly = !stateOf(derived, table)?.next
    const names = isOnly ? [table.name] : [table.name, `${table.name}_next`]
    return names.map(name => ({ ...targetOf(derived, table, name), isOnly }))
  })
  return derived.targets
}

/** Writes the rows of a record into every derived table. */
export function derive(
  derived: Derived,
  record: StoredRecord,
  before: StoredRecord | undefined,
  isNew: boolean,
) {
  for (const target of targetsOf(derived)) {
    // What stands in a table of another form, or nowhere yet, says nothing of what is to be there.
    put(derived, target, record, target.isOnly ? before : undefined, isNew)
  }
}

function put(
  derived: Derived,
  target: Target,
  record: StoredRecord,
  before?: StoredRecord,
  isNew = false,
) {
  const { table, insert, defaults } = target
  const shape = derived.shapes.get(record.kind)
  if (!shape || !table.isOf(shape)) return
  const rows = table.rowsOf(shape, record, before)
  if (!rows) return
  if (!isNew) remove(derived, target, record.kind, record.id)
  insert.cells(rows, defaults)
}

function remove({ statements }: Derived, { table, name }: Target, kind: string, id: number) {
  const owner = table.owner.map(column => `${column} = ?`).join(' AND ')
  statements.run(`DELETE FROM ${name} WHERE ${owner}`, ...table.ownerOf(kind, id))
}

/** Removes the rows of a record from every derived table. */
export function removeDerived(derived: Derived, kind: string, id: number) {
  const shape = derived.shapes.get(kind)
  for (const target of targetsOf(derived))
    if (shape && target.table.isOf(shape)) remove(derived, target, kind, id)
}
