import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readSettings } from '../../src/config/config.ts'
import { type Client, connect } from '../../src/sdk/client.ts'
import { openService } from '../../src/service.ts'
import { addDate } from '../support/further-dates.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-dates-'))
let opened: Awaited<ReturnType<typeof openService>>
let editor: Client
let anyone: Client
before(async () => {
  const flags = { dataFolder: folder, logLevel: 'silent' }
  opened = await openService(readSettings({ flags, env: {}, cwd: folder }).settings)
  await opened.accounts.add({ login: 'editor', role: 'editor' })
  const { secret } = await opened.accounts.issue({
    login: 'editor',
    form: 'bearer',
    name: 'tests',
    scope: 'admin',
  })
  const { fetch, root } = opened
  editor = connect(root, { token: secret, fetch })
  anyone = connect(root, { fetch })
})
after(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})

test('an event with two dates is listed on each, with that date, to anyone and to its editors', async () => {
  const { id } = await editor.events.create({
    title: 'Market',
    timezone: 'America/New_York',
    start_date: '2030-02-02 10:00:00',
    end_date: '2030-02-02 12:00:00',
  })
  const other = await editor.events.create({
    title: 'Concert',
    timezone: 'America/New_York',
    start_date: '2030-03-02 20:00:00',
    end_date: '2030-03-02 22:00:00',
  })
  const second = addDate(folder, id, 60)
  const query = { start_date: '2030-01-01', end_date: '2030-12-31' }
  for (const client of [anyone, anyone, editor]) {
    const { items, total } = await client.events.list(query)
    assert.equal(total, 3)
    const first = items[0]?.id
    assert.notEqual(first, id)
    assert.deepEqual(
      items.map(each => [each.id, each.start_date, each.utc_end_date, each.timezone_abbr]),
      [
        [first, '2030-02-02 10:00:00', '2030-02-02 17:00:00', 'EST'],
        [other.id, '2030-03-02 20:00:00', '2030-03-03 03:00:00', 'EST'],
        [second, '2030-04-03 10:00:00', '2030-04-03 16:00:00', 'EDT'],
      ],
    )
    const { items: later } = await client.events.list({ ...query, start_date: '2030-04-01' })
    assert.deepEqual(
      later.map(each => [each.id, each.start_date]),
      [[second, '2030-04-03 10:00:00']],
    )
    assert.equal((await client.events.read(id)).start_date, '2030-02-02 10:00:00')
  }
})

test('a further date has all that its event shows, and follows its changes', async () => {
  const venue = await editor.venues.create({ venue: 'Hall', city: 'Bern' })
  const { id } = await editor.events.create({
    title: 'Choir',
    translations: { fr: { title: 'Chœur' } },
    description: 'Come & sing.',
    start_date: '2031-02-02 10:00:00',
    end_date: '2031-02-02 12:00:00',
    categories: ['Music', 'Amateurs'],
    venue: venue.id,
  })
  for (const number of [1, 2]) addDate(folder, id, 7 * number)
  const query = { start_date: '2031-01-01', end_date: '2031-12-31' }
  const listed = async () => {
    const { items } = await anyone.events.list(query)
    assert.deepEqual(items, (await editor.events.list(query)).items)
    return items
  }
  const items = await listed()
  assert.deepEqual(
    items.map(each => each.start_date),
    ['2031-02-02 10:00:00', '2031-02-09 10:00:00', '2031-02-16 10:00:00'],
  )
  const [, date] = items
  assert.deepEqual([date?.series, date?.original_start], [id, '2031-02-09 10:00:00'])
  assert.match(date?.url ?? '', /\/event\/choir\/2031-02-09\/$/)
  assert.match(date?.rest_url ?? '', new RegExp(`/events/${date?.id}$`))
  assert.match(date?.translations.fr?.url ?? '', /\/evenement\/choeur\/2031-02-09\/$/)

  await editor.venues.change(venue.id, { venue: 'Old hall' })
  for (const each of await listed()) assert.equal([each.venue].flat()[0]?.venue, 'Old hall')
  await editor.events.change(id, { title: 'Great choir' })
  assert.deepEqual(
    (await listed()).map(each => each.title),
    ['Great choir', 'Great choir', 'Great choir'],
  )
  await editor.events.change(id, { password: 'secret' })
  for (const each of (await anyone.events.list(query)).items)
    assert.deepEqual([each.description, each.venue], ['', []])
})
