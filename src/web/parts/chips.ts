import { publicId } from '../../define/record.ts'
import type { Locale } from '../../define/text/language.ts'
import { type Day, oftenInWeek } from '../../define/time/clock.ts'
import { type EventView, eventView } from '../../resources/index.ts'
import { eventHref } from '../listing/items.ts'
import { clock, daySeconds, formatDays } from '../shell/dates.ts'
import { html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'
import type { DatedEvent, ListedDays } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { statusMark } from './event-parts.ts'
import { langOf } from './text.ts'
import { timeTag } from './when.ts'

/** One date of an event as the month shows it. */
export type Chip = {
  event: number
  starts: number
  first: number
  last: number
  /** Classes: featured, cancelled. */
  marks: string
  /** For an event of several days: the title as a link, and as text. */
  link: string
  title: string
  /** For an event of several days: its first and last day. */
  days: string
  /** For an event of one day: its time and title, on up to two lines. */
  free: string
}

type Lists = readonly (readonly DatedEvent[])[]

/** The chips of these dates, list by list, without those that were removed meanwhile. */
export async function chipsOf(
  request: PageRequest,
  lists: Lists,
  showing: ListedDays['showing'],
): Promise<Chip[][]> {
  const dates = lists.flat()
  const context = showContextOf(request)
  const chips = new Map<number, Chip>()
  const read = await request.reading.plain({
    ids: dates.map(({ event }) => event),
    dates,
    ...(showing && { showing }),
  })
  for (const each of read)
    chips.set(publicId(each.record), chipOf(request, eventView(each, context)))
  return lists.map(dates => dates.flatMap(({ occurrence }) => chips.get(occurrence) ?? []))
}

function chipOf(request: PageRequest, event: EventView): Chip {
  const { title, starts, first, last, held } = event
  const mark = statusMark(event, request)
  const link = html`<a href="${eventHref(request, event)}"${langOf(title)}>${title.text}</a>`
  const isLong = last > first
  const time =
    event.isAllDay || isLong
      ? undefined
      : html`${timeTag(starts, event, hourOn(event, request.locale))} `
  const marks = `${event.isFeatured ? ' featured' : ''}${held === 'scheduled' ? '' : ` ${held}`}`
  const content = html`${time}${mark}${link}`.toString()
  const free = `<li class="one tall${marks}">${content}</li>`
  return {
    event: event.id,
    starts,
    first,
    last,
    marks,
    ...(isLong
      ? {
          link: content,
          title: html`${title.text}`.toString(),
          days: html`${formatDays(first, last, request.locale)}`.toString(),
          free: '',
        }
      : { link: '', title: '', days: '', free }),
  }
}

/** The hour at which it starts; on another clock than that of the site, with its offset: 8 pm (UTC−5). */
const hourOn = ({ starts, clock: other }: EventView, locale: Locale) =>
  clock(starts, locale) + (other ? ` (${other.offset})` : '')

/** An event of one day where something below has to stand in line with other days. */
export const lowOf = ({ free }: Pick<Chip, 'free'>) =>
  free.replace('<li class="one tall', '<li class="one')

/** The content of one of the few places of a day: an event of that day, a part of a longer one, or nothing. */
export type Slot =
  | { kind: 'event'; chip: Chip }
  /** `days`: over so many days of the week its name may be written, where it is written; 0 elsewhere. */
  | { kind: 'bar'; chip: Chip; isFirst: boolean; isLast: boolean; days: number }
  | { kind: 'empty' }

/**
 * `rest`: the events without a place, as far as they were read; there are more unless `isComplete`. `total` leaves out events of several weeks, which
 * stand above the grid.
 */
export type GridDay = {
  day: Day
  slots: readonly Slot[]
  rest: readonly Chip[]
  more: number
  total: number
  isComplete: boolean
}

/** The events of the month: those of several days, and for each day those that begin and end on it. */
type Grid = {
  month: Day
  /** The first day of the next month. */
  next: Day
  long: readonly Chip[]
  onDay(day: Day): { chips: readonly Chip[]; total: number }
}

/** A week has so many lines for events of several days; a day has so many places for its own events, whatever else goes on. */
const maxBars = 3
export const maxChips = 3

/** Events of several days come first in a week, each in one line of it; those of a day stand below, and in what lines are free. */
export function weekOf(first: Day, { month, next, long, onDay }: Grid): GridDay[] {
  const days = Array.from({ length: 7 }, (_, at) => first + at * daySeconds)
  const last = first + 6 * daySeconds
  // its name is written where it begins, and again in each week and month
  const isNamed = (chip: Chip, day: Day) => chip.first === day || [first, month, next].includes(day)
  const daysUntil = (chip: Chip, day: Day) => {
    const border = [month, next].find(start => day < start && start <= last)
    const end = border === undefined ? last : border - daySeconds
    return 1 + (Math.min(chip.last, end) - day) / daySeconds
  }
  const lanes = lanesOf(long.filter(chip => chip.first <= last && chip.last >= first))
  return days.map(day => {
    const isOn = (chip: Chip) => chip.first <= day && chip.last >= day
    const bars = lanes.slice(0, maxBars).map(lane => lane.find(isOn))
    const hidden = lanes.slice(maxBars).flatMap(lane => lane.find(isOn) ?? [])
    const { chips, total } = onDay(day)
    const visible = chips.slice(0, maxChips)
    const single = visible.values()
    const slots: Slot[] = bars.map(chip => {
      if (!chip) return slotOf(single.next().value)
      return {
        kind: 'bar',
        chip,
        isFirst: chip.first === day,
        isLast: chip.last === day,
        days: isNamed(chip, day) ? daysUntil(chip, day) : 0,
      }
    })
    for (const chip of single) slots.push(slotOf(chip))
    while (slots.at(-1)?.kind === 'empty') slots.pop()
    const going = bars.filter(Boolean).length
    return {
      day,
      slots,
      rest: [...hidden.filter(chip => isNamed(chip, day)), ...chips.slice(maxChips)],
      more: Math.max(0, total - going - visible.length),
      total,
      isComplete: going + hidden.length + chips.length >= total,
    }
  })
}

const slotOf = (chip: Chip | undefined): Slot =>
  chip ? { kind: 'event', chip } : { kind: 'empty' }

/** Each in the first line that is free while it lasts; what comes again and again in the week has the last lines. */
function lanesOf(inWeek: Chip[]): Chip[][] {
  const lanes: Chip[][] = []
  const times = Map.groupBy(inWeek, ({ event }) => event)
  const isOften = ({ event }: Chip) => Number((times.get(event)?.length ?? 0) >= oftenInWeek)
  for (const chip of inWeek.sort((a, b) => isOften(a) - isOften(b) || longestFirst(a, b))) {
    const free = lanes.find(lane =>
      lane.every(other => other.last < chip.first || other.first > chip.last),
    )
    if (free) free.push(chip)
    else lanes.push([chip])
  }
  return lanes
}

const longestFirst = (a: Chip, b: Chip) =>
  a.first - b.first || b.last - a.last || a.starts - b.starts
