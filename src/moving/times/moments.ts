import { fold } from '../../define/text/fold.ts'
import { daySeconds, formatWall, wallTime } from '../../define/time/clock.ts'
import { isWeekday, weekdayNamed } from '../../define/time/names.ts'
import { type Clocks, clockOfFraction, clocksIn } from './clocks.ts'
import {
  coming,
  type DateOrder,
  type Day,
  dayNumber,
  daysAt,
  isoOf,
  withoutWeekday,
} from './days.ts'
import { until } from './words.ts'

// The days and hours of files. The grammar is closed: nothing is relative to the moment of reading, but for a day without a year,
// which is the coming one. Words such as `tomorrow`, days of the week and months alone, and letters for zones are no times.

/** The rules by which the days of a file are read; `today`: `2027-06-05`. */
export type DayReading = { order: DateOrder; today: string }

/** Days as `2027-06-05`, and the hours that are written with them. `isComing`: the year is not written; `isDaily`: the hours are those of each day. `isOdd`: it is another day of the week than is written. */
export type Moment = Clocks & {
  day: string
  lastDay?: string
  isComing?: true
  isDaily?: true
  isOdd?: true
}

/** Longer texts are no days. */
const maxLength = 100

/** The day, or first and last one, that a text states, with its hours, and nothing else. `noDay`: no calendar has it. */
export function momentIn(written: string, reading: DayReading): Moment | 'noDay' | undefined {
  if (written.length > maxLength) return undefined
  const text = withoutBrackets(fold(written))
  const number = ofNumber(text)
  if (number) return number
  let isWrong = false
  for (const form of new Set([text, withoutWeekday(text)]))
    for (const { first, last, rest } of daysAt(form, reading.order)) {
      const ranges: Ending[] = last
        ? [{ last, hours: clocksAfter(rest), isDaily: true }]
        : rangesOf(first, rest, reading)
      for (const ending of ranges) {
        const moment = momentOf(first, ending, reading)
        if (moment === 'noDay') isWrong = true
        else if (moment) return saysOther(text, form, moment) ? { ...moment, isOdd: true } : moment
      }
    }
  return isWrong ? 'noDay' : undefined
}

/** True if the day of the week before one day, which `form` is without, is not its own. */
function saysOther(text: string, form: string, { day, lastDay }: Moment): boolean {
  const [word = ''] = /[a-z]{3,}/.exec(text.slice(0, text.length - form.length)) ?? []
  const said = lastDay === undefined ? weekdayNamed(word) : undefined
  return said !== undefined && said !== (((dayNumber(day) + thursday) % 7) + 7) % 7
}
/** The first day of 1970. */
const thursday = 4

/** What stands in brackets behind a day is its hour, or says nothing more: its weekday, or the name of its offset (`GMT+0200 (CEST)`). */
const withoutBrackets = (text: string) =>
  text
    .replace(/\s?\(([^()]*)\)$/, (_, inside: string) =>
      isWeekday(inside.replace('.', '')) || /[+-]\d\d:?\d\d\s?\(/.test(text) ? '' : ` ${inside}`,
    )
    .trim()

/** The days of a spreadsheet without a format, and seconds or milliseconds since 1970. */
function ofNumber(text: string): Moment | undefined {
  if (/^[2-7]\d{4}(?:[.,]\d{1,15})?$/.test(text)) {
    const days = Number(text.replace(',', '.'))
    const day = formatWall(firstOfExcel + Math.floor(days) * daySeconds).slice(0, 10)
    return { day, ...(days % 1 > 0 && { time: clockOfFraction(days % 1) }) }
  }
  if (!/^1\d{9}(?:\d{3})?$/.test(text)) return undefined
  const at = formatWall(Number(text.slice(0, 10)))
  return { day: at.slice(0, 10), time: `${at.slice(11)}+00:00` }
}
const firstOfExcel = wallTime(1899, 12, 30)

type Ending = { last: Day | undefined; hours: Clocks | undefined; isDaily?: boolean }

/** The hours after a day, or the last day after the first, each with its own. */
function rangesOf(first: Day, rest: string, { order }: DayReading): Ending[] {
  const endings: Ending[] = [{ last: undefined, hours: clocksAfter(rest) }]
  for (const { 0: sign, index } of rest.matchAll(new RegExp(until, 'g'))) {
    const started = clocksAfter(rest.slice(0, index))
    if (!started || started.until) continue
    for (const end of daysAt(withoutWeekday(rest.slice(index + sign.length).trim()), order)) {
      const ended = end.last ? undefined : clocksAfter(end.rest)
      // `05.06.2027 - 20.10` ends at an hour
      const isDay = end.first.year !== undefined || first.year === undefined
      if (!ended || !isDay || (ended.until && started.time)) continue
      // a day with its year is read as hours only where it is none: `05.06.2027-07.06.27`
      endings.unshift(
        started.time
          ? { last: end.first, hours: { ...started, ...(ended.time && { until: ended.time }) } }
          : { last: end.first, hours: ended, isDaily: true },
      )
    }
  }
  return endings
}

/** The hours behind a day; none: no text is left. */
function clocksAfter(rest: string): Clocks | undefined {
  const text = rest.replace(/^(?:t(?=\d)|\s?[,;|-]\s?|\s+|(?=\d{4}))/, '')
  if (rest.trim() === '') return {}
  return text === rest && !/^\d{4}(?:\d\d)?$/.test(rest)
    ? undefined
    : clocksIn(text, { ofDay: true, isIso: rest.startsWith('t') })
}

function momentOf(
  first: Day,
  { last, hours, isDaily }: Ending,
  { today }: DayReading,
): Moment | 'noDay' | undefined {
  if (!hours) return undefined
  const isComing = (last ?? first).year === undefined
  const end = last && (isComing ? endAfter(first, last, today) : last)
  const begin =
    first.year !== undefined ? first : end ? startBefore(first, end) : coming(first, today)
  const [day, lastDay] = [isoOf(begin), end && isoOf(end)]
  if (day === undefined || (end && lastDay === undefined)) return 'noDay'
  if (lastDay !== undefined && lastDay < day) return undefined
  return {
    day,
    ...(lastDay !== undefined && lastDay !== day && { lastDay }),
    ...(isComing && { isComing: true as const }),
    ...(isDaily && hours.time && { isDaily: true as const }),
    ...hours,
  }
}

/** The end, without a year, of what starts on a coming day. */
function endAfter(first: Day, last: Day, today: string): Day {
  const start = isoOf(coming(first, today)) ?? today
  return coming(last, start)
}

/** The start, without a year, of what ends on this day. */
function startBefore(first: Day, end: Day): Day {
  const isEarlier = first.month > end.month
  return { ...first, year: (end.year ?? 0) - (isEarlier ? 1 : 0) }
}
