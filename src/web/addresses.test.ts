import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn } from '../../test/support/growth.ts'
import { adminTarget } from '../http/admin-api/admin-target.ts'
import { openAddresses } from './addresses.ts'

const { match } = openAddresses('fr')

test('slashes that double or end a path do not change its place', () => {
  for (const path of ['/en/events', '/EN//events/', '/en/events//']) {
    const { isOther, ...place } = match(path) ?? assert.fail(path)
    assert.deepEqual(place, { name: 'events', language: 'en', params: {} }, path)
    assert.equal(isOther, false)
  }
  assert.deepEqual(
    ['/', '/en', '/fr', '///', '/entrance'].map(path => match(path)?.language),
    ['fr', 'en', 'fr', 'fr', undefined],
  )
})

test('a path of slashes takes no long time, wherever they stand', async () => {
  const slashes = (size: number) => '/'.repeat(size)
  await linearIn(40_000, slashes, all => {
    assert.equal(match(`/a${all}b`), undefined)
    assert.equal(match(`/en/events${all}b`), undefined)
    assert.equal(adminTarget(`/admin/api/a${all}b`)?.route, `a${all}b`)
  })
})
