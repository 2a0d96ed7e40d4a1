import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesIn } from '../../define/base/objects.ts'
import { routesOf } from '../../operations/index.ts'
import { problems } from '../../problem/index.ts'
import { placedForAdmin } from './admin-document.ts'
import { codesOf, placedAt } from './placed.ts'

const api = routesOf({ namespace: 'cal/events/v1', perPage: 10 }).flatMap(placedAt)

test('every error is stated by an operation', () => {
  const stated = codesOf([...api, ...placedForAdmin()])
  const missing = namesIn(problems).filter(code => !stated.includes(code))
  // the server itself answers what is no HTTP, and pages what was removed
  assert.deepEqual(missing, ['rest_invalid_request', 'record_removed'])
})

test('the API states no error of the admin API', () => {
  for (const code of ['session_expired', 'user_not_found', 'link_expired'] as const)
    assert.ok(!codesOf(api).includes(code), code)
})
