import fc from 'fast-check'

const halves = { first: 0xd800, count: 0x800 }
const last = 0x10ffff - halves.count

/** Any character but half of a pair. */
const character = fc.nat({ max: last }).map(
  index => String.fromCodePoint(index < halves.first ? index : index + halves.count),
  value => {
    const [sign = '', ...more] = typeof value === 'string' ? value : ''
    const point = sign.codePointAt(0)
    if (point === undefined || more.length > 0 || !sign.isWellFormed())
      throw new Error('This is not one character.')
    return point < halves.first ? point : point - halves.count
  },
)

/**
 * Texts of any characters, some of them names that every object has. As `unit: 'binary'` of fast-check, which first makes a table of
 * the million of them: two seconds in each process that asks.
 */
export const anyText = (constraints: fc.StringSharedConstraints = {}) =>
  fc.string({ ...constraints, unit: character })
