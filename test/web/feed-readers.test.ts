import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import IcalExpander from 'ical-expander'
import ical from 'node-ical'
import { type Service, startService } from '../support/service.ts'

// Feeds as programs of several families read them: one that knows zones and expands rules itself, one that knows no zone by its
// definition in the file, one that takes dates for a list and not for a set, and people’s own scripts, which expand nothing.

let site: Service
before(async () => {
  site = await startService({
    clock: '2027-01-01T10:00:00Z',
    timezone: 'Europe/Paris',
    basePath: '/wp-json',
    namespace: 'tribe/events/v1',
  })
})
after(() => site.close())

async function create(path: string, body: object) {
  const reply = await site.send('POST', path, { as: 'editor', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const hours = (start: string, end: string, timezone = 'Europe/Paris') => ({
  start_date: `2027-01-${start}`,
  end_date: `2027-01-${end}`,
  timezone,
})
async function fetched(path: string): Promise<string> {
  const reply = await site.send('GET', site.address + path)
  assert.equal(reply.status, 200, `${path}: ${reply.text}`)
  return reply.text
}

/** Starts and ends of all dates with a title, as ical-expander has them: in UTC. */
function expanded(ics: string, title: string): string[] {
  const { events, occurrences } = new IcalExpander({ ics }).all()
  const dates = [
    ...events.map(({ summary, startDate }) => ({ summary, at: startDate.toJSDate() })),
    ...occurrences.map(({ item, startDate }) => ({
      summary: item.summary,
      at: startDate.toJSDate(),
    })),
  ]
  return dates
    .filter(({ summary }) => summary === title)
    .map(({ at }) => at.toISOString().slice(0, 16))
    .toSorted()
}

/** The events of a feed as node-ical has them, by title. */
const scripted = (ics: string) =>
  Object.values(ical.sync.parseICS(ics)).filter(each => each?.type === 'VEVENT')

const valuesOf = (ics: string, name: string) =>
  ics
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter(line => new RegExp(`^${name}[;:]`).test(line))
    .flatMap(line => line.replace(/^[^:]*:/, '').split(','))

test('a series of given dates has each date once, in readers of a list as in readers of a set', async () => {
  const recurrence = ['RDATE:20270117T150000,20270124T150000']
  await create('/events', { title: 'Dates', ...hours('10 15:00', '10 16:00'), recurrence })
  const ics = await fetched('/events.ics?search=dates')
  const starts = ['2027-01-10T14:00', '2027-01-17T14:00', '2027-01-24T14:00']
  assert.deepEqual(expanded(ics, 'Dates'), starts)
  // sabre/vobject takes the start and each RDATE; ical.js takes the start from the rule, where it is not in RDATE
  assert.deepEqual(valuesOf(ics, 'RRULE'), ['FREQ=DAILY;COUNT=1'])
  const listed = [...valuesOf(ics, 'DTSTART').slice(-1), ...valuesOf(ics, 'RDATE')]
  assert.deepEqual(listed, ['20270110T150000', '20270117T150000', '20270124T150000'])
})

test('an event on a manual offset is at its hour, and its feed has only zones of the database', async () => {
  const zones: Record<string, string> = {
    'UTC-5': '2027-01-25T15:00',
    'UTC+0': '2027-01-25T10:00',
    'UTC+5:30': '2027-01-25T04:30',
  }
  for (const timezone of Object.keys(zones))
    await create('/events', { title: timezone, ...hours('25 10:00', '25 11:00', timezone) })
  const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=3'] }
  await create('/events', { title: 'Late', ...hours('25 22:00', '25 23:00', 'UTC-5'), ...weekly })
  await create('/events', {
    title: 'Early',
    ...hours('25 02:00', '25 03:00', 'UTC+5:30'),
    ...weekly,
  })
  for (const path of ['/events.ics', '/events.ics?occurrences=each', '/events/?ical=1']) {
    const ics = await fetched(path)
    for (const [title, start] of Object.entries(zones)) {
      assert.deepEqual(expanded(ics, title), [start], path)
      const [event] = scripted(ics).filter(({ summary }) => String(Object(summary).val) === title)
      assert.equal(event?.start.toISOString().slice(0, 16), start, path)
    }
    const early = ['2027-01-24T20:30', '2027-01-25T20:30', '2027-01-31T20:30']
    assert.deepEqual(expanded(ics, 'Early'), early, path)
    const named = ics.matchAll(/TZID[=:]([^\r:]+)/g).map(([, name = '']) => name)
    for (const name of new Set(named))
      assert.ok(new Intl.DateTimeFormat('en', { timeZone: name }).format(0), name)
  }
  const late = ['2027-01-26T03:00', '2027-01-27T03:00', '2027-02-02T03:00']
  assert.deepEqual(expanded(await fetched('/events/?ical=1'), 'Late'), late)
})

test('an image is found by programs that look for an attachment', async () => {
  const { default: sharp } = await import('sharp')
  const color = { r: 10, g: 20, b: 30 }
  const file = await sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
  const image = await site.send('POST', '/images', {
    as: 'editor',
    body: file,
    headers: { 'Content-Type': 'image/jpeg' },
  })
  assert.equal(image.status, 201, image.text)
  const more = { image: image.body.id }
  await create('/events', { title: 'Poster', ...hours('12 10:00', '12 11:00'), ...more })
  for (const path of ['/events.ics?search=poster', '/events/?ical=1&search=poster']) {
    const [event] = scripted(await fetched(path))
    const { attach, image } = Object(event)
    assert.equal(attach?.params.FMTTYPE, 'image/jpeg', path)
    assert.equal(attach.val, image.val, path)
  }
})

test('the subscribe URL of The Events Calendar is a calendar with an event for each date, each with an end', async () => {
  const at = hours('14 20:00', '14 20:00')
  await create('/events', { title: 'Weekly', ...at, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const query = 'post_type=tribe_events&ical=1&eventDisplay=list&tribe-bar-search=weekly'
  const entries = await ical.async.fromURL(`${site.address}/?${query}`)
  const events = Object.values(entries).filter(each => each?.type === 'VEVENT')
  const days = events.map(({ start, end, rrule }) => [
    start.toISOString().slice(0, 10),
    String(end) === String(start),
    rrule,
  ])
  assert.deepEqual(days, [
    ['2027-01-14', true, undefined],
    ['2027-01-21', true, undefined],
    ['2027-01-28', true, undefined],
  ])
  const lines = await fetched(`/?${query}`)
  assert.equal(valuesOf(lines, 'DTEND').length, 3)
})
