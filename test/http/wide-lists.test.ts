import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Body, create, edit, in_, read, useService } from '../support/scenario.ts'

// On PostgreSQL too: the database searches these lists.

useService()

const found = async (
  path: string,
  q: string,
  list = path.split('/').at(-1) ?? '',
): Promise<string[]> =>
  (await read(path, { q, hide_empty: 0 }))[list].map(
    ({ venue, organizer, name, title }: Body) => venue ?? organizer ?? name ?? title,
  )

describe('q in a list of other records than events', () => {
  before(async () => {
    await edit('POST', '/venues', {
      venue: 'Great Hall',
      city: 'Ottawa',
      description: 'By the canal',
    })
    await edit('POST', '/venues', { venue: 'Small Hall', city: 'Lyon', phone: '555 0199' })
    await edit('POST', '/venues', { venue: 'Hidden Hall', city: 'Otawa', status: 'draft' })
    await edit('POST', '/organizers', { organizer: 'Cedar Arts', email: 'hello@cedar.example' })
    await edit('POST', '/categories', {
      name: 'Visual arts',
      description: 'Paintings',
      translations: { fr: { name: 'Arts plastiques' } },
    })
    await edit('POST', '/tags', { name: 'R&B' })
    await create({ title: 'Concert' })
  })

  test('finds each word in another field', async () => {
    assert.deepEqual(await found('/venues', 'hall ottawa canal'), ['Great Hall'])
    assert.deepEqual(await found('/venues', 'hall ottawa lyon'), [])
    assert.deepEqual((await found('/venues', 'hall')).sort(), ['Great Hall', 'Small Hall'])
    assert.deepEqual((await read('/venues', { search: 'hall ottawa' })).total, 0)
    assert.deepEqual(await found('/organizers', 'cedar example'), ['Cedar Arts'])
    assert.deepEqual(await found('/categories', 'arts visual'), ['Visual arts'])
    assert.deepEqual(await found(in_('fr', '/categories'), 'plastiques'), ['Arts plastiques'])
    assert.deepEqual(await found('/tags', 'r&b'), ['R&amp;B'])
  })

  test('tolerates one typo in a long word that no record has', async () => {
    assert.deepEqual(await found('/venues', 'otawa'), ['Great Hall'])
    assert.deepEqual(await found('/categories', 'visuel art'), ['Visual arts'])
    assert.deepEqual(await found('/organizers', 'cedra'), ['Cedar Arts'])
    assert.deepEqual(await found('/venues', 'hxll'), [])
  })

  test('neither finds nor corrects by what the caller may not see', async () => {
    // a hidden one has the word as it is written
    assert.deepEqual(await found('/venues', 'otawa'), ['Great Hall'])
    const ofEditor = await edit('GET', '/venues', undefined, { query: { q: 'otawa' } })
    assert.deepEqual([ofEditor.total, ofEditor.venues[0].venue], [1, 'Hidden Hall'])
  })

  test('goes on over the pages of the list, with other filters', async () => {
    const { total, next_rest_url } = await read('/venues', { q: 'hall', per_page: 1 })
    assert.equal(total, 2)
    assert.match(next_rest_url, /q=hall/)
    assert.equal((await read('/venues', { q: 'hall', has_events: 'true' })).total, 0)
    assert.equal((await read('/images', { q: 'anything at all' })).total, 0)
  })
})
