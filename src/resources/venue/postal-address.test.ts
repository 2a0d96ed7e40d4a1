import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressLine, addressLines } from './view.ts'

const both = (facts: object, english: string, french = english) => {
  assert.equal(addressLine({ ...facts }, 'en'), english)
  assert.equal(addressLine({ ...facts }, 'fr'), french)
}

test('a postal address is written in the order of its country', () => {
  const paris = { address: '115 rue de Bagnolet', zip: '75020', city: 'Paris', country: 'France' }
  both(paris, '115 rue de Bagnolet, 75020 Paris, France')
  const lausanne = { zip: '1003', city: 'Lausanne', country: 'Suisse' }
  both(lausanne, '1003 Lausanne, Switzerland', '1003 Lausanne, Suisse')
  const montreal = { city: 'Montréal', province: 'Québec', zip: 'H3J 0D5' }
  for (const country of ['Canada', 'CANADA', 'ca', undefined])
    both(
      { ...montreal, country },
      `Montréal, Québec H3J 0D5${country ? `, ${country}` : ''}`,
      `Montréal (Québec) H3J 0D5${country ? `, ${country}` : ''}`,
    )
  const portland = { city: 'Portland', state: 'OR', zip: '97201' }
  for (const country of ['United States', 'États-Unis'])
    both(
      { ...portland, stateprovince: 'OR', country },
      'Portland, OR 97201, United States',
      'Portland, OR 97201, États-Unis',
    )
  for (const country of ['USA', 'U.S.A.'])
    both({ ...portland, stateprovince: 'OR', country }, `Portland, OR 97201, ${country}`)
  both(portland, 'Portland, OR 97201')
  for (const country of ['UK', 'Scotland'])
    both({ city: 'Leith', zip: 'EH6 6LU', country }, `Leith EH6 6LU, ${country}`)
  both({ city: 'Leith', zip: 'EH6 6LU' }, 'Leith EH6 6LU')
  both(
    { city: 'Sydney', province: 'NSW', zip: '2000', country: 'Australie' },
    'Sydney NSW 2000, Australia',
    'Sydney NSW 2000, Australie',
  )
})

test('missing parts of an address leave no gap', () => {
  both({}, '')
  both({ city: 'Lyon' }, 'Lyon')
  both({ country: 'Canada', zip: 'H3J 0D5' }, 'H3J 0D5, Canada')
  both({ country: 'Canada', province: 'Québec', zip: 'H3J 0D5' }, 'Québec H3J 0D5, Canada')
  both({ country: 'Canada', province: 'Québec', city: 'Québec' }, 'Québec, Canada')
  both(
    { country: 'Atlantis', zip: '1', city: 'Poseidonis', province: 'West' },
    '1 Poseidonis, West, Atlantis',
  )
  assert.deepEqual(addressLines({ address: ' 1 Main St ', city: ' Bath ', zip: 'BA1 1AA' }, 'en'), [
    '1 Main St',
    'Bath BA1 1AA',
  ])
})
