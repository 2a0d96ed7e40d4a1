import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyIn } from '../define/text/number-formats.ts'
import { firstSite } from './index.ts'

test('a first start has the language, the regions and the currency of the terminal', () => {
  const of = (language: 'en' | 'fr', locale: string) => {
    const {
      currencyCode = '',
      englishRegion = 'en-GB',
      frenchRegion = 'fr-FR',
    } = firstSite(language, locale)
    const { symbol, position } = currencyIn(
      { en: englishRegion, fr: frenchRegion }[language],
      currencyCode,
    )
    return [currencyCode, symbol, position].join(' ')
  }
  assert.equal(of('fr', 'fr_FR.UTF-8'), 'EUR € postfix')
  assert.equal(of('fr', 'fr_CA.UTF-8'), 'CAD $ postfix')
  assert.equal(of('fr', 'fr_CH.UTF-8'), 'CHF CHF postfix')
  assert.equal(of('en', 'en_GB.UTF-8'), 'GBP £ prefix')
  assert.equal(of('en', 'en_CA'), 'CAD $ prefix')
  assert.equal(of('fr', ''), 'EUR € postfix')
  const regions = (language: 'en' | 'fr', locale: string) => {
    const { englishRegion, frenchRegion } = firstSite(language, locale)
    return [englishRegion, frenchRegion]
  }
  assert.deepEqual(regions('fr', 'fr_CA.UTF-8'), ['en-CA', 'fr-CA'])
  assert.deepEqual(regions('fr', 'fr_CH.UTF-8'), [undefined, 'fr-CH'])
  assert.deepEqual(regions('en', 'en_US.UTF-8'), ['en-US', undefined])
  assert.deepEqual(regions('fr', 'fr_FR.UTF-8'), [undefined, undefined])
  for (const locale of ['', 'C.UTF-8', 'POSIX', 'en_ZZ.UTF-8', 'de_DE.UTF-8'])
    assert.deepEqual(firstSite('en', locale), { language: 'en' }, locale)
})
