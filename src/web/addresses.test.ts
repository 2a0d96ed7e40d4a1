import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('a path of slashes takes no long time, wherever they stand', () => {
  const slashes = '/'.repeat(16_000)
  const { user: before } = process.cpuUsage()
  assert.equal(match(`/a${slashes}b`), undefined)
  assert.equal(match(`/en/events${slashes}b`), undefined)
  assert.equal(adminTarget(`/admin/api/a${slashes}b`)?.route, `a${slashes}b`)
  assert.ok(process.cpuUsage().user - before < 200_000, 'more than 0.2 s')
})
