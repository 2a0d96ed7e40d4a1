import { isFormula, isPrivate, unguarded } from './cells.ts'
import type { Column } from './columns.ts'
import type { Cell } from './table-notes.ts'

/** The cells of a row by the field of their column. */
export type Cells = {
  get(field: string): string | undefined
  headingOf(field: string): string
  names: readonly string[]
  /** Those that are left out: a time decides by itself, and a title is refused. */
  formulas: readonly Cell[]
}

export function cellsOf(
  row: readonly string[],
  { columns, headings }: { columns: readonly (Column | undefined)[]; headings: readonly string[] },
): Cells {
  const cells = new Map<string, { cell: string; heading: string }>()
  const formulas: Cell[] = []
  for (const [at, column] of columns.entries()) {
    if (!column || column.language) continue
    const value = (row[at] ?? '').trim()
    const isLeftOut = isFormula(value) && !/_(?:date|time)$/.test(column.field)
    if (isLeftOut) formulas.push({ column: headings[at] ?? '', value })
    const cell = isLeftOut ? '' : unguarded(value)
    // of several columns that may say that an event is private, one that does counts
    if (!cells.has(column.field) || isPrivate(cell))
      cells.set(column.field, { cell, heading: headings[at] ?? '' })
  }
  return {
    get: field => cells.get(field)?.cell,
    headingOf: field => cells.get(field)?.heading ?? field,
    names: [...cells.keys()],
    formulas,
  }
}

/** A cell as messages name it. */
export const cellOf = (cells: Cells, field: string): Cell => ({
  column: cells.headingOf(field),
  value: cells.get(field) ?? '',
})
