import { flaw, type Kind, value } from '../../define/kind.ts'
import { storedCost } from './cost.ts'

/** The cost of an event: a text, a number, or a list of them (H3). */
export const costKind: Kind<string | number | (string | number)[] | null, string> = {
  index: {},
  accepts: {
    oneOf: [
      { type: ['string', 'number', 'null'] },
      { type: 'array', items: { type: ['string', 'number'] } },
    ],
  },
  returns: { type: 'string' },
  column: 'text',
  clears: [null, '', 'list'],
  check(input) {
    const stored = storedCost(input)
    return stored === undefined ? flaw() : value(stored)
  },
  sample: '$10 – $20',
}
