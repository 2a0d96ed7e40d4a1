import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceOf } from './view.ts'

const dollar = { symbol: '$', position: 'prefix', code: 'CAD' } as const
const euro = { symbol: '€', position: 'postfix', code: 'EUR' } as const

test('a price that is an amount in a known currency is written as its reader writes it', () => {
  for (const [stored, site, english, french] of [
    ['12.5', euro, '€12.50', '12,50\u00a0€'],
    ['12,50 €', euro, '€12.50', '12,50\u00a0€'],
    ['12 €', euro, '€12', '12\u00a0€'],
    ['€1,234.50', euro, '€1,234.50', '1\u202f234,50\u00a0€'],
    ['$35 – $48', dollar, '$35 – $48', '35\u00a0$ – 48\u00a0$'],
    ['10 – 20 €', euro, '€10 – €20', '10 – 20\u00a0€'],
    ['20 10', dollar, '$10 – $20', '10 – 20\u00a0$'],
    ['Free – $30', dollar, 'Free – $30', 'Gratuit – 30\u00a0$'],
    ['0', euro, 'Free', 'Gratuit'],
    ['$12', euro, '$12', '12\u00a0$'],
    ['US$12', dollar, 'US$12', '12\u00a0$US'],
    ['CAD 12', dollar, '$12', '12\u00a0$'],
    ['CHF 20', euro, 'CHF\u00a020', '20\u00a0CHF'],
    ['1.459 €', { ...euro, symbol: '€' }, '€1,459', '1\u202f459\u00a0€'],
    ['1500 JPY', euro, 'JP¥1,500', '1\u202f500\u00a0JPY'],
  ] as const) {
    assert.equal(priceOf(stored, site, 'en-GB'), english, stored)
    assert.equal(priceOf(stored, site, 'fr-FR'), french, stored)
  }
})

test('a cost with more than amounts, or without a known currency, is shown as typed', () => {
  const unknown = { symbol: 'pts', position: 'postfix', code: '' } as const
  for (const locale of ['en-GB', 'fr-FR'] as const) {
    assert.equal(priceOf('From $10 a head', dollar, locale), 'From $10 a head')
    assert.equal(priceOf('12,50 € sur place', euro, locale), '12,50\u00a0€ sur place')
    assert.equal(priceOf('$5 or 10 €', euro, locale), '$5 or 10\u00a0€')
    assert.equal(priceOf('a <b 5', euro, locale), 'a <b 5')
    assert.equal(priceOf('12,50', unknown, locale), '12,50\u00a0pts')
    assert.equal(priceOf('', euro, locale), '')
    assert.equal(priceOf('12345678901234567890 €', euro, locale), '12345678901234567890\u00a0€')
  }
})
