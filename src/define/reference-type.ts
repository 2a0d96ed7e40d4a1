import { notAnId } from './field-errors.ts'
import { type FieldType, fieldError, type Reference, value } from './field-type.ts'
import { integerIn } from './scalar-types.ts'

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
  returns: { type: 'string', pattern: '^[0-9]+$' },
  show: String,
})

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
