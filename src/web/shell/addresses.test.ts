import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn } from '../../../test/support/growth.ts'
import { adminTarget } from '../../http/index.ts'
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

test('a term has its page, its feeds and its views behind its parents, as The Events Calendar writes them', () => {
  const placeOf = (path: string) => {
    const { name, params, isOther, filter } = match(path) ?? assert.fail(path)
    return [name, params.slug ?? params.month ?? params.day, isOther, filter?.join('=')]
  }
  const places: Record<string, unknown[]> = {
    '/en/events/category/books/': ['category', 'books', false, undefined],
    '/en/events/category/arts/books/': ['category', 'books', true, undefined],
    '/en/events/category/arts/fine/books/feed/': ['categoryRss', 'books', true, undefined],
    '/en/events/category/arts/books/ical/': ['categoryIcal', 'books', true, undefined],
    '/en/events/category/music/list/': ['list', undefined, true, 'categories=music'],
    '/en/events/category/arts/books/month/2027-03/': ['month', '2027-03', true, 'categories=books'],
    '/en/events/tag/free/today/': ['today', undefined, true, 'tags=free'],
    '/evenements/categorie/arts/livres/': ['category', 'livres', true, undefined],
    '/evenements/categorie/arts/liste/2027-03-01': [
      'listFrom',
      '2027-03-01',
      true,
      'categories=arts',
    ],
    '/events/category/arts/books/': ['category', 'books', true, undefined],
  }
  for (const [path, place] of Object.entries(places)) assert.deepEqual(placeOf(path), place, path)
  assert.equal(match(`/en/events/category/${'a/'.repeat(20)}`), undefined)
  assert.equal(match('/en/event/a/b/c/'), undefined)
})

test('a path of slashes takes no long time, wherever they stand', async () => {
  const slashes = (size: number) => '/'.repeat(size)
  await linearIn(40_000, slashes, all => {
    assert.equal(match(`/a${all}b`), undefined)
    assert.equal(match(`/en/events${all}b`), undefined)
    assert.equal(adminTarget(`/admin/api/a${all}b`)?.route, `a${all}b`)
  })
})
