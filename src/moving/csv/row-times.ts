import type { FieldError } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import { type Clocks, clocksIn } from '../times/clocks.ts'
import { dayNumber, daysAfter } from '../times/days.ts'
import { type DayReading, type Moment, momentIn } from '../times/moments.ts'
import { isFormula, isPrivate, unguarded } from './cells.ts'
import type { Column } from './columns.ts'
import {
  type Cell,
  comingYear,
  dayAbove,
  eachDay,
  endLeftOut,
  endsBefore,
  firstOfSeveral,
  midnightAfter,
  noStart,
  noSuchDay,
  notAStart,
  openHour,
  otherWeekday,
} from './table-notes.ts'

/** The days above a row, for those that have none of their own. */
export type DaysAbove = { days?: Pick<Moment, 'day' | 'lastDay'> | undefined }

type Times = { values: Values; notes: FieldError[] } | { refused: FieldError }

/** Hours of a night: an event that ends that much earlier in the day than it starts ends on the next. */
const longestNight = 18
/** Days of a range whose hours are those of each day. */
const maxDays = 366

/** Start and end of an event; without hours, all of its days. Without an end, it ends as it starts. */
export function timesOf(cells: Cells, reading: DayReading, above: DaysAbove): Times {
  const notes: FieldError[] = []
  const start = startOf(cells, reading, above, notes)
  if ('refused' in start) return start
  above.days = { day: start.day, ...(start.lastDay && { lastDay: start.lastDay }) }
  const end = endOf(cells, start, reading, notes)
  const repeats = repeatsOf(cells, start, end, notes)
  if (repeats) return { values: repeats, notes }
  const isAllDay = !start.time && !end.time
  return {
    values: {
      start_date: joined(start.day, start.time),
      end_date: joined(end.day, end.time),
      ...(isAllDay && { all_day: true }),
    },
    notes,
  }
}

const joined = (day: string, time: string | undefined) => [day, time].filter(Boolean).join(' ')

function startOf(
  cells: Cells,
  reading: DayReading,
  { days }: DaysAbove,
  notes: FieldError[],
): Moment | { refused: FieldError } {
  const [date, time] = [cellOf(cells, 'start_date'), cellOf(cells, 'start_time')]
  const own = date.value === '' ? undefined : momentIn(date.value, reading)
  const isDay = typeof own === 'object'
  const hours = time.value === '' ? undefined : timeIn(time.value, reading, isDay ? own.day : '')
  if (own === 'noDay') return { refused: noSuchDay(date) }
  if (date.value !== '' && !own) return { refused: notAStart(date, 'day') }
  if (time.value !== '' && !hours) return { refused: notAStart(time, 'hour') }
  // a time column with days is that of both
  const ofTime = dayOf(hours)
  const day = own ?? ofTime ?? days
  if (!day) return { refused: noStart }
  if (day === days) notes.push(dayAbove(day.day))
  const clocks = hours?.time !== undefined || hours?.isOpen ? hours : own
  if ((own ?? ofTime)?.isComing) notes.push(comingYear(own ? date : time, day.day))
  if ((own ?? ofTime)?.isOdd) notes.push(otherWeekday(own ? date : time, day.day))
  remark(hours ?? {}, time, notes)
  if (own && clocks === own) remark(own, date, notes)
  return {
    day: day.day,
    ...(day.lastDay && { lastDay: day.lastDay }),
    ...(clocks?.time && { time: clocks.time }),
    ...(clocks?.until && { until: clocks.until }),
    ...((clocks !== own || own?.isDaily) && { isDaily: true as const }),
  }
}

function remark(clocks: Clocks, cell: Cell, notes: FieldError[]) {
  if (clocks.isOpen) notes.push(openHour(cell))
  if (clocks.isMidnight) notes.push(midnightAfter(cell))
  if (clocks.isSeveral) notes.push(firstOfSeveral(cell))
}

/** The end of its own cells, else that of the start. Cells that cannot be read are left out. */
function endOf(cells: Cells, start: Moment, reading: DayReading, notes: FieldError[]) {
  const [date, time] = [cellOf(cells, 'end_date'), cellOf(cells, 'end_time')]
  // an end without a year is the next one after the start
  const after = { ...reading, today: start.day }
  const own = date.value === '' ? undefined : momentIn(date.value, after)
  // a column `End` may have the hour alone
  const hour = date.value !== '' && own === undefined ? clocksIn(date.value) : undefined
  if (date.value !== '' && typeof own !== 'object' && !hour)
    notes.push(own === 'noDay' ? noSuchDay(date) : endLeftOut(date, 'day'))
  const day = typeof own === 'object' ? own : undefined
  if (day?.isComing) notes.push(comingYear(date, day.day))
  const later = time.value === '' ? undefined : timeIn(time.value, reading, day?.day)
  if (time.value !== '' && !later) notes.push(endLeftOut(time, 'hour'))
  const ended = later?.time ?? hour?.time ?? day?.time
  // an end without the hour of the start would begin it at midnight
  if (ended && !start.time) notes.push(endLeftOut(later?.time ? time : date, 'hour'))
  const ends = day ?? dayOf(later)
  return settled(start, ends?.lastDay ?? ends?.day, ended, notes, day ? date : time)
}

