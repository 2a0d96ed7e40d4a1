import { setTimeout as sleep } from 'node:timers/promises'
import type { Row, StoredRecord } from '../define/record.ts'
import { type DerivedTable, derivedTables, formOf } from './derived.ts'
import { type Insertion, insertion } from './insertion.ts'
import type { Source } from './records.ts'
import { derivedSchema } from './schema.ts'
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

export type Derived = Source & {
  records: Reader
  /** As noted in the database; undefined: to be read. */
  targets: Target[] | undefined
  /** Columns of lists that cannot be asked for until the rebuild is over. */
  unknown: readonly string[]
}

const noteOf = ({ name }: DerivedTable) => `form of ${name}`

async function stateOf({ connection }: Derived, table: DerivedTable): Promise<State | undefined> {
  const sql = 'SELECT value FROM note WHERE key = ?'
  const note = await connection.get<{ value: string }>(sql, [noteOf(table)])
  return note && JSON.parse(note.value)
}

async function setState(derived: Derived, table: DerivedTable, state: State) {
  const { run } = derived.connection
  derived.targets = undefined
  await run('DELETE FROM note WHERE key = ?', [noteOf(table)])
  const values = [noteOf(table), JSON.stringify(state)]
  await run('INSERT INTO note (key, value) VALUES (?, ?)', values)
  await findUnknown(derived)
}

async function findUnknown(derived: Derived) {
  const unknown: string[] = []
  for (const table of derivedTables)
    unknown.push(...((await stateOf(derived, table))?.next?.unknown ?? []))
  derived.unknown = unknown
}

const columnsOf = ({ connection, dialect }: Derived, name: string) =>
  connection.all<Column>(dialect.columnsOf, [name])

const kindsOf = ({ shapes }: Derived, table: DerivedTable) =>
  [...shapes.values()].filter(table.isOf).map(({ kind }) => kind)

async function create(
  { connection, dialect }: Derived,
  table: DerivedTable,
  name: string,
  isIndexed = true,
) {
  const [columns = '', ...indexes] = derivedSchema(table, name, dialect)
  for (const sql of isIndexed ? [columns, ...indexes] : [columns]) await connection.run(sql)
}

/** Creates what is missing, and notes the rebuilds that are needed. */
export async function beginRebuilds(derived: Derived) {
  const { run } = derived.connection
  for (const table of derivedTables) {
    const form = formOf(table)
    const noted = await stateOf(derived, table)
    const isMissing = (await columnsOf(derived, table.name)).length === 0
    const { next, ...current } = noted ?? { form: isMissing ? form : 'not noted' }
    const kinds = kindsOf(derived, table)
    if (!isMissing && next?.form === form && kinds.includes(next.kind)) continue
    if (next) await run(`DROP TABLE IF EXISTS ${table.name}_next`)
    if (current.form === form && !(isMissing && noted)) {
      await create(derived, table, table.name)
      if (next || isMissing) await setState(derived, table, current)
      continue
    }
    if (isMissing) await create(derived, table, table.name, false)
    const present = new Set((await columnsOf(derived, table.name)).map(({ name }) => name))
    const unknown = Object.keys(table.columns).filter(name => !present.has(name))
    for (const name of unknown) await addColumn(derived, table, name)
    await run(`DROP TABLE IF EXISTS ${table.name}_old`)
    await create(derived, table, `${table.name}_next`)
    const started: Next = { form, kind: kinds[0] ?? '', after: 0, unknown }
    await setState(derived, table, { form: current.form, next: started })
  }
  await findUnknown(derived)
}

function addColumn({ connection, dialect }: Derived, { name, columns }: DerivedTable, of: string) {
  const type = columns[of] ?? 'integer'
  const value = type === 'text' ? "''" : '0'
  return connection.run(
    `ALTER TABLE ${name} ADD COLUMN ${of} ${dialect.type[type]} NOT NULL DEFAULT ${value}`,
  )
}

/** Records that are read for a rebuild of every table. */
async function recordsToRead(derived: Derived): Promise<number> {
  let total = 0
  for (const table of derivedTables) {
    if (!(await stateOf(derived, table))?.next) continue
    for (const kind of kindsOf(derived, table)) {
      const sql = `SELECT count(*) AS total FROM "${kind}"`
      total += (await derived.connection.get<{ total: number }>(sql))?.total ?? 0
    }
  }
  return total
}

