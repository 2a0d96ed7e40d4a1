import { notAnId } from './field-errors.ts'
import { type FieldType, fieldError, type Reference, value } from './field-type.ts'
import { wholeNumber } from './number-types.ts'

/** The ID of a record; whether it exists is asked of the calendar, which knows the resource it `refers` to. */
export type ReferenceType = FieldType<number | string | null, number, number> & {
  refers: Reference
}

export const reference = (refers: Reference, { zero = false } = {}): ReferenceType => ({
  index: { type: 'integer' },
  input: 'record',
  accepts: { type: ['integer', 'null'], minimum: 0 },
  returns: { type: 'integer' },
  column: 'integer',
  show: stored => Number(stored ?? 0),
  masked: 0,
  clears: refers === 'user' ? [] : [null, '', 0, '0', 'list'],
  refers,
  check(input) {
    const number = wholeNumber(input)
    return number === undefined || number < (zero ? 0 : 1)
      ? fieldError(notAnId(refers))
      : value(number)
  },
  sample: 1,
})
