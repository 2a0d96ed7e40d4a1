import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engineName, openRows } from '../support/engine.ts'
import { restart, type Service, startService } from '../support/service.ts'

// On PostgreSQL too: its JSON is stricter.

const when = {
  start_date: '2027-03-10 10:00:00',
  end_date: '2027-03-10 11:00:00',
  timezone: 'UTC',
}
const links = { venue: [], organizer: [], category: [], tag: [] }
/** An event as the first databases had it. */
const at = { event: 1, starts: 1, ends: 2, utc_starts: 1, utc_ends: 2, status: 'publish' }

/** Contents of a line from another version, or from a person. */
const strange = [
  '{',
  'null',
  '[]',
  '0',
  '{"was":null,"is":null}',
  '{"is":{"facts":null}}',
  { is: { at, links } },
  { was: { at, links }, is: { at, links } },
  { was: { at, links } },
  { is: { facts: { status: 'publish' } } },
  { was: {}, is: { facts: {}, dates: 3, links } },
  { seen: 'all' },
  { seen: [1, 2] },
  { counted: 5 },
  { counted: [null] },
  { settings: 7 },
  { restored: {} },
  { returned: 'yes' },
  { seen: [{ status: 5 }, { author: 'x' }] },
].map(detail => (typeof detail === 'string' ? detail : JSON.stringify(detail)))

const kinds = ['event', 'venue', 'category', 'image', 'user', 'setting', 'nothing']

let service: Service
before(async () => {
  service = await startService({ clock: '2027-03-01T12:00:00Z' })
})
after(() => service.close())

const readers = [
  '/events.ics',
  '/fr/evenements.ics',
  '/events.rss',
  '/events.csv',
  '/events/',
  '/fr/evenements/',
  '/cal/events/v1/events',
  '/cal/events/v1/venues',
  '/admin/api/activity',
]

/** The responses of each reader of the journal, for a user with its rights. */
async function all(): Promise<string[]> {
  const answers: string[] = []
  for (const path of readers) {
    const isActivity = path.includes('/admin/')
    const { status, text } = await service.send('GET', service.address + path, {
      as: isActivity ? 'administrator' : 'anonymous',
    })
    answers.push(`${path} ${status} ${isActivity || text.includes('Jazz')}`)
  }
  return answers
}

test('feeds, lists, pages and the activity go on whatever lines of the journal say', async () => {
  const body = { title: 'Jazz', ...when, description: 'one' }
  const { body: event } = await service.send('POST', '/events', { as: 'editor', body })
  const removed = await service.send('POST', '/events', { as: 'editor', body })
  await service.send('DELETE', `/events/${removed.body.id}`, { as: 'editor' })
  const expected = await all()
  assert.deepEqual(
    expected.filter(answer => !/ 200 /.test(answer)),
    [],
  )
  const database = openRows(service.settings, { mayWrite: true })
  async function write(verb: string, kind: string, detail: string) {
    await database.rows(
      `INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail)
        VALUES (1803902400, 1, ?, ?, ?, 'en', 2, ?)`,
      ...[verb, kind, event.id, detail],
    )
  }
  for (const kind of kinds)
    for (const detail of strange)
      for (const verb of ['create', 'change', 'remove']) await write(verb, kind, detail)
  assert.deepEqual(await all(), expected)
  // read by a process that has not heard of them one by one
  service = await restart(service)
  assert.deepEqual(await all(), expected)
  // and all is followed as before
  await service.send('PATCH', `/events/${event.id}`, { as: 'editor', body: { title: 'Folk' } })
  const { body: list } = await service.send('GET', '/events')
  assert.deepEqual(
    list.events.map(({ title }: { title: string }) => title),
    ['Folk'],
  )
  await database.close()
})

test('versions that are not understood are left out with those before them, and the others come back', async () => {
  const body = { title: 'First', ...when }
  const { body: event } = await service.send('POST', '/events', { as: 'editor', body })
  for (const title of ['Second', 'Third', 'Fourth'])
    await service.send('PATCH', `/events/${event.id}`, { as: 'editor', body: { title } })
  const versions = `${service.address}/admin/api/events/${event.id}/versions`
  const count = async () => {
    const { status, body } = await service.send('GET', versions, { as: 'editor' })
    return [status, body.versions?.length]
  }
  assert.deepEqual(await count(), [200, 4])
  const database = openRows(service.settings, { mayWrite: true })
  for (const previous of [
    '{',
    'null',
    '{"facts":[1]}',
    '{"texts":{"en":5}}',
    '{"links":{"tag":"a"}}',
  ]) {
    await database.rows(
      'UPDATE replaced SET before = ? WHERE id = ? AND version = 2',
      previous,
      event.id,
    )
    assert.deepEqual(await count(), [200, 2])
  }
  await database.close()
})

test('lines of a database of an earlier version are written as today when it is first opened', async () => {
  await service.stop()
  const database = openRows(service.settings, { mayWrite: true })
  const { rows } = database
  const detail = JSON.stringify({ was: { at, links }, is: { at, links }, counted: [[1, 2]] })
  await rows(
    `INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail)
      VALUES (1803902401, 1, 'change', 'event', 1, 'en', 2, ?)`,
    detail,
  )
  if (engineName === 'sqlite') await rows('PRAGMA user_version = 5')
  else await rows("UPDATE note SET value = '1' WHERE key = 'version'")
  service = await restart({ ...service, stop: async () => {} })
  const [line] = await rows<{ detail: string }>(
    // there may be lines of other writes in the same second
    "SELECT detail FROM journal WHERE instant = 1803902401 AND kind = 'event' AND version = 2",
  )
  await database.close()
  const { event, status, ...date } = at
  const state = { facts: { event, status }, dates: [{ id: event, ...date }], links }
  assert.deepEqual(JSON.parse(line?.detail ?? ''), { was: state, is: state, counted: [[1, 2]] })
})
