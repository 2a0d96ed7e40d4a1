import { plainText } from '../../../sdk/client.ts'
import type { Row } from '../../client/records.ts'

/** When an event is, as the API says it: on its own clock. */
export type When = { start_date: string; end_date: string; all_day: boolean }

/** An event as the calendar shows it. */
export type Shown = {
  id: string
  title: string
  start: string
  end: string
  allDay: boolean
  editable: boolean
  className: string
  extendedProps: { row: Row }
}

export const whenOf = (row: Row): When => ({
  start_date: String(row.start_date),
  end_date: String(row.end_date),
  all_day: row.all_day === true,
})

/** The end of what lasts whole days is the day after the last. `mayMove`: of an event that has several dates, none is moved by itself. */
export function shownOf(row: Row, mayMove: boolean): Shown {
  const { start_date, end_date, all_day } = whenOf(row)
  return {
    id: String(row.id),
    title: plainText(String(row.title ?? '')),
    start: all_day ? start_date.slice(0, 10) : start_date.replace(' ', 'T'),
    end: all_day ? nextDay(end_date.slice(0, 10), 1) : end_date.replace(' ', 'T'),
    allDay: all_day,
    editable: mayMove,
    className: [
      `is-${row.status}`,
      row.event_status === 'cancelled' || row.event_status === 'postponed' ? 'is-off' : '',
    ].join(' '),
    extendedProps: { row },
  }
}

/** Where it was put: `startStr`, `endStr` of the calendar. What came from whole days to an hour lasts two. */
export function whenAfter({
  startStr,
  endStr,
  allDay,
}: {
  startStr: string
  endStr: string
  allDay: boolean
}): When {
  const wall = (text: string) => text.slice(0, 19).replace('T', ' ')
  if (allDay) {
    const first = startStr.slice(0, 10)
    const last = endStr ? nextDay(endStr.slice(0, 10), -1) : first
    return { start_date: `${first} 00:00:00`, end_date: `${last} 23:59:59`, all_day: true }
  }
  const start = wall(startStr)
  return { start_date: start, end_date: endStr ? wall(endStr) : later(start, 2), all_day: false }
}

/** The address of the editor for an event that begins there. */
export function newAt({ start_date, end_date, all_day }: When): string {
  const params = new URLSearchParams({
    start: start_date.slice(0, 16).replace(' ', 'T'),
    end: end_date.slice(0, 16).replace(' ', 'T'),
    ...(all_day && { all_day: 'true' }),
  })
  return `/events/new?${params}`
}

const nextDay = (date: string, days: number) => iso(Date.parse(`${date}T00:00:00Z`) + days * 864e5)
const later = (wall: string, hours: number) =>
  new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + hours * 36e5)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
const iso = (at: number) => new Date(at).toISOString().slice(0, 10)

export const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const
export type ViewName = keyof typeof views

/** What a key does, as in Google Calendar; undefined where it is typed into something. */
export function actOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  return acts[event.key.toLowerCase()]
}

const acts: Partial<
  Record<string, ViewName | 'today' | 'next' | 'previous' | 'create' | 'search'>
> = {
  ...{ d: 'day', w: 'week', m: 'month', t: 'today', c: 'create', '/': 'search' },
  ...{ j: 'next', n: 'next', k: 'previous', p: 'previous' },
}
