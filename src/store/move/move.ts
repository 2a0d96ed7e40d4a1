import { DatabaseError } from '../database-error.ts'
import type { Shape } from '../form/shape.ts'
import { isSame, noRows, openSum, type Sum } from './checksum.ts'
import { keyOf, type Line } from './lines.ts'
import type { Side, Target } from './side.ts'
import { formOf, type MovedTable, movedTables } from './tables.ts'

/** The steps of a move, in order. */
export type Step = 'compare' | 'copy' | 'verify' | 'index'

export type MoveObserver = {
  progress(step: Step, done: number, total: number): void
  /** Ends it between two batches. */
  signal?: AbortSignal | undefined
}

export type Moving = {
  observer: MoveObserver
  /** Begin again where a move was begun before. */
  isAgain: boolean
  /** The name of the origin of the calendar in the target’s note. */
  name: string
  /** Runs before any row is moved, once the target is accepted. */
  accepted?: () => Promise<void>
}

/** The position of a move, which the target notes with every batch. A table that is not in it has not been started. */
type Position = {
  form: string
  tables: Record<string, Sum & { after?: string[]; isWhole: boolean }>
}

export type MovedTables = { table: string; rows: number; checksum: string }[]

/** Characters that are committed at once. */
const batchSize = 2 ** 24

/**
 * Moves all tables. An interrupted move continues if the rows in the target still equal those of the source; otherwise it is refused. In the end all
 * rows of both are equal, or an error names those that differ. Undefined: the move was finished before.
 */
export async function moveTables(
  source: Side,
  target: Target,
  shapes: readonly Shape[],
  { observer, isAgain, name, accepted }: Moving,
): Promise<MovedTables | undefined> {
  const tables = movedTables(shapes)
  if (await isFinished(target, tables, name)) return undefined
  await refuseUnknownColumns(source, tables)
  const position = await begin(source, target, tables, { observer, isAgain })
  await accepted?.()
  const count = counter('copy', await rowsOf(source, tables), observer, rowsIn(position))
  for (const table of tables) {
    await copy(source, target, table, position, count)
    if (table.isNumbered) await target.setLastNumber(table, await source.lastNumber(table))
  }
  const moved = await verify(source, target, tables, position, observer)
  await target.createIndexes(tables, (at, of) => {
    observer.progress('index', at, of)
    observer.signal?.throwIfAborted()
  })
  const at = new Date().toISOString()
  await target.finish('move', 'moved', JSON.stringify({ from: name, at }))
  return moved
}

async function isFinished(target: Target, tables: readonly MovedTable[], name: string) {
  if ((await target.stateOf(tables)) !== 'moved') return false
  return JSON.parse((await target.note('moved')) ?? '{}').from === name
}

/** Tells of so many rows more. */
function counter(step: Step, total: number, { progress, signal }: MoveObserver, before = 0) {
  let done = before
  return (rows: number) => {
    done += rows
    progress(step, done, total)
    signal?.throwIfAborted()
  }
}

const rowsIn = ({ tables }: Position) =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

async function rowsOf(side: Side, tables: readonly MovedTable[]) {
  let total = 0
  for (const table of tables) total += await side.count(table)
  return total
}

/** A newer program has added them, say: they would be lost without a word. */
async function refuseUnknownColumns(source: Side, tables: readonly MovedTable[]) {
  for (const { name, columns } of tables) {
    const names = new Set(columns.map(column => column.name))
    const unknown = (await source.columnsOf(name)).filter(column => !names.has(column))
    if (unknown.length > 0)
      throw new DatabaseError('MOVE_COLUMNS', { table: name, columns: unknown.join(', ') })
  }
}

async function begin(
  source: Side,
  target: Target,
  tables: readonly MovedTable[],
  { observer, isAgain }: { observer: MoveObserver; isAgain: boolean },
): Promise<Position> {
  const form = formOf(tables)
  const state = await target.stateOf(tables)
  if (state === 'other' || state === 'moved') throw new DatabaseError('MOVE_OCCUPIED')
  if (state === 'begun' && !isAgain) {
    const position: Position = JSON.parse((await target.note('move')) ?? '')
    if (position.form !== form) throw new DatabaseError('MOVE_FORM')
    await compare(readOf(source, target), tables, position, observer)
    return position
  }
  if (state === 'begun') await target.clear(tables)
  const position: Position = { form, tables: {} }
  await target.createTables('move', JSON.stringify(position))
  return position
}

