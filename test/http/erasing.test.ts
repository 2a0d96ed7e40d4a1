import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/service.ts'

const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }

test('force=true erases a record: nothing of it is left but a line of the change log', async () => {
  const service = await startService({ clock: '2027-05-01T12:00:00Z' })
  const as = 'editor'
  const event = await service.send('POST', '/events', {
    as,
    body: {
      title: 'Zebrafish',
      description: 'Zebrafish',
      ...when,
      categories: ['Talks'],
      translations: { fr: { title: 'Zebrafish fr' } },
      venue: { venue: 'Zebrafish hall' },
      organizer: { organizer: 'Zebrafish club' },
    },
  })
  assert.equal(event.status, 201, event.text)
  const { id, venue, organizer, categories } = event.body
  const paths = [`/events/${id}`, `/venues/${venue.id}`, `/organizers/${organizer[0].id}`]
  for (const path of paths) {
    const refused = await service.send('DELETE', `${path}?force=true`, { as: 'contributor' })
    assert.equal(refused.status, 403)
  }
  assert.equal((await service.send('GET', '/events', { as })).body.total, 1)
  assert.equal((await service.send('DELETE', paths[0] as string, { as })).status, 200)
  for (const path of paths) {
    const { status, body, text } = await service.send('DELETE', `${path}?force=true`, { as })
    assert.deepEqual([status, body.deleted, text.includes('Zebrafish')], [200, true, true], text)
    assert.ok([400, 404].includes((await service.send('GET', path, { as })).status))
  }
  assert.equal(
    (await service.send('GET', '/events', { as, query: { status: 'trash' } })).body.total,
    0,
  )
  const term = await service.send('GET', `/categories/${categories[0].id}`)
  assert.equal(term.body.count, 0)
  for (const { name } of service.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  ))
    assert.doesNotMatch(JSON.stringify(service.rows(`SELECT * FROM "${name}"`)), /zebrafish/i, name)
  await service.close()
})
