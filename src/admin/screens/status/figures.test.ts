import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, formatNumber } from '../../../define/text/number-formats.ts'
import { formatHits } from './figures.ts'

test('sizes and shares are written as in the language of the screens', () => {
  assert.deepEqual(
    [0, 1, 1023, 1024, 1.5 * 1024 ** 3, 4000 * 1024 ** 3].map(bytes => formatBytes(bytes, 'en-GB')),
    [
      '0\u00a0bytes',
      '1\u00a0byte',
      '1,023\u00a0bytes',
      '1\u00a0KiB',
      '1.5\u00a0GiB',
      '4,000\u00a0GiB',
    ],
  )
  assert.deepEqual(
    [0, 2, 1.5 * 1024 ** 2].map(bytes => formatBytes(bytes, 'fr-FR')),
    ['0\u00a0octet', '2\u00a0octets', '1,5\u00a0Mio'],
  )
  assert.equal(formatNumber(1_000_000, 'en-GB'), '1,000,000')
  assert.equal(formatHits({ hits: 3, misses: 1 }, 'en-GB'), '75%')
  assert.equal(formatHits({ hits: 0, misses: 0 }, 'en-GB'), undefined)
})
