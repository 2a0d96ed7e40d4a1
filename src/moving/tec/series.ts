import { withoutQuery, withoutSlashes } from '../../define/text/uri.ts'
import {
  daySeconds,
  formatWall,
  startOfDay,
  type WallTime,
  weekdayOf,
} from '../../define/time/clock.ts'
import { expand } from '../../define/time/recurrence/expand.ts'
import { readRule } from '../../define/time/recurrence/read-rule.ts'
import { weekdays } from '../../define/time/recurrence/rule.ts'
import { writeTime } from '../../define/time/recurrence/times.ts'
import type { Raw } from './api.ts'
import { flagIn, idIn, listIn, textIn } from './values.ts'

/** Fewer dates are no series. */
const minDates = 3
/** IDs from here on are made up for dates, and change. */
const firstProvisional = 10_000_000

/** The page of the series that an event is a date of, by its URL; undefined for others. */
function seriesOf(raw: Raw): string | undefined {
  const path = withoutQuery(textIn(raw.url).replace(/^https?:\/\/[^/]*/i, ''))
  const [, series] = /^(.*?)\/\d{4}-\d\d-\d\d(?:\/\d+)?\/?$/.exec(path) ?? []
  if (series !== undefined) return `${series}/`
  return Number(raw.id) >= firstProvisional ? path : undefined
}

/** The ID of an event that stays its own: not one that was made up for a date. */
export function stableId(raw: Raw): number | undefined {
  const id = Number(idIn(raw))
  return isId(id) && seriesOf(raw) === undefined ? id : undefined
}

/** True if a record of the site can have such an ID. */
export const isId = (id: number) => Number.isInteger(id) && id > 0 && id < firstProvisional

/** The ID of an event in its source: IDs of dates of series are not stable. */
export const sourceIdOf = (raw: Raw): string => {
  const series = seriesOf(raw)
  return series === undefined ? idIn(raw) : `${series} ${textIn(raw.start_date)}`
}

export type Fitted = { dates: Raw[]; lines: string[] }

/** Dates of the same thing, where a rule gives them. */
export function fittedSeries(events: readonly Raw[]): {
  series: Map<string, Fitted>
  single: Raw[]
} {
  const groups = Map.groupBy(events, raw => keyOf(raw))
  const series = new Map<string, Fitted>()
  const single: Raw[] = []
  for (const [key, group] of groups) {
    const dates = group.toSorted((a, b) => wallIn(a) - wallIn(b))
    const lines =
      key === '' || dates.length < minDates
        ? undefined
        : linesFor(dates.map(wallIn), dates[0]?.all_day === true)
    if (lines) series.set(key, { dates, lines })
    else single.push(...group)
  }
  return { series, single }
}

/** Dates of one series have the same page without its date (`/event/choir-2/` too), title, venue, length and zone. */
function keyOf(raw: Raw): string {
  const path = withoutSlashes(textIn(raw.url).replace(/^https?:\/\/[^/]*/i, ''))
  const base = seriesOf(raw) ?? `${path.replace(/-\d{1,3}$/, '')}/`
  const length = secondsIn(raw.end_date) - secondsIn(raw.start_date)
  return JSON.stringify([
    base,
    textIn(raw.title),
    listIn(raw.venue).map(idIn),
    length,
    textIn(raw.timezone),
    flagIn(raw.all_day),
  ])
}

const secondsIn = (of: unknown): WallTime => Date.parse(`${textIn(of).replace(' ', 'T')}Z`) / 1000
const wallIn = (raw: Raw) => secondsIn(raw.start_date)

/** The lines of a recurrence that gives these dates; undefined where none does with few exceptions. */
function linesFor(dates: readonly WallTime[], isAllDay: boolean): string[] | undefined {
  const [first, second] = dates
  const last = dates.at(-1)
  if (first === undefined || second === undefined || last === undefined) return undefined
  if (dates.some(at => Number.isNaN(at)) || new Set(dates).size < dates.length) return undefined
  const wanted = new Set(dates)
  for (const rule of rulesFor(dates)) {
    const ended = `${rule};UNTIL=${writeTime(last, isAllDay)}`
    const read = readRule(ended, 'UTC')
    if (!('rule' in read)) continue
    const given: WallTime[] = []
    for (const at of expand(read.rule, first, last)) {
      given.push(at)
      // more exceptions than a quarter of the dates are another rule
      if (given.length > dates.length * 1.25 + 1) break
    }
    const missing = given.filter(at => !wanted.has(at))
    const isFit =
      given.length - missing.length === dates.length && missing.length * 4 <= dates.length
    if (!isFit) continue
    const removed = missing.map(at => writeTime(at, isAllDay)).join(',')
    return [
      `RRULE:${ended}`,
      ...(removed === '' ? [] : [`EXDATE${isAllDay ? ';VALUE=DATE' : ''}:${removed}`]),
    ]
  }
  return undefined
}

/** The rules that people plan by, the plainest first. */
function rulesFor(dates: readonly WallTime[]): string[] {
  const [first = 0] = dates
  const steps = dates
    .slice(1)
    .map((at, n) => Math.round((startOfDay(at) - startOfDay(dates[n] ?? 0)) / daySeconds))
  const min = Math.min(...steps)
  if (min < 1) return []
  const days = [...new Set(dates.map(weekdayOf))].map(day => weekdays[day]).join(',')
  const text = formatWall(first)
  const nth = Math.floor((Number(text.slice(8, 10)) - 1) / 7) + 1
  const weekday = weekdays[weekdayOf(first)]
  const every = (interval: number) => (interval === 1 ? '' : `;INTERVAL=${interval}`)
  return [
    ...(steps.every(step => step === min) && min % 7 !== 0 ? [`FREQ=DAILY${every(min)}`] : []),
    ...[1, 2, 3, 4].map(weeks => `FREQ=WEEKLY${every(weeks)};BYDAY=${days}`),
    ...[1, 2, 3].flatMap(months => [
      `FREQ=MONTHLY${every(months)};BYDAY=${nth}${weekday}`,
      `FREQ=MONTHLY${every(months)};BYDAY=-1${weekday}`,
      `FREQ=MONTHLY${every(months)};BYMONTHDAY=${Number(text.slice(8, 10))}`,
    ]),
    'FREQ=YEARLY',
    'FREQ=DAILY',
  ]
}
