import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { test } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { escaped, folded, line, parameter } from './content-lines.ts'

const scraps = ['\\', ';', ',', '\n', '"', ':', ' ', '\\n', 'é', '音', '😀', 'a'.repeat(30)]
const text = fc
  .array(fc.oneof(fc.constantFrom(...scraps), fc.string({ unit: 'grapheme', maxLength: 9 })), {
    maxLength: 40,
  })
  .map(parts => parts.join('').replace(/[\p{Cc}--\n]/gv, ''))

const card = (lines: string) => folded(`${line('BEGIN', 'VEVENT')}${lines}${line('END', 'VEVENT')}`)
const parsed = (bytes: Buffer) => new ICAL.Component(ICAL.parse(bytes.toString()))

test('any text comes back from a parser as it was', () => {
  fc.assert(
    fc.property(text, words => {
      const event = parsed(card(line('SUMMARY', escaped(words))))
      assert.equal(event.getFirstPropertyValue('summary'), words)
    }),
    { numRuns: 2000 },
  )
})

// this parser takes a backslash at the end of a value for one that goes with the comma behind it
const listed = text.filter(words => !words.endsWith('\\'))

test('lists come back as they were', () => {
  fc.assert(
    fc.property(fc.array(listed, { minLength: 1, maxLength: 5 }), words => {
      const event = parsed(card(line('CATEGORIES', words.map(escaped).join(','))))
      assert.deepEqual(event.getFirstProperty('categories')?.getValues(), words)
    }),
  )
})

test('a parameter comes back, without what none can hold', () => {
  fc.assert(
    fc.property(text, words => {
      const event = parsed(card(line(`ORGANIZER;CN=${parameter(words)}`, 'mailto:a@example.org')))
      const expected = words.replace(/\n+/g, ' ').replaceAll('"', '’')
      // this parser takes circumflexes for those of RFC 6868, and `\\n` for a line end
      if (!/[\\^]/.test(expected))
        assert.equal(event.getFirstProperty('organizer')?.getParameter('cn') ?? '', expected)
    }),
  )
})

test('no line is longer than 75 octets, and none cuts a character', () => {
  fc.assert(
    fc.property(fc.array(text), words => {
      const bytes = folded(words.map(each => line('X-TEXT', escaped(each))).join(''))
      assert.ok(bytes.length === 0 || bytes.subarray(-2).toString() === '\r\n')
      for (const each of cut(bytes)) {
        assert.ok(each.length <= 75)
        assert.ok(isUtf8(each))
      }
    }),
  )
})

/** The bytes between line ends. */
function cut(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\r\n', from)
    lines.push(bytes.subarray(from, end))
    from = end + 2
  }
  return lines
}

test('a line of 75 octets stays as it is, one more is folded', () => {
  const name = 'X'
  assert.equal(folded(line(name, 'a'.repeat(73))).toString(), `X:${'a'.repeat(73)}\r\n`)
  assert.equal(folded(line(name, 'a'.repeat(74))).toString(), `X:${'a'.repeat(73)}\r\n a\r\n`)
  assert.equal(folded(line(name, `${'a'.repeat(72)}é`)).toString(), `X:${'a'.repeat(72)}\r\n é\r\n`)
})

test('line ends of any sort are one, and nothing that a text holds begins a line', () => {
  assert.equal(escaped('a\r\nb\rc\nd'), 'a\\nb\\nc\\nd')
  assert.equal(escaped('a\u0000\u0007\u0085b\tc'), 'ab\tc')
  assert.equal(parameter('a\r\nATTENDEE:b'), '"a ATTENDEE:b"')
})
