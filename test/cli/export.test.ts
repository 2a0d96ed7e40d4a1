import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { connect } from '../../src/sdk/client.ts'
import { openService } from '../../src/service.ts'
import { openExport } from '../../src/transfer/exports.ts'
import { settingsFor } from '../support/service.ts'
import { almanac, newFolder } from './command.ts'

const count = 450
const zones = ['Europe/Paris', 'America/Toronto', 'UTC']

/** More events than are read at once, in several zones and years, and a series. */
async function calendar() {
  const cwd = newFolder()
  const settings = settingsFor(join(cwd, 'data'))
  const { fetch, root, accounts, close } = await openService(settings)
  await accounts.add({ login: 'ada', role: 'administrator', password: 'a long password' })
  const { secret } = await accounts.issue({
    login: 'ada',
    form: 'bearer',
    name: 'x',
    scope: 'admin',
  })
  const { events } = connect(root, { fetch, token: secret })
  const create = (of: object) => events.create({ status: 'publish', ...of } as never)
  const tasks = Array.from({ length: count }, (_, n) => {
    const day = `${2030 + (n % 4)}-0${1 + (n % 9)}-10`
    const dates = { start_date: `${day} 10:00`, end_date: `${day} 11:00` }
    return create({ title: `Event ${n}`, timezone: zones[n % 3], ...dates })
  })
  await Promise.all(tasks)
  const dates = { start_date: '2030-01-06 20:00', end_date: '2030-01-06 22:00' }
  await create({ title: 'Choir', ...dates, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] })
  await create({ title: 'A draft', ...dates, status: 'draft' })
  await close()
  return { cwd, settings }
}

test('an iCalendar export has every public event once, and each zone once, however many there are', async () => {
  const { cwd, settings } = await calendar()
  const { code, err } = await almanac(['export', 'ics', 'out.ics'], { cwd })
  assert.equal(code, 0, err)
  const parsed = new ICAL.Component(ICAL.parse(readFileSync(join(cwd, 'out.ics'), 'utf8')))
  const titles = parsed
    .getAllSubcomponents('vevent')
    .map(event => String(event.getFirstPropertyValue('summary')))
  assert.equal(titles.length, count + 1)
  assert.equal(new Set(titles).size, count + 1)
  assert.ok(titles.includes('Choir') && !titles.includes('A draft'))
  const named = parsed
    .getAllSubcomponents('vtimezone')
    .map(zone => String(zone.getFirstPropertyValue('tzid')))
  assert.deepEqual(named.toSorted(), ['America/Toronto', 'Europe/Paris'])
  // every year of an event is in its zone
  for (const zone of parsed.getAllSubcomponents('vtimezone'))
    for (const year of [2030, 2033])
      assert.ok(
        zone
          .getAllSubcomponents()
          .some(each => String(each.getFirstPropertyValue('dtstart')).startsWith(String(year))),
        `${year}`,
      )
  const site = { given: new Set<string>(), replaces: false }
  const some = await openExport(settings, site, { format: 'ics', filter: 'search=choir' })
  let text = ''
  for await (const part of some.stream) text += part
  await some.close()
  assert.equal(text.match(/BEGIN:VEVENT/g)?.length, 1)
})

test('a stream of an export begins before the events are read', async () => {
  const { settings } = await calendar()
  const site = { given: new Set<string>(), replaces: false }
  for (const format of ['ics', 'csv', 'ndjson', 'archive'] as const) {
    const { stream, close } = await openExport(settings, site, { format })
    let bytes = 0
    for await (const part of stream) {
      bytes = part.length
      break
    }
    assert.ok(bytes > 0 && bytes < 100_000, `${format}: ${bytes}`)
    await close()
  }
})
