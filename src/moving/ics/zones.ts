import windowsIana from 'windows-iana'
import {
  dateOfDay,
  daySeconds,
  type Instant,
  startOfDay,
  type WallTime,
  wallTime,
} from '../../define/time/clock.ts'
import { expand } from '../../define/time/recurrence/expand.ts'
import { readRule } from '../../define/time/recurrence/read-rule.ts'
import { isZone, offsetAt, zoneWritten } from '../../define/time/zone.ts'
import { zoneOfCity } from '../../define/time/zone-written.ts'
import type { Property } from './properties.ts'
import { readTime } from './times.ts'

/** The time zones that a file names. */
export type FileZones = {
  /** A VTIMEZONE of the file. */
  define(properties: readonly Property[]): void
  /** The zone that a TZID means, in a year; `isGuess` where only its clocks say so. Undefined for none. */
  find(written: string, at: Instant): ZoneMatch | undefined
}
type ZoneMatch = { zone: string; isGuess?: true }

/** `preferred`: zones to take first where several have the same clocks. */
export function fileZones(preferred: () => readonly string[]): FileZones {
  const defined = new Map<string, Observance[]>()
  const places = new Map<string, string>()
  const matches = new Map<string, ZoneMatch | undefined>()
  return {
    define(properties) {
      matches.clear()
      const text = (name: string) =>
        properties.find(property => property.name === name)?.value.trim()
      const name = text('TZID')
      if (name === undefined) return
      defined.set(name, observancesOf(properties))
      const place = text('X-LIC-LOCATION')
      if (place !== undefined && isRegion(place)) places.set(name, place)
    },
    find(written, at) {
      const { year } = dateOfDay(Math.floor(at / daySeconds))
      const key = `${year} ${written}`
      if (matches.has(key)) return matches.get(key)
      // names are trusted before what the file says of them: some files define them for other years only
      const named = zoneNamed(written) ?? places.get(written)
      const zone =
        named === undefined ? likeClock(defined.get(written), year, preferred()) : { zone: named }
      if (matches.size > 1000) matches.clear()
      matches.set(key, zone)
      return zone
    },
  }
}

/** A homemade zone, by the clocks of one that has a name. */
function likeClock(
  observances: readonly Observance[] | undefined,
  year: number,
  preferred: readonly string[],
): ZoneMatch | undefined {
  if (!observances || observances.length === 0) return undefined
  const zone = byClock(observances, year, { preferred, others: windowsZones() }, fixedZone)
  return zone === undefined ? undefined : { zone, isGuess: true }
}

/** One zone of each clock that Windows offers. */
const windowsZones = () =>
  windowsIana.WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').flatMap(
    ({ iana }) => iana.filter(isZone).slice(0, 1),
  )

const windowsZone = (name: string) => {
  const own = windowsIana.WINDOWS_TO_IANA_MAP.find(
    ({ windowsName }) => windowsName.toLowerCase() === name.toLowerCase(),
  )
  const zone = own && windowsIana.findIana(own.windowsName).find(isZone)
  return zone === 'Etc/UTC' ? 'UTC' : zone
}

const isRegion = (name: string) => name.includes('/') && isZone(name)

/** The zone that a name means, whatever else the file says. */
export function zoneNamed(written: string): string | undefined {
  const name = written.trim()
  if (name === '' || name.length > 200) return undefined
  if (isZone(name)) return zoneWritten(name)
  const slashed = name.replace('-', '/')
  if (isRegion(slashed)) return zoneWritten(slashed)
  return regionAtEnd(name) ?? windowsZone(name) ?? displayedZone(name) ?? offsetNamed(name)
}

/** Programs write paths before names: `/mozilla.org/20050126_1/Europe/Berlin`. */
function regionAtEnd(name: string): string | undefined {
  const parts = name.split('/').filter(part => part !== '')
  for (const count of [3, 2]) {
    const end = parts.slice(-count).join('/')
    if (parts.length >= count && isRegion(end)) return zoneWritten(end)
  }
  return /^tzone:.*\/utc$/i.test(name) ? 'UTC' : undefined
}