/** The hour of a cell that may have its day too: a day that has its own cell, or else any with an hour. */
function timeIn(text: string, reading: DayReading, own = ''): Partial<Moment> | undefined {
  const moment = clocksIn(text) ?? momentIn(text, reading)
  if (typeof moment !== 'object') return undefined
  const { day } = dayOf(moment) ?? {}
  return own === '' || day === undefined || day === own ? moment : undefined
}

/** The day of a cell of hours. Those before 1905 are hours in spreadsheets, whose days begin in 1899, 1900 or 1904. */
const dayOf = (of: Partial<Moment> | undefined): Moment | undefined =>
  of?.day !== undefined && of.day > '1905' ? { ...of, day: of.day } : undefined

function settled(
  start: Moment,
  written: string | undefined,
  ended: string | undefined,
  notes: FieldError[],
  cell: Cell,
): { day: string; time?: string | undefined } {
  const day = written ?? start.lastDay ?? start.day
  const time = start.time && (ended ?? start.until)
  if (day < start.day) {
    notes.push(endsBefore(cell))
    return { day: start.day, time: start.time }
  }
  if (day > start.day) return { day, time: time ?? (start.time && lastSecond) }
  if (!time || !start.time) return { day, time: start.time }
  if ([time, start.time].some(each => /[+-]/.test(each)) || time >= start.time) return { day, time }
  if (hourOf(time) + 24 - hourOf(start.time) <= longestNight)
    return { day: daysAfter(day, 1), time }
  notes.push(endsBefore(cell))
  return { day, time: start.time }
}

const lastSecond = '23:59:59'
const hourOf = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3, 5)) / 60

/** The days of a range in one cell, with the hours of each: `5–7 June`, `14:00-18:00`. */
function repeatsOf(
  cells: Cells,
  start: Moment,
  end: { day: string; time?: string | undefined },
  notes: FieldError[],
): Values | undefined {
  const { day, lastDay, time, isDaily } = start
  const isStated = cells.get('recurrence') || cells.get('end_date')
  if (!lastDay || !time || !isDaily || isStated) return undefined
  const until = end.time === lastSecond ? time : (end.time ?? time)
  const count = dayNumber(lastDay) - dayNumber(day) + 1
  if (count > maxDays) return undefined
  notes.push(eachDay(cellOf(cells, 'start_date')))
  return {
    start_date: joined(day, time),
    end_date: joined(until < time ? daysAfter(day, 1) : day, until),
    recurrence: [`RRULE:FREQ=DAILY;COUNT=${count}`],
  }
}

/** The cells of a row by the field of their column. */
export type Cells = {
  get(field: string): string | undefined
  headingOf(field: string): string
  names: readonly string[]
  /** Those that are left out: a time decides by itself, and a title is refused. */
  formulas: readonly Cell[]
}

export function cellsOf(
  row: readonly string[],
  { columns, headings }: { columns: readonly (Column | undefined)[]; headings: readonly string[] },
): Cells {
  const cells = new Map<string, { cell: string; heading: string }>()
  const formulas: Cell[] = []
  for (const [at, column] of columns.entries()) {
    if (!column || column.language) continue
    const value = (row[at] ?? '').trim()
    const isLeftOut = isFormula(value) && !/_(?:date|time)$/.test(column.field)
    if (isLeftOut) formulas.push({ column: headings[at] ?? '', value })
    const cell = isLeftOut ? '' : unguarded(value)
    // of several columns that may say that an event is private, one that does counts
    if (!cells.has(column.field) || isPrivate(cell))
      cells.set(column.field, { cell, heading: headings[at] ?? '' })
  }
  return {
    get: field => cells.get(field)?.cell,
    headingOf: field => cells.get(field)?.heading ?? field,
    names: [...cells.keys()],
    formulas,
  }
}

/** A cell as messages name it. */
export const cellOf = (cells: Cells, field: string): Cell => ({
  column: cells.headingOf(field),
  value: cells.get(field) ?? '',
})
