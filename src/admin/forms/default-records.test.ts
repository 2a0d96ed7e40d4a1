import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultsOf, readDefaults } from './default-records.ts'
import { type Form, forms } from './model.ts'
import type { Row } from './records.ts'

const [event, venue] = [forms.event as Form, forms.venue as Form]
const chosen = { venue: 1, organizer: 2, category: 3, image: 4 }
const stored: Record<string, Row> = {
  venues: { id: 1, venue: 'Old harbour', status: 'publish' },
  organizers: { id: 2, organizer: 'Town', status: 'publish' },
  categories: { id: 3, name: 'Concerts' },
  images: { id: 4, title: 'leaf', url: 'https://example.org/leaf.png' },
}
const valuesFrom = (rows: Record<string, Row>) =>
  readDefaults(defaultsOf(event, chosen, forms), async ({ form: { path } }) => {
    const row = rows[path]
    // as the service refuses a record that is gone, and one that the user may not read
    if (!row) throw new Error('404')
    return row
  })

test('the records of the settings are those of a new event alone, and none is chosen at first', () => {
  const names = defaultsOf(event, chosen, forms).map(({ field, id }) => `${field.name} ${id}`)
  assert.deepEqual(names.toSorted(), ['categories 3', 'image 4', 'organizer 2', 'venue 1'])
  assert.deepEqual(defaultsOf(venue, chosen, forms), [])
  assert.deepEqual(defaultsOf(event, { venue: 0 }, forms), [])
})

test('a default record that is deleted, in the trash, or hidden from the user is left out', async () => {
  const all = await valuesFrom(stored)
  assert.deepEqual(Object.keys(all).toSorted(), ['categories', 'image', 'organizer', 'venue'])
  const { venues: _, ...rest } = stored
  const trashed = { id: 2, organizer: 'Town', status: 'trash' }
  const left = await valuesFrom({ ...rest, organizers: trashed })
  assert.deepEqual(Object.keys(left).toSorted(), ['categories', 'image'])
  assert.deepEqual(left.image, all.image)
})
