import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readSettings } from '../../src/config/config.ts'
import { connect } from '../../src/sdk/client.ts'
import { openService } from '../../src/service.ts'
import { addDate } from '../support/further-dates.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-dates-'))
const flags = { dataFolder: folder, logLevel: 'silent' }
const opened = await openService(readSettings({ flags, env: {}, cwd: folder }).settings)
after(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})
await opened.accounts.add({ login: 'editor', role: 'editor' })
const { secret } = await opened.accounts.issue({
  login: 'editor',
  form: 'bearer',
  name: 'tests',
  scope: 'admin',
})
const { fetch } = opened
const editor = connect(opened.root, { token: secret, fetch })
const anyone = connect(opened.root, { fetch })

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
  addDate(folder, id, 60)
  const query = { start_date: '2030-01-01', end_date: '2030-12-31' }
  for (const client of [anyone, anyone, editor]) {
    const { items, total } = await client.events.list(query)
    assert.equal(total, 3)
    assert.deepEqual(
      items.map(each => [each.id, each.start_date, each.utc_end_date, each.timezone_abbr]),
      [
        [id, '2030-02-02 10:00:00', '2030-02-02 17:00:00', 'EST'],
        [other.id, '2030-03-02 20:00:00', '2030-03-03 03:00:00', 'EST'],
        [id, '2030-04-03 10:00:00', '2030-04-03 16:00:00', 'EDT'],
      ],
    )
    const { items: later } = await client.events.list({ ...query, start_date: '2030-04-01' })
    assert.deepEqual(
      later.map(each => [each.id, each.start_date]),
      [[id, '2030-04-03 10:00:00']],
    )
    assert.equal((await client.events.read(id)).start_date, '2030-02-02 10:00:00')
  }
})
