import { hash } from 'node:crypto'
import { DatabaseError } from '../contract/database-error.ts'
import { unfinishedMove } from '../contract/incomplete-move.ts'
import type { Shape } from '../contract/shape.ts'
import type { Line } from './lines.ts'
import type { Side, Target } from './side.ts'
import { type CopiedTable, tablesOf } from './tables.ts'

/** The number of rows, and the sum of their hashes, which does not depend on their order. */
type Sum = { rows: number; checksum: string }

/** Four numbers of 32 bits, each the sum of its part of the hashes of all lines. */
export function openSum() {
  const sums = new Uint32Array(4)
  let rows = 0
  return {
    add(lines: readonly Line[]) {
      rows += lines.length
      for (const line of lines) {
        const bytes = hash('sha256', line, 'latin1')
        for (let part = 0; part < 4; part++) {
          const at = part * 4
          sums[part] =
            (sums[part] ?? 0) +
            ((bytes.charCodeAt(at) << 24) |
              (bytes.charCodeAt(at + 1) << 16) |
              (bytes.charCodeAt(at + 2) << 8) |
              bytes.charCodeAt(at + 3))
        }
      }
    },
    get now(): Sum {
      const parts = [...sums].map(part => part.toString(16).padStart(8, '0'))
      return { rows, checksum: parts.join('') }
    },
  }
}

const isSame = (a: Sum, b: Sum) => a.rows === b.rows && a.checksum === b.checksum

/** The steps of a copy, in order. */
export type Step = 'copy' | 'verify' | 'index'

type CopyObserver = {
  progress(step: Step, done: number, total: number): void
  /** Ends it between two pieces. */
  signal?: AbortSignal | undefined
}

type Copying = {
  observer: CopyObserver
  /** Runs before any row is copied, once the target is accepted. */
  accepted?(): Promise<void>
  /** Runs when all rows are in the target and compared, before it has them for others. */
  compared?(): Promise<void>
}

export type CopiedTables = { table: string; rows: number; checksum: string }[]

/**
 * Copies all tables into an empty database in one transaction, and compares the rows of both before its commit: a copy that fails or is killed leaves
 * the target as it was. Rows pass in pieces, so a large calendar needs no more memory.
 */
export async function copyTables(
  source: Side,
  target: Target,
  shapes: readonly Shape[],
  { observer, accepted, compared }: Copying,
): Promise<CopiedTables> {
  const tables = tablesOf(shapes)
  await refuseTaken(target, tables)
  await refuseUnknownColumns(source, tables)
  await accepted?.()
  await target.createTables()
  const total = await rowsOf(source, tables)
  const copied = counter('copy', total, observer)
  const sums: { table: CopiedTable; sum: Sum }[] = []
  for (const table of tables) {
    sums.push({ table, sum: await copy(source, target, table, copied) })
    if (table.isNumbered) await target.setLastNumber(table, await source.lastNumber(table))
  }
  const verified = counter('verify', total, observer)
  for (const { table, sum } of sums) {
    const there = await sumOf(target, table, verified)
    const rows = await source.count(table)
    if (!isSame(there, sum) || rows !== sum.rows)
      throw new DatabaseError('MOVE_DIFFERS', { table: table.name, rows, moved: there.rows })
  }
  await target.createIndexes(tables, (at, of) => {
    observer.progress('index', at, of)
    observer.signal?.throwIfAborted()
  })
  await compared?.()
  await target.commit()
  return sums.map(({ table, sum }) => ({ table: table.name, ...sum }))
}

async function refuseTaken(target: Target, tables: readonly CopiedTable[]) {
  if (await target.isUnfinished()) throw unfinishedMove()
  if (!(await target.isEmpty(tables))) throw new DatabaseError('MOVE_OCCUPIED')
}

/** Tells of so many rows more. */
function counter(step: Step, total: number, { progress, signal }: CopyObserver) {
  let done = 0
  return (rows: number) => {
    done += rows
    progress(step, done, total)
    signal?.throwIfAborted()
  }
}

async function rowsOf(side: Side, tables: readonly CopiedTable[]) {
  let total = 0
  for (const table of tables) total += await side.count(table)
  return total
}

/** A newer program has added them, say: they would be lost without a word. */
async function refuseUnknownColumns(source: Side, tables: readonly CopiedTable[]) {
  for (const { name, columns } of tables) {
    const names = new Set(columns.map(column => column.name))
    const unknown = (await source.columnsOf(name)).filter(column => !names.has(column))
    if (unknown.length > 0)
      throw new DatabaseError('MOVE_COLUMNS', { table: name, columns: unknown.join(', ') })
  }
}

/** The sum of the rows that went into the target. */
async function copy(
  source: Side,
  target: Target,
  table: CopiedTable,
  copied: (rows: number) => void,
): Promise<Sum> {
  const sum = openSum()
  const rows = await target.open(table)
  for await (const read of source.scan(table)) {
    const lines = target.holdsZero ? read : read.map(withoutZero)
    sum.add(lines)
    await rows.add(lines)
    copied(lines.length)
  }
  await rows.end()
  return sum.now
}

/** As everything that is written to a database without this character. */
const withoutZero = (line: Line) => (line.includes('\0') ? line.replaceAll('\0', '\ufffd') : line)

async function sumOf(side: Side, table: CopiedTable, count: (rows: number) => void): Promise<Sum> {
  const sum = openSum()
  for await (const lines of side.scan(table)) {
    sum.add(lines)
    count(lines.length)
  }
  return sum.now
}

/** Compares all rows of both, and changes neither. */
export async function compareTables(
  source: Side,
  target: Side,
  shapes: readonly Shape[],
  observer: CopyObserver,
): Promise<{ tables: CopiedTables; differing: string[] }> {
  const tables = tablesOf(shapes)
  const total = (await rowsOf(source, tables)) + (await rowsOf(target, tables))
  const count = counter('verify', total, observer)
  const compared: CopiedTables = []
  const differing: string[] = []
  for (const table of tables) {
    const here = await sumOf(withoutZeros(source), table, count)
    const there = await sumOf(withoutZeros(target), table, count)
    compared.push({ table: table.name, ...here })
    if (!isSame(here, there)) differing.push(table.name)
  }
  return { tables: compared, differing }
}

/** One of the two may have lost them on its way. */
const withoutZeros = (side: Side): Side => ({
  ...side,
  async *scan(table) {
    for await (const lines of side.scan(table)) yield lines.map(withoutZero)
  },
})
