import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainTarget } from '../request/request.ts'

const cases: Record<string, [sent: string, plain: string][]> = {
  '/wp-json': [
    ['/wp-json/tribe/events/v1/events?a=1', '/wp-json/tribe/events/v1/events?a=1'],
    ['//wp-json/tribe/events/v1', '/wp-json/tribe/events/v1'],
    ['///', '/'],
    ['http://calendar.example/wp-json/x?y', '/wp-json/x?y'],
    ['http://calendar.example', '/'],
    ['http://calendar.example?rest_route=/', '/wp-json/'],
    ['*', '*'],
    ['http://other.example/wp-json/x', 'http://other.example/wp-json/x'],
    ['/?rest_route=/', '/wp-json/'],
    ['/?rest_route=', '/wp-json/'],
    ['/?rest_route=/tribe/events/v1/events', '/wp-json/tribe/events/v1/events'],
    [
      '/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents&page=2',
      '/wp-json/tribe/events/v1/events?page=2',
    ],
    [
      '/?page=2&rest_route=tribe/events/v1/events&a=b',
      '/wp-json/tribe/events/v1/events?page=2&a=b',
    ],
    ['//?rest_route=//tribe', '/wp-json/tribe'],
    ['/fr/?rest_route=/tribe', '/fr/wp-json/tribe'],
    ['/fr?rest_route=/tribe', '/fr/wp-json/tribe'],
    ['/?rest_route=/a&rest_route=/b', '/wp-json/b'],
    ['/?rest_route=/by-slug/a%3Fb%20c+d', '/wp-json/by-slug/a%3Fb%20c%20d'],
    ['/?rest_route=/a?b', '/wp-json/a%3Fb'],
    ['/?rest_route=/%zz', '/wp-json/%zz'],
    ['/index.php/wp-json/tribe?x=1', '/wp-json/tribe?x=1'],
    ['/en/index.php/wp-json/tribe', '/en/wp-json/tribe'],
    ['/index.php?rest_route=/tribe&x=1', '/wp-json/tribe?x=1'],
    ['/index.php', '/'],
    ['/index.phpx', '/index.phpx'],
    ['/wp-json/tribe?rest_route=/x', '/wp-json/tribe?rest_route=/x'],
    ['/entrance?rest_route=/x', '/entrance?rest_route=/x'],
    ['/?xrest_route=/x', '/?xrest_route=/x'],
    ['/?a=1', '/?a=1'],
  ],
  '': [
    ['//cal/events/v1/events', '/cal/events/v1/events'],
    ['http://calendar.example/cal', '/cal'],
    ['/?rest_route=/cal/events/v1', '/?rest_route=/cal/events/v1'],
    ['/index.php/cal', '/index.php/cal'],
  ],
}

for (const [basePath, list] of Object.entries(cases))
  test(`under ${basePath || 'no base path'} a target is one plain path, and stays so`, () => {
    for (const [sent, plain] of list) {
      assert.equal(plainTarget(sent, basePath, 'Calendar.example'), plain, sent)
      assert.equal(plainTarget(plain, basePath), plain, plain)
    }
  })

test('a long target takes no long time', () => {
  const parts = '/?'.padEnd(16_000, 'a&')
  assert.equal(plainTarget(parts, '/wp-json'), parts)
  assert.equal(plainTarget('/'.repeat(16_000), '/wp-json'), '/')
})
