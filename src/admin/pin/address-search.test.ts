import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressSearch } from './address-search.ts'

test('without a source of maps the address leads to its search on another site', () => {
  const search = 'https://www.openstreetmap.org/search?query='
  assert.equal(
    addressSearch('1 place de la Comédie', 'Lyon'),
    `${search}1%20place%20de%20la%20Com%C3%A9die%2C%20Lyon`,
  )
  assert.equal(addressSearch(' ', 'Lyon'), `${search}Lyon`)
  assert.equal(addressSearch('', ' '), undefined)
})