export const isSmall = async (derived: Derived) => (await recordsToRead(derived)) <= fewRecords

/** Runs the rebuilds that were noted, each slice as a write of its own. */
export function openRebuilds(derived: Derived, write: <T>(work: () => Promise<T>) => Promise<T>) {
  let isStopped = false
  let running: Promise<void> | undefined

  async function runAll(progress?: (done: number, total: number) => void) {
    const total = await recordsToRead(derived)
    for (let done = 0; !isStopped; ) {
      const started = performance.now()
      const read = await write(() => rebuildSlice(derived))
      if (read === undefined) {
        if (total > 0) progress?.(total, total)
        return
      }
      done += read
      if (read > 0) progress?.(Math.min(done, total - 1), total)
      // In the background others have as much time.
      if (progress) await sleep(performance.now() - started)
    }
  }

  return {
    run(progress?: (done: number, total: number) => void): Promise<void> {
      running = runAll(progress)
      return running
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** Does a slice of the rebuilds; answers how many records it has read, and undefined once nothing is left to do. */
async function rebuildSlice(derived: Derived): Promise<number | undefined> {
  for (const table of derivedTables) {
    const state = await stateOf(derived, table)
    if (state?.next) return fill(derived, table, state, state.next)
    if (state?.isEmptying) return empty(derived, table, state)
  }
  return undefined
}

async function fill(derived: Derived, table: DerivedTable, state: State, next: Next) {
  const ids = await derived.records.idsAfter(next.kind, next.after, slice)
  const target = await targetOf(derived, table, `${table.name}_next`)
  for (const record of await derived.records.getMany(next.kind, ids))
    await put(derived, target, record)
  const after = ids.at(-1) ?? next.after
  const kinds = kindsOf(derived, table)
  const following = kinds[kinds.indexOf(next.kind) + 1]
  if (ids.length === slice) await setState(derived, table, { ...state, next: { ...next, after } })
  else if (following)
    await setState(derived, table, { ...state, next: { ...next, kind: following, after: 0 } })
  else await swap(derived, table, next)
  return ids.length
}

async function swap(derived: Derived, table: DerivedTable, { form }: Next) {
  const { run, all } = derived.connection
  await run(`ALTER TABLE ${table.name} RENAME TO ${table.name}_old`)
  // Nobody looks into it any more: it is emptied page by page.
  for (const { name } of await all<{ name: string }>(derived.dialect.indexesOf, [
    `${table.name}_old`,
  ]))
    await run(`DROP INDEX ${name}`)
  await run(`ALTER TABLE ${table.name}_next RENAME TO ${table.name}`)
  await setState(derived, table, { form, isEmptying: true })
  // A change of no event in particular: whoever has a list in memory asks for it again.
  await run(`INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail)
    VALUES (coalesce((SELECT instant FROM journal ORDER BY seq DESC LIMIT 1), 0), 0, 'change', 'event', 0, 'en', 0, '')`)
}

/** A table of a million rows is not dropped at once: all its pages would be overwritten meanwhile. */
async function empty(derived: Derived, table: DerivedTable, { form }: State) {
  const { change, run } = derived.connection
  const old = `${table.name}_old`
  const owner = table.owner.join(', ')
  const rows = await change(
    `DELETE FROM ${old} WHERE (${owner}) IN (SELECT ${owner} FROM ${old} LIMIT ${emptiedAtOnce})`,
  )
  if (rows > 0) return 0
  await run(`DROP TABLE ${old}`)
  await setState(derived, table, { form })
  return 0
}

async function targetOf(derived: Derived, table: DerivedTable, name: string): Promise<Target> {
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

async function targetsOf(derived: Derived): Promise<Target[]> {
  if (derived.targets) return derived.targets
  const targets: Target[] = []
  for (const table of derivedTables) {
    const isOnly = !(await stateOf(derived, table))?.next
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
  isNew: boolean,
) {
  for (const target of derived.targets ?? (await targetsOf(derived))) {
    // What stands in a table of another form, or nowhere yet, says nothing of what is to be there.
    await put(derived, target, record, target.isOnly ? before : undefined, isNew)
  }
}

async function put(
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
  if (!isNew) await remove(derived, target, record.kind, record.id)
  await insert.cells(rows, defaults)
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
