import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/any-text.ts'
import { costOf, storedCost } from './cost.ts'

const dollars = { symbol: '$', position: 'prefix', code: 'USD' } as const
const euros = { symbol: '€', position: 'postfix', code: 'EUR' } as const

const seen = (sent: unknown) => {
  const { cost, cost_details } = costOf(storedCost(sent) ?? assert.fail('refused'), dollars, 'en')
  const { currency_symbol, currency_position, values } = cost_details
  return [cost, currency_symbol, currency_position, values.join(' | ')]
}

/** Sent; shown, symbol, position, values. */
type Row = [unknown, string, string, string, string]
const holds = (rows: Row[]) => {
  for (const [sent, ...output] of rows) assert.deepEqual(seen(sent), output, JSON.stringify(sent))
}

test('costs are shown as the reference shows them', () =>
  holds([
    ['', '', '', '', ''],
    [null, '', '', '', ''],
    [[], '', '', '', ''],
    ['$25', '$25', '$', 'prefix', '25'],
    ['15€', '15€', '€', 'postfix', '15'],
    ['€10', '€10', '€', 'prefix', '10'],
    ['10 EUR', '10\u00a0EUR', 'EUR', 'postfix', '10'],
    ['10', '$10', '$', 'prefix', '10'],
    [5, '$5', '$', 'prefix', '5'],
    [12.5, '$12.5', '$', 'prefix', '12.5'],
    ['10-20', '$10 – $20', '$', 'prefix', '10 | 20'],
    [['5', '10'], '$5 – $10', '$', 'prefix', '5 | 10'],
    [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', '0 | 20 | 30'],
    ['€6.50 - €8.50', '€6.50 – €8.50', '€', 'prefix', '6.50 | 8.50'],
    ['5,50 7,50', '$5,50 – $7,50', '$', 'prefix', '5.50 | 7.50'],
    ['25,55', '$25,55', '$', 'prefix', '25.55'],
    ['<b>5</b>', '$5', '$', 'prefix', '5'],
    ['donation', 'donation', '', '', 'donation'],
    ['Pay what you can', 'Pay what you can', '', '', 'pay what you can'],
  ]))

test('where the reference misreads, the amounts are right', () =>
  holds([
    ['0', 'Free', '$', 'prefix', '0'],
    [0, 'Free', '$', 'prefix', '0'],
    ['$0', 'Free', '$', 'prefix', '0'],
    ['1,000.50', '$1,000.50', '$', 'prefix', '1000.50'],
    ['1 000,50', '$1\u00a0000,50', '$', 'prefix', '1000.50'],
    ['1\u202f000,50 €', '1\u202f000,50\u00a0€', '€', 'postfix', '1000.50'],
    ['1.000,50 €', '1.000,50\u00a0€', '€', 'postfix', '1000.50'],
    ["CHF 1'000.50", "CHF\u00a01'000.50", 'CHF', 'prefix', '1000.50'],
    ['1,500,000', '$1,500,000', '$', 'prefix', '1500000'],
    ['1.000.000,5', '$1.000.000,5', '$', 'prefix', '1000000.5'],
    ['1,00,000', '$1,00,000', '$', 'prefix', '100000'],
    ['$1,500.50 - $2,000', '$1,500.50 – $2,000', '$', 'prefix', '1500.50 | 2000'],
    ['1 000 - 2 000 €', '1\u00a0000\u00a0€ – 2\u00a0000\u00a0€', '€', 'postfix', '1000 | 2000'],
    ['10,20,30', '$10 – $30', '$', 'prefix', '10 | 20 | 30'],
    ['10.50,20.50', '$10.50 – $20.50', '$', 'prefix', '10.50 | 20.50'],
    ['10, 20', '$10 – $20', '$', 'prefix', '10 | 20'],
    ['-5', '-$5', '$', 'prefix', '-5'],
    ['.50', '$.50', '$', 'prefix', '0.50'],
    ['0.500', '$0.500', '$', 'prefix', '0.500'],
    [1.125, '$1.1250', '$', 'prefix', '1.1250'],
    ['10 – 10.00', '$10', '$', 'prefix', '10'],
    ['20 10', '$10 – $20', '$', 'prefix', '10 | 20'],
  ]))

test('a currency named once applies to all amounts, two are shown as typed, and texts get none', () =>
  holds([
    ['10 - 20€', '10€ – 20€', '€', 'postfix', '10 | 20'],
    ['$10 - 20', '$10 – $20', '$', 'prefix', '10 | 20'],
    ['Free - $20', 'Free – $20', '$', 'prefix', 'free | 20'],
    ['US$ 10', 'US$\u00a010', 'US$', 'prefix', '10'],
    ['$10 / €9', '$10 / €9', '', '', '9 | 10'],
    ['From 10 € a head', 'From 10\u00a0€ a head', '€', 'postfix', '10'],
    ['Adults: $10; Kids: $5', 'Adults: $10; Kids: $5', '$', 'prefix', '5 | 10'],
    ['VIP 50 €', 'VIP 50\u00a0€', '€', 'postfix', '50'],
    ['10 euros', '10 euros', '', '', '10'],
    ['Free before 18:00', 'Free before 18:00', '', '', 'free before 18:00'],
    ['Free for under 12s', 'Free for under 12s', '', '', 'free for under 12s'],
  ]))

test('the blank before a currency stays as typed and does not break, and the site’s currency gets one', () => {
  const french = (sent: unknown) => costOf(storedCost(sent) ?? '', euros, 'fr').cost
  const rows: [unknown, string][] = [
    ['12,50 €', '12,50\u00a0€'],
    ['12,50\u202f€', '12,50\u00a0€'],
    ['12,50€', '12,50€'],
    ['10 – 20 €', '10\u00a0€ – 20\u00a0€'],
    ['Gratuit - 10 €', 'Gratuit – 10\u00a0€'],
    ['CAD 20', 'CAD\u00a020'],
    ['15 CHF', '15\u00a0CHF'],
    [10, '10\u00a0€'],
    ['12,5', '12,5\u00a0€'],
    ['0; 20', 'Gratuit – 20\u00a0€'],
    ['De 5 € à 1 000 €', 'De 5\u00a0€ à 1 000\u00a0€'],
    ['$ 10 / 9 €', '$\u00a010 / 9\u00a0€'],
  ]
  for (const [sent, output] of rows) assert.equal(french(sent), output)
  const francs = { symbol: 'CHF', position: 'prefix', code: 'CHF' } as const
  assert.equal(costOf('10', francs, 'fr').cost, 'CHF\u00a010')
})

test('X9 a word for free alone is shown in the language of the reader, and its value is the word', () => {
  for (const word of ['free', 'Free', 'FREE', 'gratuit', 'Gratuit', 'gratuite', 'GRATUIT']) {
    const { cost, amounts, cost_details } = costOf(word, euros, 'fr')
    assert.deepEqual([cost, amounts, cost_details.values], ['Gratuit', ['0'], [word.toLowerCase()]])
    assert.equal(costOf(word, euros, 'en').cost, 'Free')
  }
})

test('X8 a known currency has a symbol, a position and a code', () => {
  const currencyOf = (sent: unknown, site: Parameters<typeof costOf>[1]) => {
    const { values: _, ...details } = costOf(storedCost(sent) ?? '', site, 'en').cost_details
    return Object.values(details).join(' ')
  }
  const canada = { symbol: '$', position: 'postfix', code: 'CAD' } as const
  const sweden = { symbol: 'kr', position: 'postfix', code: 'SEK' } as const
  assert.equal(currencyOf('10', euros), '€ EUR postfix')
  assert.equal(currencyOf('free', euros), '€ EUR postfix')
  assert.equal(currencyOf('$10', euros), '$ USD prefix')
  assert.equal(currencyOf('$10', canada), '$ CAD prefix')
  assert.equal(currencyOf('£10', euros), '£ GBP prefix')
  assert.equal(currencyOf('10 EUR', canada), 'EUR EUR postfix')
  assert.equal(currencyOf('US$ 10', canada), 'US$ USD prefix')
  assert.equal(currencyOf('20 Kr', sweden), 'Kr SEK postfix')
  assert.equal(currencyOf('20 kr', euros), 'kr  postfix')
  assert.equal(currencyOf('10 euros au guichet', canada), ' EUR ')
  assert.equal(currencyOf('10 dollars à la porte', canada), ' CAD ')
  for (const sent of ['donation', 'prix libre', '', '$10 / €9', '10 € in advance, $12 at the door'])
    assert.equal(currencyOf(sent, euros), '  ', sent)
})

test('values in lower case contain no markup, and words are no amounts', () => {
  for (const sent of [
    '<\u212a onclick=alert(1)>',
    '<\u0130mg src=x onerror=alert(1)>',
    'Free <',
    '10 <\u212a>',
  ]) {
    const { amounts, cost_details } = costOf(storedCost(sent) ?? '', dollars, 'en')
    for (const value of cost_details.values) assert.doesNotMatch(value, /<[a-z]/i)
    for (const amount of amounts) assert.match(amount, /^-?\d+(\.\d+)?$/)
  }
})

test('invalid costs are refused', () => {
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
      const { cost, amounts, cost_details } = costOf(stored, dollars, 'en')
      assert.equal(cost === '', stored === '')
      assert.equal(cost_details.values.length, stored === '' ? 0 : Math.max(1, amounts.length))
      for (const amount of amounts) assert.match(amount, /^-?(0|[1-9]\d*)(\.\d+)?$/)
      assert.deepEqual(
        amounts,
        [...amounts].sort((a, b) => Number(a) - Number(b)),
      )
    }),
    { numRuns: 5000 },
  )
  fc.assert(fc.property(anyText(), text => void costOf(text, dollars, 'fr')))
})
