import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishDue } from '../../src/calendar/schedule/schedule.ts'
import { openDataFolder } from '../../src/main.ts'
import {
  type Body,
  change,
  create,
  ids,
  read,
  service,
  tenToNoon,
  until,
  useService,
} from '../support/scenario.ts'
import { restart, settingsFor, startService } from '../support/service.ts'

// On PostgreSQL too: processes learn of writes by its notifications.

useService()

test('a scheduled record is hidden until its date, and public after it', async () => {
  let own = await startService({ clock: '2027-05-01T12:00:00Z', timezone: 'Europe/Paris' })
  try {
    const body = {
      title: 'Announced',
      ...tenToNoon,
      status: 'publish',
      date: '2027-05-02 09:00:00',
      categories: ['News'],
    }
    const { body: event } = await own.send('POST', '/events', { as: 'editor', body })
    assert.deepEqual([event.status, event.date_utc], ['future', '2027-05-02 07:00:00'])
    const total = async () => (await own.send('GET', '/events')).body.total
    const count = async () =>
      (await own.send('GET', `/categories/${event.categories[0].id}`)).body.count
    assert.deepEqual(
      [(await own.send('GET', `/events/${event.id}`)).status, await total(), await count()],
      [403, 0, 0],
    )

    // Another process, a day later.
    const later = await openDataFolder(
      settingsFor(own.settings.dataFolder, { clock: '2027-05-02T06:59:00Z' }),
    )
    assert.equal(await publishDue(later.context), 0)
    await later.close()
    own = await restart(own, { clock: '2027-05-02T07:00:01Z' })
    await until(async () => assert.deepEqual([await total(), await count()], [1, 1]))
    const { body: now } = await own.send('GET', `/events/${event.id}`)
    assert.deepEqual(
      [now.status, now.slug, now.date],
      ['publish', 'announced', '2027-05-02 09:00:00'],
    )
  } finally {
    await own.close()
  }
})

test('a service that runs learns of what another process published', async () => {
  const body = { title: 'By another process', ...tenToNoon, date: '2027-05-02 09:00:00' }
  const events = [await create(body), await create({ ...body, title: 'And another' })]
  const include = ids(events).join()
  assert.equal((await read('/events', { include })).total, 0)
  const { context, close } = await openDataFolder({
    ...service.settings,
    clock: '2027-06-01T00:00:00Z',
  })
  assert.equal(await publishDue(context), 2)
  await close()
  await until(async () => assert.equal((await read('/events', { include })).total, 2))
})

test('a date that has passed publishes at once; a draft waits for its editor', async () => {
  assert.equal((await create({ status: 'future', date: '2027-04-01' })).status, 'publish')
  const draft = await create({ status: 'draft', date: '2027-06-01' })
  assert.deepEqual([draft.status, draft.date_utc], ['draft', '0000-00-00 00:00:00'])
  const waiting = await change(draft.id, { status: 'future', date: '2027-06-01 10:00:00' })
  assert.deepEqual([waiting.status, waiting.date_utc], ['future', '2027-06-01 08:00:00'])
})

test('a draft is dated when it is published, unless its date was sent', async () => {
  const own = await startService({ clock: '2027-05-01T12:00:00Z', timezone: 'Europe/Paris' })
  const edit = { context: 'edit' }
  try {
    const write = async (method: string, path: string, body: object): Promise<Body> => {
      const { body: written } = await own.send(method, path, { as: 'editor', body })
      return (await own.send('GET', `/events/${written.id}`, { as: 'editor', query: edit })).body
    }
    const createRecord = (body: object) =>
      write('POST', '/events', { title: 'Draft', ...tenToNoon, status: 'draft', ...body })
    const dates = ({ date, date_utc, editing }: Body) => [date, date_utc, editing.facts.is_undated]
    const first = '2027-05-01 14:00:00'
    const zeros = '0000-00-00 00:00:00'
    const drafts = [
      await createRecord({}),
      await createRecord({ status: 'pending' }),
      await createRecord({}),
    ]
    assert.deepEqual(drafts.map(dates), [
      [first, zeros, true],
      [first, zeros, true],
      [first, zeros, true],
    ])
    const typed = await createRecord({ date: '2027-04-01 10:00:00' })
    assert.deepEqual(dates(typed), ['2027-04-01 10:00:00', zeros, false])
    own.clock.advance(86_400)
    const [draft, pending, late] = ids(drafts)
    const second = ['2027-05-02 14:00:00', '2027-05-02 12:00:00', false]
    const patch = (id: number | undefined, body: object) => write('PATCH', `/events/${id}`, body)
    assert.deepEqual(dates(await patch(draft, { excerpt: 'More' })), [first, zeros, true])
    assert.deepEqual(dates(await patch(draft, { status: 'publish' })), second)
    assert.deepEqual(dates(await patch(pending, { status: 'private' })), second)
    assert.deepEqual(dates(await patch(typed.id, { status: 'publish' })), [
      '2027-04-01 10:00:00',
      '2027-04-01 08:00:00',
      false,
    ])
    // a date that was sent and taken back is none
    await patch(late, { date: '2027-06-01' })
    assert.deepEqual(dates(await patch(late, { date: null }))[2], true)
    own.clock.advance(86_400)
    const { status, date } = await patch(late, { status: 'publish' })
    assert.deepEqual([status, date], ['publish', '2027-05-03 14:00:00'])
    // once it was published, the date stays
    await patch(draft, { status: 'draft' })
    assert.deepEqual(dates(await patch(draft, { status: 'publish' })), second)
  } finally {
    await own.close()
  }
})
