import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, create, edit, in_, send, useService } from '../support/scenario.ts'

useService()

/** The response to an empty change, plainly and in an envelope, which is written in another way. */
async function bothWays(id: number, root: (path: string) => string = path => path) {
  const sending = { as: 'editor', body: {} }
  const plain = await send('PATCH', root(`/events/${id}`), sending)
  const enveloped = await send('PATCH', root(`/events/${id}?_envelope=1`), sending)
  assert.equal(plain.status, 200, plain.text)
  assert.equal(enveloped.body.status, 200, enveloped.text)
  // The second may be another one by then.
  const timeless = (text: string) => text.replace(/("modified(?:_utc)?":)"[^"]*"/g, '$1""')
  return {
    plain: timeless(plain.text),
    enveloped: timeless(JSON.stringify(enveloped.body.body)),
    body: plain.body,
  }
}

const links = {
  categories: ['Jazz', 'Été', 'Art'],
  tags: ['outside', 'Again'],
  venue: { venue: 'Hall “A”', city: 'Lyon' },
  organizer: [{ organizer: 'One' }, { organizer: 'Two', email: 'two@example.org' }],
}

test('a write answers the same text whether parts of it were ready or not', async () => {
  const other = await edit('POST', '/venues', { venue: 'Square' })
  const events = [
    await create({}),
    await create(links),
    await create({ ...links, password: 'sesame', description: '<p>Hidden \u0001 “words”</p>' }),
    await create({ ...links, status: 'draft', title: '"\\u0001venue" is a title' }),
    await create({ translations: { fr: { title: 'Fête', description: 'Un été' } }, ...links }),
    await create({ ...links, venue: [other.id, { venue: 'Hall “A”', city: 'Lyon' }] }),
  ]
  for (const { id } of events)
    for (const root of [undefined, (path: string) => in_('fr', path)]) {
      const { plain, enveloped } = await bothWays(id, root)
      assert.equal(plain, enveloped)
    }
})

test('the writer of an event sees what not everyone sees', async () => {
  const draft = await edit('POST', '/venues', { venue: 'Unfinished', status: 'draft' })
  const created = await create({ ...links, venue: draft.id })
  assert.equal(created.venue.venue, 'Unfinished')
  const { plain, enveloped } = await bothWays(created.id)
  assert.equal(plain, enveloped)
  await edit('DELETE', `/venues/${draft.id}`)
  const without = await bothWays(created.id)
  assert.deepEqual(without.body.venue, [])
  assert.equal(without.plain, without.enveloped)
})

test('a write answers with what its links have become', async () => {
  const created = await create(links)
  const [category] = created.categories
  const before = category.count
  const twin = await create({ categories: [category.id], venue: created.venue.id })
  assert.equal(twin.categories[0].count, before + 1)
  await edit('PATCH', `/venues/${created.venue.id}`, { venue: 'Hall “B”' })
  await edit('PATCH', `/categories/${category.id}`, { name: 'Renamed' })
  const changed = await change(twin.id, { title: 'Again' })
  assert.equal(changed.venue.venue, 'Hall “B”')
  assert.equal(changed.categories[0].name, 'Renamed')
  assert.equal((await change(twin.id, { categories: [] })).categories.length, 0)
  const last = await change(created.id, { title: 'And again' })
  const [renamed] = last.categories.filter(({ id }: { id: number }) => id === category.id)
  assert.equal(renamed.count, before)
})
