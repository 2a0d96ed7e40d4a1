import { notACost } from '../../define/field-errors.ts'
import { type FieldType, fieldError, value } from '../../define/field-type.ts'
import { costOf, storedCost } from './cost.ts'

/** The cost of an event: a text, a number, or a list of them (H3). */
export const costType: FieldType<string | number | (string | number)[] | null, string, string> = {
  index: {},
  input: 'line',
  accepts: {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      { type: 'null' },
    ],
  },
  returns: { type: 'string' },
  column: 'text',
  blank: '',
  show: (stored, { currency, language }) => costOf(String(stored ?? ''), currency, language).cost,
  masked: '',
  clears: [null, '', 'list'],
  check(input) {
    const stored = storedCost(input)
    return stored === undefined ? fieldError(notACost) : value(stored)
  },
  sample: '$10 – $20',
}