/** `(UTC-05:00) Eastern Time (US & Canada)`, as Windows shows its zones: by the name, or by the cities in it. */
function displayedZone(name: string): string | undefined {
  const match = /^\(?(?:UTC|GMT)\s*(?:([+-])(\d{1,2})[:.]?(\d\d)?)?\)\s*(.*)$/i.exec(name)
  const words = (match?.[4] ?? name).replace(/\s*\([^)]*\)\s*$/, '').trim()
  const offset = match && offsetOf(match[1], match[2], match[3])
  const isThere = (zone: string) =>
    offset === null || offset === undefined || standardOffsets(zone).includes(offset)
  const named = words.replace(/\s+(?:standard\s+|daylight\s+)?time$/i, '')
  const candidates = [
    displayed[named.toLowerCase()],
    `${named} Standard Time`,
    ...(/^coordinated universal$/i.test(named) ? ['UTC'] : []),
  ]
  for (const candidate of candidates) {
    const zone = candidate === undefined ? undefined : windowsZone(candidate)
    if (zone !== undefined && isThere(zone)) return zone
  }
  for (const city of words.split(',')) {
    const zone = zoneOfCity(city.trim())
    if (zone !== undefined && isThere(zone)) return zone
  }
  return match && words === '' ? fixedZone(offset ?? 0) : undefined
}

/** The names of zones that Windows shows, if they are neither its IDs nor a city. */
const displayed: Record<string, string> = {
  atlantic: 'Atlantic Standard Time',
  arizona: 'US Mountain Standard Time',
  alaska: 'Alaskan Standard Time',
  hawaii: 'Hawaiian Standard Time',
  saskatchewan: 'Canada Central Standard Time',
  indiana: 'US Eastern Standard Time',
  brasilia: 'E. South America Standard Time',
  'city of buenos aires': 'Argentina Standard Time',
  'west central africa': 'W. Central Africa Standard Time',
  'central america': 'Central America Standard Time',
  'baja california': 'Pacific Standard Time (Mexico)',
  'abu dhabi, muscat': 'Arabian Standard Time',
  'chennai, kolkata, mumbai, new delhi': 'India Standard Time',
  'solomon is., new caledonia': 'Central Pacific Standard Time',
}

const offsetOf = (sign = '+', hours: string | undefined, minutes: string | undefined) =>
  (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60) || 0

/** `GMT -0500`, `UTC+02:00`, `+0530`. */
function offsetNamed(name: string): string | undefined {
  const match = /^(?:UTC|GMT)?\s*([+-])(\d{1,2}):?(\d\d)?$/i.exec(name)
  return match ? fixedZone(offsetOf(match[1], match[2], match[3])) : undefined
}

export function fixedZone(offset: number): string | undefined {
  const size = Math.abs(offset)
  const minutes = Math.floor(size / 60) % 60
  const text = `UTC${offset < 0 ? '-' : '+'}${Math.floor(size / 3600)}${minutes > 0 ? `:${String(minutes).padStart(2, '0')}` : ''}`
  return offset === 0 ? 'UTC' : isZone(text) ? text : undefined
}

const standardOffsets = (zone: string) => [offsetAt(winter, zone), offsetAt(summer, zone)]
const [winter, summer] = [wallTime(2026, 1, 15), wallTime(2026, 7, 15)]

/** STANDARD or DAYLIGHT of a VTIMEZONE: from when its offset is valid, on the clock before. */
type Observance = {
  starts: WallTime
  rule: string | undefined
  further: readonly WallTime[]
  from: number
  to: number
}

/** More than the clocks of any zone. */
const maxObservances = 500

/** The readable parts of a VTIMEZONE. */
function observancesOf(properties: readonly Property[]): Observance[] {
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
function byClock(
  observances: readonly Observance[],
  year: number,
  { preferred, others }: { preferred: readonly string[]; others: readonly string[] },
  fixed: (offset: number) => string | undefined,
): string | undefined {
  const changes = changesOf(observances, year)
  const moments = momentsOf(year)
  const offsets = moments.map(at => offsetAfter(changes, at))
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
      offsetAt(january, zone) === offsetAfter(changes, january) &&
      offsetAt(july, zone) === offsetAfter(changes, july),
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

function offsetAfter(changes: readonly Change[], at: Instant): number {
  const [earliest] = changes
  let offset = earliest?.from ?? 0
  for (const change of changes) {
    if (change.at > at) break
    offset = change.to
  }
  return offset
}
