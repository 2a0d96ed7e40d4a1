import type { DateOrder } from './days.ts'

/** Days of digits with a sign between them that have no order of their own; those with dots have the day first. */
const digits = /(?<!\d)(\d{1,2})\s?([/-])\s?(\d{1,2})\s?\2\s?(?:\d{4}|\d{2})(?!\d)/g
const withoutYear = /^\s*(\d{1,2})(\/)(\d{1,2})(?![\d/]|\s?h)/g

/** The French way to write hours, which no table has whose months come first; and the American one. */
const french = /\d\s?h(?:\s?\d\d)?\b|\sà\s/i
const american = /\d\s?[ap]\.?m\b/i

/** The evidence in the cells of a table. */
export type OrderEvidence = {
  /** The order that a number above 12 decides. */
  decided?: 'dmy' | 'mdy' | 'mixed' | undefined
  /** The order that the hours suggest. */
  suggested?: 'dmy' | 'mdy' | undefined
  /** A date that can be read either way. */
  sample?: string | undefined
}

/** The order of day and month, from all that a file has; fed cell by cell. */
export function openOrder() {
  const evidence: OrderEvidence = {}
  return {
    evidence,
    add(cell: string) {
      if (cell.length > 100) return
      evidence.suggested ??= french.test(cell) ? 'dmy' : american.test(cell) ? 'mdy' : undefined
      for (const [date, a, , b] of [...cell.matchAll(digits), ...cell.matchAll(withoutYear)]) {
        const order: DateOrder | undefined =
          Number(a) > 12 ? 'dmy' : Number(b) > 12 ? 'mdy' : undefined
        if (order === undefined) {
          if (a !== b) evidence.sample ??= date.trim()
        } else if (evidence.decided !== undefined && order !== evidence.decided)
          evidence.decided = 'mixed'
        else evidence.decided ??= order
      }
    },
  }
}
