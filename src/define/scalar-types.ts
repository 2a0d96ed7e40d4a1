import { notACount, notAnId, notDegrees, wrongType } from './field-errors.ts'
import { type FieldType, fieldError, type Reference, value } from './field-type.ts'

/** The digits of a whole number in any form that The Events Calendar counts as numeric: 5, "5", "+5", "5.0", "1e1". */
export function integerIn(input: unknown): number | undefined {
  if (typeof input === 'string' && !/^\s*[+-]?\d+(\.0*)?([eE]\+?\d{1,2})?\s*$/.test(input))
    return undefined
  if (typeof input !== 'number' && typeof input !== 'string') return undefined
  const number = Number(input)
  return Number.isSafeInteger(number) ? number : undefined
}

/** A record that a read gave, in the place of its ID (U6). */
export const recordAsRead = {
  type: 'object',
  properties: { id: { type: 'integer', minimum: 1 } },
  required: ['id'],
} as const

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

/** True and false as The Events Calendar takes them; a query may also say yes, no, on, off (E2). */
export const flag = ({
  loose = false,
} = {}): FieldType<boolean | 0 | 1 | string | null, boolean, boolean> => ({
  index: { type: 'boolean' },
  input: 'flag',
  accepts: { type: ['boolean', 'null'] },
  returns: { type: 'boolean' },
  column: 'integer',
  store: Number,
  blank: 0,
  show: stored => stored === 1,
  masked: null,
  clears: [null],
  check(input) {
    const flag = flagWords.get(typeof input === 'string' ? input.toLowerCase() : input)
    if (flag !== undefined) return value(flag)
    const word =
      loose && typeof input === 'string' ? looseWords.get(input.toLowerCase()) : undefined
    return word === undefined ? fieldError(wrongType('boolean')) : value(word)
  },
  sample: true,
})

const flagWords = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
])
const looseWords = new Map([
  ['yes', true],
  ['no', false],
  ['on', true],
  ['off', false],
])

const trueWords = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true'])

/** Some filters and map flags take any word; these few mean true, all others false. */
export const isTruthy = (input: unknown) =>
  input === true || trueWords.has(String(input).toLowerCase())

/** A flag that takes any word, and holds unless it was set to false. In the index The Events Calendar types it as text, or not at all. */
export const word = (
  typed: 'string' | undefined,
): FieldType<boolean | string | number | null, boolean, boolean> => ({
  index: typed ? { type: typed } : {},
  input: 'flag',
  accepts: { type: typed ? ['string', 'boolean', 'null'] : 'boolean' },
  returns: { type: 'boolean' },
  column: 'integer',
  store: Number,
  blank: 1,
  show: stored => stored !== 0,
  masked: null,
  clears: typed ? [null, '', 'list'] : [],
  check: input =>
    typeof input === 'object' ? fieldError(wrongType('string')) : value(isTruthy(input)),
  sample: true,
})

/** The ID of a record; the calendar checks whether it exists, since it knows the resource it `refers` to. */
type ReferenceType = FieldType<number | string | null, number, number> & {
  refers: Reference
}

export const reference = (
  refers: Reference,
  { zero = false, isOfReadable }: { zero?: boolean; isOfReadable?: true } = {},
): ReferenceType => ({
  ...idOf(refers, zero ? 0 : 1),
  ...(isOfReadable && { isOfReadable }),
  returns: { type: 'integer' },
  show: stored => Number(stored ?? 0),
  masked: 0,
})

/** The ID of a user, which comes back as text. */
export const userAsText = (): FieldType<number | string | null, string, number> => ({
  ...idOf('user', 1),
  // what was read may be sent back
  accepts: { anyOf: [{ type: 'integer', minimum: 1 }, digits, { type: 'null' }] },
  returns: digits,
  show: String,
})
const digits = { type: 'string', pattern: '^[0-9]+$' }

/** The parts that every ID shares, in whatever form it is presented. */
const idOf = (refers: Reference, min: 0 | 1) =>
  ({
    index: { type: 'integer' },
    input: 'record',
    accepts: { type: ['integer', 'null'], minimum: 0 },
    column: 'integer',
    clears: refers === 'user' ? [] : [null, '', 0, '0', 'list'],
    refers,
    check(input) {
      const number = integerIn(input)
      return number === undefined || number < min ? fieldError(notAnId(refers)) : value(number)
    },
    sample: 1,
  }) satisfies Partial<FieldType<never, never, number>>
