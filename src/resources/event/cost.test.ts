import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { costOf, storedCost } from './cost.ts'

const dollars = { symbol: '$', position: 'prefix' } as const

const seen = (sent: unknown) => {
  const { cost, cost_details } = costOf(storedCost(sent) ?? assert.fail('refused'), dollars, 'en')
  const { currency_symbol, currency_position, values } = cost_details
  return [cost, currency_symbol, currency_position, values.join(' | ')]
}

/** Sent; shown, symbol, position, values. */
type Row = [unknown, string, string, string, string]
const holds = (rows: Row[]) => {
  for (const [sent, ...shown] of rows) assert.deepEqual(seen(sent), shown, JSON.stringify(sent))
}

test('costs are shown as the reference shows them', () =>
  holds([
    ['', '', '', '', ''],
    [null, '', '', '', ''],
    [[], '', '', '', ''],
    ['$25', '$25', '$', 'prefix', '25'],
    ['15€', '15€', '€', 'postfix', '15'],
    ['€10', '€10', '€', 'prefix', '10'],
    ['10 EUR', '10EUR', 'EUR', 'postfix', '10'],
    ['10', '$10', '', '', '10'],
    [5, '$5', '', '', '5'],
    [12.5, '$12.5', '', '', '12.5'],
    ['10-20', '$10 – $20', '', '', '10 | 20'],
    [['5', '10'], '$5 – $10', '', '', '5 | 10'],
    [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', '0 | 20 | 30'],
    ['€6.50 - €8.50', '€6.50 – €8.50', '€', 'prefix', '6.50 | 8.50'],
    ['5,50 7,50', '$5,50 – $7,50', '', '', '5.50 | 7.50'],
    ['25,55', '$25,55', '', '', '25.55'],
    ['<b>5</b>', '$5', '', '', '5'],
    ['Free', 'Free', '', '', 'free'],
    ['free', 'free', '', '', 'free'],
    ['donation', 'donation', '', '', 'donation'],
  ]))

test('where the reference misreads, the amounts are right', () =>
  holds([
    ['0', 'Free', '', '', '0'],
    [0, 'Free', '', '', '0'],
    ['$0', 'Free', '$', 'prefix', '0'],
    ['1,000.50', '$1,000.50', '', '', '1000.50'],
    ['1 000,50', '$1 000,50', '', '', '1000.50'],
    ['1\u202f000,50 €', '1\u202f000,50€', '€', 'postfix', '1000.50'],
    ['1.000,50 €', '1.000,50€', '€', 'postfix', '1000.50'],
    ["CHF 1'000.50", "CHF1'000.50", 'CHF', 'prefix', '1000.50'],
    ['1,500,000', '$1,500,000', '', '', '1500000'],
    ['1.000.000,5', '$1.000.000,5', '', '', '1000000.5'],
    ['1,00,000', '$1,00,000', '', '', '100000'],
    ['$1,500.50 - $2,000', '$1,500.50 – $2,000', '$', 'prefix', '1500.50 | 2000'],
    ['1 000 - 2 000 €', '1 000€ – 2 000€', '€', 'postfix', '1000 | 2000'],
    ['10,20,30', '$10 – $30', '', '', '10 | 20 | 30'],
    ['10.50,20.50', '$10.50 – $20.50', '', '', '10.50 | 20.50'],
    ['10, 20', '$10 – $20', '', '', '10 | 20'],
    ['-5', '-$5', '', '', '-5'],
    ['.50', '$.50', '', '', '0.50'],
    ['0.500', '$0.500', '', '', '0.500'],
    [1.125, '$1.1250', '', '', '1.1250'],
    ['10 – 10.00', '$10', '', '', '10'],
    ['20 10', '$10 – $20', '', '', '10 | 20'],
  ]))

test('a currency named once holds for all, two are shown as typed, none is invented in words', () =>
  holds([
    ['10 - 20€', '10€ – 20€', '€', 'postfix', '10 | 20'],
    ['$10 - 20', '$10 – $20', '$', 'prefix', '10 | 20'],
    ['Free - $20', 'Free – $20', '$', 'prefix', '0 | 20'],
    ['US$ 10', 'US$10', 'US$', 'prefix', '10'],
    ['$10 / €9', '$10 / €9', '', '', '9 | 10'],
    ['From 10 € a head', 'From 10 € a head', '€', 'postfix', '10'],
    ['Adults: $10; Kids: $5', 'Adults: $10; Kids: $5', '$', 'prefix', '5 | 10'],
    ['VIP 50 €', 'VIP 50 €', '€', 'postfix', '50'],
    ['10 euros', '10 euros', '', '', '10'],
    ['Free before 18:00', 'Free before 18:00', '', '', 'free before 18:00'],
    ['Free for under 12s', 'Free for under 12s', '', '', 'free for under 12s'],
  ]))

test('the site says its currency and the reader the language of Free', () => {
  assert.equal(costOf('10', { symbol: '€', position: 'postfix' }, 'fr').cost, '10€')
  assert.equal(costOf('0; 20', { symbol: '€', position: 'postfix' }, 'fr').cost, 'Gratuit – 20€')
  assert.equal(costOf('Free', dollars, 'fr').cost, 'Free')
})

test('what cannot be a cost is refused', () => {
  for (const sent of [
    undefined,
    true,
    {},
    [[]],
    [true],
    [null],
    Number.NaN,
    1e21,
    Infinity,
    'x'.repeat(256),
  ])
    assert.equal(storedCost(sent), undefined)
})

test('any value is kept or refused, and what is kept stays the same when sent again', () => {
  const scraps = [
    '$',
    '€',
    'EUR',
    'free',
    '10',
    '1,000',
    '.50',
    ' ',
    '-',
    '–',
    ',',
    ';',
    '&amp;',
    '&lt;b&gt;',
    '<i>',
  ]
  const typed = fc.array(fc.oneof(fc.constantFrom(...scraps), fc.string({ maxLength: 2 })), {
    maxLength: 10,
  })
  const sent = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.oneof(fc.double(), fc.string())),
    typed.map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(sent, input => {
      const stored = storedCost(input)
      if (stored === undefined) return
      assert.equal(storedCost(stored), stored)
      const { cost, cost_details } = costOf(stored, dollars, 'en')
      const { values } = cost_details
      assert.equal(cost === '', stored === '')
      if (values.length === 1 && values[0] === stored.toLowerCase()) return
      for (const value of values) assert.match(value, /^-?(0|[1-9]\d*)(\.\d+)?$/)
      assert.deepEqual(
        values,
        [...values].sort((a, b) => Number(a) - Number(b)),
      )
    }),
    { numRuns: 5000 },
  )
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void costOf(text, dollars, 'fr')))
})