/** True if the moved rows are still those of the source. Otherwise it is another calendar, or it has changed. */
async function compare(
  read: Side['scan'],
  tables: readonly MovedTable[],
  position: Position,
  observer: MoveObserver,
) {
  const count = counter('compare', rowsIn(position), observer)
  for (const table of tables) {
    const at = position.tables[table.name]
    if (!at) continue
    const sum = openSum()
    for await (const lines of read(table, undefined, at.isWhole ? undefined : at.rows)) {
      sum.add(lines)
      count(lines.length)
    }
    if (!isSame(sum.now, at)) throw new DatabaseError('MOVE_CHANGED', { table: table.name })
  }
}

async function copy(
  source: Side,
  target: Target,
  table: MovedTable,
  position: Position,
  copied: (rows: number) => void,
) {
  const before = position.tables[table.name] ?? { ...noRows, isWhole: false }
  if (before.isWhole) return
  const sum = openSum(before)
  let after = before.after
  let size = 0
  let batch = await target.begin(table)
  const commit = async (isLast: boolean) => {
    position.tables[table.name] = { ...sum.now, ...(after && { after }), isWhole: isLast }
    await batch.commit('move', JSON.stringify(position))
    size = 0
  }
  for await (const lines of readOf(source, target)(table, before.after)) {
    sum.add(lines)
    await batch.add(lines)
    after = keyOf(table, lines.at(-1) ?? '')
    size += lines.reduce((total, line) => total + line.length, 0)
    if (size >= batchSize) {
      await commit(false)
      batch = await target.begin(table)
    }
    copied(lines.length)
  }
  await commit(true)
}

/** Rows of the source as the target can have them. */
const readOf = (source: Side, target: Target): Side['scan'] =>
  target.holdsZero
    ? source.scan
    : async function* (...of) {
        for await (const lines of source.scan(...of)) yield lines.map(withoutZero)
      }

/** As everything that is written to a database without this character. */
const withoutZero = (line: Line) => (line.includes('\0') ? line.replaceAll('\0', '\ufffd') : line)

/** Compares all rows of both, and changes neither. */
export async function compareTables(
  source: Side,
  target: Side,
  shapes: readonly Shape[],
  observer: MoveObserver,
): Promise<{ tables: MovedTables; differing: string[] }> {
  const tables = movedTables(shapes)
  const total = (await rowsOf(source, tables)) + (await rowsOf(target, tables))
  const count = counter('verify', total, observer)
  const sumOf = async (side: Side, table: MovedTable) => {
    const sum = openSum()
    for await (const lines of side.scanAll(table)) {
      sum.add(lines.map(withoutZero))
      count(lines.length)
    }
    return sum.now
  }
  const compared: MovedTables = []
  const differing: string[] = []
  for (const table of tables) {
    const [here, there] = [await sumOf(source, table), await sumOf(target, table)]
    compared.push({ table: table.name, ...here })
    if (!isSame(here, there)) differing.push(table.name)
  }
  return { tables: compared, differing }
}

/** Reads all rows of the target, and compares them with those read from the source. */
async function verify(
  source: Side,
  target: Target,
  tables: readonly MovedTable[],
  position: Position,
  observer: MoveObserver,
): Promise<MovedTables> {
  const count = counter('verify', rowsIn(position), observer)
  const moved: MovedTables = []
  for (const table of tables) {
    const sum = openSum()
    for await (const lines of target.scanAll(table)) {
      sum.add(lines)
      count(lines.length)
    }
    const there = position.tables[table.name] ?? noRows
    const rows = await source.count(table)
    if (!isSame(sum.now, there) || rows !== there.rows)
      throw new DatabaseError('MOVE_DIFFERS', { table: table.name, rows, moved: sum.now.rows })
    moved.push({ table: table.name, ...sum.now })
  }
  return moved
}
