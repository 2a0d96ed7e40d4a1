import { notACount, notDegrees } from './field-errors.ts'
import { type FieldType, fieldError, value } from './field-type.ts'

/** The digits of a whole number in any form that The Events Calendar counts as numeric: 5, "5", "+5", "5.0", "1e1". */
export function integerIn(input: unknown): number | undefined {
  if (typeof input === 'string' && !/^\s*[+-]?\d+(\.0*)?([eE]\+?\d{1,2})?\s*$/.test(input))
    return undefined
  if (typeof input !== 'number' && typeof input !== 'string') return undefined
  const number = Number(input)
  return Number.isSafeInteger(number) ? number : undefined
}

/** A whole number above zero. `most` silently lowers it (P6). */
export const count = ({
  max,
  sample = 1,
}: {
  max?: number
  sample?: number
} = {}): FieldType<number | string, number, number> => ({
  index: { type: 'integer' },
  accepts: { type: 'integer', minimum: 1 },
  returns: { type: 'integer' },
  clears: [],
  check(input) {
    const number = integerIn(input)
    if (number === undefined || number < 1) return fieldError(notACount)
    return value(max === undefined ? number : Math.min(number, max))
  },
  sample,
})

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/

/** Degrees, within `most` either side of zero. */
export const degrees = (
  max: 90 | 180,
  format?: 'double',
): FieldType<number | string | null, number, number> => ({
  index: { type: 'number', ...(format && { format }) },
  input: 'number',
  pattern: { is: decimal, wrong: notDegrees(max) },
  accepts: { type: ['number', 'null'], ...(format && { format }) },
  returns: { type: 'number', minimum: -max, maximum: max },
  column: 'real',
  clears: format ? [] : [null, '', 'list'],
  check(input) {
    const isNumeric =
      typeof input === 'number' || (typeof input === 'string' && input.trim() !== '')
    const number = isNumeric ? Number(input) : Number.NaN
    return Math.abs(number) <= max ? value(number) : fieldError(notDegrees(max))
  },
  sample: max === 90 ? 45.5 : -73.57,
})
