import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOperations } from '../admin-api/index.ts'
import { openPaths, templateOf } from './paths.ts'

const routes = ['/', '/events', '/events/:id', '/events/by-slug/:slug'].map(path => ({ path }))
const find = openPaths(routes, { id: '\\d+', slug: '[^/]+' })

test('fixed parts of a path match in any case, and parameters are captured as sent', () => {
  for (const [sent, path, captured] of [
    ['', '/', {}],
    ['Events', '/events', {}],
    ['events/012', '/events/:id', { id: '012' }],
    ['EVENTS/By-Slug/Été', '/events/by-slug/:slug', { slug: 'Été' }],
  ] as const)
    assert.deepEqual(find(sent === '' ? [] : sent.split('/')), { route: { path }, captured })
})

test('text that is not a number is not an ID, and a longer path does not match', () => {
  for (const sent of ['events/1a', 'events/', 'events/1/2', 'venues', 'events/by-slug/a/b'])
    assert.equal(find(sent.split('/')), undefined, sent)
})

test('no two operations of the admin API have one name, and each path is in lower case', () => {
  const names = Object.values(adminOperations).map(({ name }) => name)
  assert.deepEqual(names, [...new Set(names)])
  const words = Object.keys(adminOperations).map(key => templateOf(key).replace(/^[A-Z]+ /, ''))
  assert.deepEqual(
    words,
    words.map(word => word.toLowerCase()),
  )
})
