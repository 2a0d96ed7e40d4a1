import { type Instant, startOfDay, type WallTime, wallTime } from '../../define/time/clock.ts'
import { expand } from '../../define/time/recurrence/expand.ts'
import { readRule } from '../../define/time/recurrence/read-rule.ts'
import { offsetAt } from '../../define/time/zone.ts'
import type { Property } from './properties.ts'
import { readTime } from './times.ts'

/** STANDARD or DAYLIGHT of a VTIMEZONE: from when its offset is valid, on the clock before. */
export type Observance = {
  starts: WallTime
  rule: string | undefined
  further: readonly WallTime[]
  from: number
  to: number
}

/** More than the clocks of any zone. */
const maxObservances = 500

/** The readable parts of a VTIMEZONE. */
export function observancesOf(properties: readonly Property[]): Observance[] {
  const all: Observance[] = []
  let own: Property[] | undefined
  for (const property of properties) {
    const isPart = /^(?:STANDARD|DAYLIGHT)$/i.test(property.value.trim())
    if (property.name === 'BEGIN' && isPart) own = []
    else if (property.name === 'END' && isPart) {
      const read = own && observanceOf(own)
      if (read && all.length < maxObservances) all.push(read)
      own = undefined
    } else own?.push(property)
  }
  return all
}

function observanceOf(properties: readonly Property[]): Observance | undefined {
  const text = (name: string) => properties.find(property => property.name === name)?.value.trim()
  const starts = readTime(text('DTSTART') ?? '')
  const to = offsetIn(text('TZOFFSETTO'))
  if (!starts || to === undefined) return undefined
  const further = properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value }) => value.split(','))
    .flatMap(value => readTime(value)?.wall ?? [])
  return {
    starts: starts.wall,
    rule: text('RRULE'),
    further,
    from: offsetIn(text('TZOFFSETFROM')) ?? to,
    to,
  }
}

function offsetIn(text = ''): number | undefined {
  const [, sign, hours, minutes, seconds] = /^([+-])?(\d\d):?(\d\d):?(\d\d)?$/.exec(text) ?? []
  if (hours === undefined) return undefined
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)
  return sign === '-' ? -size || 0 : size
}

/**
 * The first of the zones whose clocks are set as the observances say in a year; else the first with the same settings in winter and in
 * summer, for files keep old rules. Clocks that never change are those of a preferred zone, or an offset.
 */
export function byClock(
  observances: readonly Observance[],
  year: number,
  { preferred, others }: { preferred: readonly string[]; others: readonly string[] },
  fixed: (offset: number) => string | undefined,
): string | undefined {
  const changes = changesOf(observances, year)
  const moments = momentsOf(year)
  const offsets = moments.map(at => offsetOf(changes, at))
  const [first = 0] = offsets
  const isFixed = offsets.every(offset => offset === first)
  const isSame = (zone: string) => moments.every((at, n) => offsetAt(at, zone) === offsets[n])
  if (isFixed) return preferred.find(isSame) ?? fixed(first)
  const zones = [...preferred, ...others]
  const same = zones.find(isSame)
  if (same !== undefined) return same
  const [january, july] = [moments[0] ?? 0, moments[12] ?? 0]
  return zones.find(
    zone =>
      offsetAt(january, zone) === offsetOf(changes, january) &&
      offsetAt(july, zone) === offsetOf(changes, july),
  )
}

/** Two days of each month: rules differ by weeks. */
const momentsOf = (year: number): Instant[] =>
  Array.from({ length: 24 }, (_, n) => wallTime(year, 1 + Math.floor(n / 2), n % 2 === 0 ? 5 : 20))

type Change = { at: Instant; from: number; to: number }

/** The changes of the clocks until the end of a year, in order. */
function changesOf(observances: readonly Observance[], year: number): Change[] {
  return observances
    .flatMap(({ starts, rule, further, from, to }) => {
      const change = (at: WallTime): Change => ({ at: at - from, from, to })
      const read = rule === undefined ? undefined : readRule(rule.replace(/\s+/g, ''), 'UTC')
      const [since, until] = [wallTime(year - 1, 1, 1), wallTime(year + 1, 1, 1)]
      const byRule =
        read && 'rule' in read && read.rule.freq === 'YEARLY'
          ? datesIn(read.rule, starts, since, until)
          : []
      return [starts, ...further, ...byRule].map(change)
    })
    .sort((a, b) => a.at - b.at)
}

type YearlyRule = Parameters<typeof expand>[0]

/** Some rules begin in 1601; a year before the wanted ones is enough, where no count says how many there are. */
function datesIn(rule: YearlyRule, starts: WallTime, since: WallTime, until: WallTime): WallTime[] {
  const isLong = rule.count === undefined && rule.interval === 1 && starts < since
  const from = isLong ? since + (starts - startOfDay(starts)) : starts
  return [...expand({ ...rule, ...(isLong && onDayOf(rule, starts)) }, from, until)]
}

/** A rule that leaves its day to its start, with the day. */
function onDayOf(rule: YearlyRule, starts: WallTime): Partial<YearlyRule> {
  const date = new Date(starts * 1000)
  if (rule.byDay || rule.byMonthDay || rule.byYearDay || rule.byWeekNo) return {}
  return { byMonth: rule.byMonth ?? [date.getUTCMonth() + 1], byMonthDay: [date.getUTCDate()] }
}

function offsetOf(changes: readonly Change[], at: Instant): number {
  const [earliest] = changes
  let offset = earliest?.from ?? 0
  for (const change of changes) {
    if (change.at > at) break
    offset = change.to
  }
  return offset
}
