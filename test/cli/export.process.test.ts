import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import ICAL from 'ical.js'
import { connect } from '../../src/sdk/client.ts'
import { openService } from '../../src/service.ts'
import { openExport } from '../../src/transfer/exports.ts'
import { ofNoMachine } from '../support/of-no-machine.ts'
import { settingsFor } from '../support/service.ts'
import { almanac, bin, calendarIn, isLinux, newFolder } from './command.ts'

const count = 450
const zones = ['Europe/Paris', 'America/Toronto', 'UTC']

const cwd = newFolder()
const settings = settingsFor(join(cwd, 'data'))
before(fill)

/** More events than are read at once, in several zones and years, and a series. No test changes them. */
async function fill() {
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
  await create({
    title: 'A council',
    start_date: '0325-05-20',
    end_date: '0325-07-25',
    all_day: true,
  })
  await close()
}

test('an iCalendar export has every public event once, and each zone once, however many there are', async () => {
  const { code, err } = await almanac(['export', 'ics', 'out.ics'], { cwd })
  assert.equal(code, 0, err)
  const parsed = new ICAL.Component(ICAL.parse(readFileSync(join(cwd, 'out.ics'), 'utf8')))
  const titles = parsed
    .getAllSubcomponents('vevent')
    .map(event => String(event.getFirstPropertyValue('summary')))
  assert.equal(titles.length, count + 2)
  assert.equal(new Set(titles).size, count + 2)
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

test('an export by a filter has each event of the list once, in its order, whatever the parameters', async () => {
  const site = { given: new Set<string>(), replaces: false }
  const { fetch, root, close } = await openService(settings)
  const { events } = connect(root, { fetch })
  const listed: string[] = []
  const query = { start_date: '2031-01-01', end_date: '9999-12-31', per_page: 50 } as const
  for await (const { title } of events.all(query)) listed.push(title)
  await close()
  const titlesOf = async (filter: string) => {
    const some = await openExport(settings, site, { format: 'ndjson', filter })
    let text = ''
    for await (const part of some.stream) text += part
    await some.close()
    const lines = text.split('\n').slice(0, -1)
    return lines.map(line => String(JSON.parse(line).title))
  }
  assert.ok(listed.length > 200)
  assert.deepEqual(await titlesOf('start_date=2031-01-01'), listed)
  assert.equal((await titlesOf('status[]=draft&status[]=publish')).length, count + 3)
  assert.deepEqual(await titlesOf('search=choir'), ['Choir'])
  assert.deepEqual(await titlesOf('search=council'), ['A council'])
  const french = await almanac(['export', 'ics', '-', '--filter', 'ml_language=fr'], { cwd })
  assert.equal(french.code, 0, french.err)
  assert.equal(french.out.match(/BEGIN:VEVENT/g)?.length, count + 2)
  const refused = await almanac(['export', 'csv', '-', '--filter', 'status=none'], { cwd })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /Invalid parameter: status/)
})

test('a filter that is wrong is refused in the language of the command, in every format', async () => {
  const empty = { cwd: await calendarIn(newFolder()) }
  const refusals = {
    en: 'Invalid parameters: start_date, status',
    fr: 'Paramètres non valides : start_date, status',
  }
  for (const format of ['csv', 'ics', 'ndjson'])
    for (const [language, message] of Object.entries(refusals)) {
      // the language of the texts is another matter
      const filter = 'status=none&start_date=never&ml_language=en'
      const args = ['export', format, '-', '--filter', filter, '--lang', language]
      const refused = await almanac(args, empty)
      assert.equal(refused.code, 1)
      assert.equal(refused.err.trim(), message, format)
      assert.equal(refused.out, '', `${format}: nothing is written before`)
      const { err } = await almanac([...args, '--json'], empty)
      assert.deepEqual(JSON.parse(err), { error: { code: 'rest_invalid_param', message } }, format)
    }
})

test('an export into a folder that is not there says so', async () => {
  const { code, err } = await almanac(['export', 'csv', 'nowhere/events.csv'], { cwd })
  assert.deepEqual([code, err], [1, 'There is no folder nowhere.\n'])
})

test('an export begins in a process of a small nursery that returns freed memory', {
  skip: !isLinux,
}, async () => {
  const env = { PATH: process.env.PATH ?? '', ...ofNoMachine }
  const child = spawn(process.execPath, [bin, 'export', 'ndjson', '-'], { cwd, env })
  try {
    // more than a pipe holds is still to come: the process waits
    await once(child.stdout, 'readable')
    assert.match(readFileSync(`/proc/${child.pid}/environ`, 'utf8'), /MALLOC_ARENA_MAX=2/)
    assert.match(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8'), /--max-semi-space-size=4/)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})
