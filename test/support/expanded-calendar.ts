import assert from 'node:assert/strict'
import ICAL from 'ical.js'
import { create, read, send, service } from './scenario.ts'

/** A date as calendars show it, on the clock of its zone. */
export type PresentedDate = {
  starts: string
  ends: string
  zone: string
  title: string
  status: string
}

const wall = (time: ICAL.Time) =>
  `${String(time).slice(0, 10)} ${time.isDate ? '00:00:00' : String(time).slice(11, 19)}`

export const entriesIn = (text: string): ICAL.Component[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')

export const textOf = (entry: ICAL.Component, name: string) =>
  String(entry.getFirstPropertyValue(name))

/** The dates of the event with a UID as ical.js has them by its rule and its overrides, in order, until one that starts later. */
export function datesIn(text: string, uid: string, until: string): PresentedDate[] {
  const entries = entriesIn(text).filter(entry => textOf(entry, 'uid') === uid)
  const [master, ...others] = entries.filter(entry => !entry.hasProperty('recurrence-id'))
  assert.ok(master && others.length === 0, `one entry with the rule for ${uid}`)
  const exceptions = entries.filter(entry => entry !== master)
  const event = new ICAL.Event(master, { exceptions })
  const dates: PresentedDate[] = []
  const iterator = event.iterator()
  for (let next = iterator.next(); next && wall(next) <= until; next = iterator.next()) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    // the end of whole days is the day after the last
    const end = endDate.clone()
    if (end.isDate) end.adjust(-1, 0, 0, 0)
    dates.push({
      starts: wall(startDate),
      ends: end.isDate ? wall(end).replace('00:00:00', '23:59:59') : wall(end),
      zone: item.component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? 'UTC',
      title: String(item.summary),
      status: textOf(item.component, 'status'),
    })
  }
  return dates.sort((a, b) => (a.starts < b.starts ? -1 : 1))
}

const origin = () => new URL(service.root.plain).origin
export const page = (path: string) => send('GET', origin() + path)
/** The response to anyone. */
export const fetched = async (path: string) => {
  const reply = await page(path)
  assert.equal(reply.status, 200, `${path}: ${reply.text}`)
  return reply.text
}
export const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
export const uidOf = (id: number) => `event-${id}@${new URL(origin()).host}`

export const at = (start_date: string, end_date: string, timezone = 'Europe/Paris') => ({
  start_date,
  end_date,
  timezone,
})
export const paris = at('2027-03-07 20:00:00', '2027-03-07 22:00:00')

let created = 0
/** Creates a series, by default of Sundays. */
export async function series(recurrence: string[], more: object = {}) {
  created += 1
  return create({ title: `Series ${created}`, ...paris, recurrence, ...more })
}

type Listed = {
  id: number
  title: string
  start_date: string
  end_date: string
  utc_start_date: string
  utc_end_date: string
  timezone: string
  all_day: boolean
  event_status: string
  status: string
}

const statusOf = ({ event_status, status }: Listed) =>
  event_status === 'cancelled' ? 'CANCELLED' : status === 'draft' ? 'TENTATIVE' : 'CONFIRMED'

/** The dates of a series that the API lists, as calendars are to show them. */
export async function listedDates(id: number): Promise<PresentedDate[]> {
  const { body } = await send('GET', `/events/${id}/occurrences`, { query: { per_page: 500 } })
  return body.events.map((event: Listed) => ({
    ...timesOf(event),
    title: event.event_status === 'cancelled' ? `Cancelled: ${event.title}` : event.title,
    status: statusOf(event),
  }))
}

/** The times of a date as a file has them: those of an offset in UTC (F2). */
function timesOf(event: Listed) {
  const isOffset = event.timezone.startsWith('UTC') && !event.all_day
  return isOffset
    ? { starts: event.utc_start_date, ends: event.utc_end_date, zone: 'UTC' }
    : {
        starts: event.start_date,
        ends: event.end_date,
        zone: event.all_day ? 'UTC' : event.timezone,
      }
}

/** The file of a series has exactly the dates that the API lists; of one without end, those until the last of them. */
export async function assertAsListed(
  { id, slug }: { id: number; slug: string },
  endless?: 'endless',
): Promise<string> {
  const listed = await listedDates(id)
  assert.ok(listed.length > 0)
  const text = await fetched(`/event/${slug}.ics`)
  const until = endless ? (listed.at(-1)?.starts ?? '') : '2040'
  assert.deepEqual(datesIn(text, uidOf(id), until), listed)
  return text
}

export const dateOf = async (slug: string, occurrence: string): Promise<Listed> =>
  read(`/events/by-slug/${slug}`, { occurrence })
