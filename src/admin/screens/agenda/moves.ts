import { namesIn } from '../../../define/base/objects.ts'
import { plainText } from '../../../sdk/index.ts'
import type { Row } from '../../forms/records.ts'

/** When an event is, as the API says it: on its own clock. */
export type When = { start_date: string; end_date: string; all_day: boolean }

/** An event as the calendar shows it. */
type AgendaEvent = {
  id: string
  title: string
  start: string
  end: string
  allDay: boolean
  editable: boolean
  className: string
  extendedProps: { row: Row }
}

/** The look of an event: the color of its category, and the place of its clock if that is another. */
export type Look = { color?: string | undefined; zone?: string | undefined }

export const whenOf = (row: Row): When => ({
  start_date: String(row.start_date),
  end_date: String(row.end_date),
  all_day: row.all_day === true,
})

/** The end of an event of entire days is the day after the last. `mayMove`: of an event that has several dates, none is moved by itself. */
export function agendaEventOf(row: Row, mayMove: boolean, { color, zone }: Look = {}): AgendaEvent {
  const { start_date, end_date, all_day } = whenOf(row)
  return {
    id: String(row.id),
    title: plainText(String(row.title ?? '')) + (zone ? ` (${zone})` : ''),
    start: all_day ? start_date.slice(0, 10) : start_date.replace(' ', 'T'),
    end: all_day ? nextDay(end_date.slice(0, 10), 1) : end_date.replace(' ', 'T'),
    allDay: all_day,
    editable: mayMove,
    className: [
      classFor(row.id),
      `is-${row.status}`,
      color ? `has-color is-${color}` : '',
      row.event_status === 'cancelled' || row.event_status === 'postponed' ? 'is-off' : '',
    ].join(' '),
    extendedProps: { row },
  }
}

/** The class that identifies the element of an event. */
export const classFor = (id: number) => `event-${id}`

/** The event that something on the calendar belongs to. */
export function eventAt(target: Element): number | undefined {
  const names = [...(target.closest('[class*="event-"]')?.classList ?? [])]
  const [id] = names.flatMap(name => /^event-(\d+)$/.exec(name)?.[1] ?? [])
  return id === undefined ? undefined : Number(id)
}

/** The step of an event that a key moves: Shift and an arrow, by days and weeks in a month, else by days and half hours. */
export function stepOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress,
  view: ViewName,
): Step | undefined {
  if (!shiftKey || ctrlKey || metaKey || altKey) return undefined
  return steps[view === 'month' ? 'month' : 'hours'][key]
}
type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>
type Step = { days: number } | { minutes: number }

const sideways = { ArrowLeft: { days: -1 }, ArrowRight: { days: 1 } }
const steps: Record<'month' | 'hours', Partial<Record<string, Step>>> = {
  month: { ...sideways, ArrowUp: { days: -7 }, ArrowDown: { days: 7 } },
  hours: { ...sideways, ArrowUp: { minutes: -30 }, ArrowDown: { minutes: 30 } },
}

/**
 * An event is moved on its own clock, whatever the zone of the user: it begins and ends at the same hours there, also on the other side of a clock
 * change. An event of entire days is moved by days alone.
 */
export function movedWhen({ start_date, end_date, all_day }: When, step: Step): When {
  if ('minutes' in step && all_day) return { start_date, end_date, all_day }
  const hours = 'days' in step ? step.days * 24 : step.minutes / 60
  return { start_date: later(start_date, hours), end_date: later(end_date, hours), all_day }
}

/** The times after a drop: `startStr`, `endStr` of the calendar. An event moved from entire days to an hour lasts two. */
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
export const viewNames = namesIn(views)

/** The action of a key, as in Google Calendar; undefined while the user types. */
export function actOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  return acts[event.key.toLowerCase()]
}

const acts: Partial<
  Record<string, ViewName | 'today' | 'next' | 'previous' | 'create' | 'search'>
> = {
  d: 'day',
  w: 'week',
  m: 'month',
  t: 'today',
  c: 'create',
  '/': 'search',
  j: 'next',
  n: 'next',
  k: 'previous',
  p: 'previous',
}
