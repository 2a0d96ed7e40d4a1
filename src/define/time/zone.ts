import { once } from '../base/objects.ts'
import { type Instant, type WallTime, wallTime } from './clock.ts'

/**
 * The abbreviation of PHP for the clock of a region (its `T`): `EDT`, `CEST`, or the offset where people use no letters: `-05`, `+0530`. Intl has the
 * abbreviations of each English-speaking country; the few that are not used there are in the table below.
 */
function lettersOf(region: string, instant: Instant, offset: number): string {
  const digits = offsetDigits(offset)
  const own = table[canonicalName(region)]
  if (own !== undefined) return own[digits] ?? digits
  for (const locale of locales) {
    const letters = shortName(locale, region, instant)
    const foreign = letters === 'UTC' || (letters === 'GMT' && offset !== 0)
    if (/^[A-Z]{2,5}$/.test(letters) && !foreign) return letters
  }
  return digits
}

const locales = ['en-US', 'en-ZA', 'en-GB', 'en-CA', 'en-AU', 'en-IN', 'en-HK', 'en-NZ']

function shortName(locale: string, timeZone: string, instant: Instant): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(
    instant * 1000,
  )
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}

function canonicalName(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}

function offsetDigits(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60)
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
  const rest = minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0')
  return (offset < 0 ? '-' : '+') + hours + rest
}

const digitsOnly = {}
const mexican = { '-07': 'MST', '-06': 'MDT' }
const cuban = { '-05': 'CST', '-04': 'CDT' }
const chinese = { '+08': 'CST', '+09': 'CDT' }
const western = { '+07': 'WIB' }
const israeli = { '+02': 'IST', '+03': 'IDT' }
const korean = { '+09': 'KST', '+10': 'KDT' }
const british = { '+00': 'GMT', '+01': 'BST' }
const russian = { '+03': 'MSK', '+04': 'MSK' }
const chamorro = { '+10': 'ChST' }
const samoan = { '-11': 'SST' }

/** By the name that ICU gives the zone; an offset that is missing here has no letters. */
const table: Record<string, Record<string, string>> = {
  'America/Adak': { '-10': 'HST', '-09': 'HDT' },
  'America/Dawson': { '-08': 'PST', '-07': 'MST' },
  'America/Hermosillo': mexican,
  'America/Mazatlan': mexican,
  'America/Whitehorse': { '-08': 'PST', '-07': 'MST' },
  'America/Havana': cuban,
  'America/Miquelon': digitsOnly,
  'Antarctica/Casey': digitsOnly,
  'Antarctica/Troll': digitsOnly,
  'Asia/Shanghai': chinese,
  'Asia/Macau': chinese,
  'Asia/Taipei': chinese,
  'Asia/Colombo': digitsOnly,
  'Asia/Dubai': digitsOnly,
  'Asia/Muscat': digitsOnly,
  'Asia/Jakarta': western,
  'Asia/Pontianak': western,
  'Asia/Jayapura': { '+09': 'WIT' },
  'Asia/Makassar': { '+08': 'WITA' },
  'Asia/Jerusalem': israeli,
  'Asia/Karachi': { '+05': 'PKT', '+06': 'PKST' },
  'Asia/Kuala_Lumpur': digitsOnly,
  'Asia/Kuching': digitsOnly,
  'Asia/Singapore': digitsOnly,
  'Asia/Manila': { '+08': 'PST', '+09': 'PDT' },
  'Asia/Pyongyang': korean,
  'Asia/Seoul': korean,
  'Asia/Tokyo': { '+09': 'JST', '+10': 'JDT' },
  'Australia/Eucla': digitsOnly,
  'Australia/Lord_Howe': digitsOnly,
  'Europe/Dublin': { '+00': 'GMT', '+01': 'IST' },
  'Europe/Guernsey': british,
  'Europe/Isle_of_Man': british,
  'Europe/Jersey': british,
  'Europe/Kirov': russian,
  'Europe/Moscow': russian,
  'Europe/Simferopol': { ...russian, '+02': 'EET' },
  'Europe/Volgograd': russian,
  'Pacific/Chatham': digitsOnly,
  'Pacific/Guam': chamorro,
  'Pacific/Saipan': chamorro,
  'Pacific/Midway': samoan,
  'Pacific/Pago_Pago': samoan,
}

const hour = 3600

/**
 * Abbreviations of zones: each means one offset all year, as in PHP (`EST` is -5 in July too). Those with different meanings in different countries
 * (IST) are left out: an error is better than a time that is hours off.
 */
const fixedOffsets: Record<string, number> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: hour,
  BST: hour,
  CET: hour,
  CEST: 2 * hour,
  MET: hour,
  MEST: 2 * hour,
  WAT: hour,
  EET: 2 * hour,
  EEST: 3 * hour,
  CAT: 2 * hour,
  SAST: 2 * hour,
  IDT: 3 * hour,
  EAT: 3 * hour,
  MSK: 3 * hour,
  MSD: 4 * hour,
  PKT: 5 * hour,
  WIB: 7 * hour,
  WITA: 8 * hour,
  AWST: 8 * hour,
  HKT: 8 * hour,
  WIT: 9 * hour,
  JST: 9 * hour,
  KST: 9 * hour,
  ACST: 9.5 * hour,
  ACDT: 10.5 * hour,
  AEST: 10 * hour,
  CHST: 10 * hour,
  AEDT: 11 * hour,
  NZST: 12 * hour,
  NZDT: 13 * hour,
  NDT: -2.5 * hour,
  NST: -3.5 * hour,
  ADT: -3 * hour,
  AST: -4 * hour,
  EDT: -4 * hour,
  EST: -5 * hour,
  CDT: -5 * hour,
  CST: -6 * hour,
  MDT: -6 * hour,
  MST: -7 * hour,
  PDT: -7 * hour,
  PST: -8 * hour,
  AKDT: -8 * hour,
  AKST: -9 * hour,
  HDT: -9 * hour,
  HST: -10 * hour,
  SST: -11 * hour,
}

/** Names of universal time, with or without `Etc/`, and what its clock is called. */
const namesOfUtc: Record<string, 'UTC' | 'GMT'> = {
  UTC: 'UTC',
  UCT: 'UTC',
  UNIVERSAL: 'UTC',
  ZULU: 'UTC',
  GMT: 'GMT',
  GREENWICH: 'GMT',
  GMT0: 'GMT',
  'GMT+0': 'GMT',
  'GMT-0': 'GMT',
}

/** Names of the tz database without a slash. Other short names mean something else to ICU than to everyone
 * (`AST` would be Alaska, `BST` Bangladesh). */
const shortNames = new Set(
  `CST6CDT Cuba EST5EDT Egypt Eire GB GB-Eire Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MST7MDT
  NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey W-SU`
    .toLowerCase()
    .split(/\s+/),
)

/** Today's names for which ICU still lists older ones, and names that people type out of habit. */
const namesBesideIcu = `Africa/Asmara America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan
  America/Indiana/Indianapolis America/Kentucky/Louisville America/Montreal America/Nuuk Asia/Ho_Chi_Minh
  Asia/Kathmandu Asia/Kolkata Asia/Yangon Atlantic/Faroe Canada/Atlantic Canada/Central Canada/Eastern
  Canada/Mountain Canada/Newfoundland Canada/Pacific Europe/Kyiv Pacific/Chuuk Pacific/Kanton Pacific/Pohnpei
  US/Alaska US/Arizona US/Central US/Eastern US/Hawaii US/Mountain US/Pacific UTC`.split(/\s+/)

/** The Temporal of the runtime; only an older one needs the polyfill, which is large. */
export const { Temporal } = globalThis.Temporal ? globalThis : await import('temporal-polyfill')

/**
 * True if a text names a time zone: a name of the tz database in any case, old names included (`Europe/Paris`, `america/montreal`, `US/Eastern`),
 * `UTC`, `UTC+2`, `UTC-3.5`, `UTC+5:30` (T8), `+02:00`, or a well-known abbreviation (`EST`). Nothing here replaces one name by another. Never
 * throws.
 */
export function isZone(text: string): boolean {
  return lookUp(text) !== undefined
}

/** The name of a zone in the case in which it is published: `europe/paris` is `Europe/Paris`. Undefined if it is none. */
export const zoneWritten = (text: string): string | undefined => lookUp(text)?.written

/**
 * The moment at which a clock in the zone shows the wall time. A time that the clocks skip moves forward with them
 * (02:30 is 03:30), one that they show twice is the first, as in PHP. Manual offsets are exact all year (T8).
 * Throws a RangeError if the zone is none.
 */
export function instantOf(wall: WallTime, zone: string): Instant {
  const rules = zoneCalled(zone)
  const before = offsetIn(rules, wall - widestOffset)
  const after = offsetIn(rules, wall + widestOffset)
  const first = wall - before
  if (before === after || offsetIn(rules, first) === before) return first
  const second = wall - after
  return offsetIn(rules, second) === after ? second : first
}

/**
 * The moments at which something starts and ends, by its wall times: a start that skipped clocks move to the end or past it keeps
 * its length (R1, R7). Throws a RangeError if the zone is none.
 */
export function instantsOf(starts: WallTime, ends: WallTime, zone: string): [Instant, Instant] {
  const start = instantOf(starts, zone)
  const end = instantOf(ends, zone)
  return [start, end <= start ? start + ends - starts : end]
}

/** The wall time in the zone at that moment. Throws a RangeError for an unknown zone. */
export function wallOf(instant: Instant, zone: string): WallTime {
  return instant + offsetAt(instant, zone)
}

/** How far ahead of UTC a zone is that is named by its offset (`UTC+2`, `EST`, `GMT`), all year (T8). Undefined of any other. */
export function fixedOffset(zone: string): number | undefined {
  const rules = lookUp(zone)
  return rules?.isOffset ? rules.offsets[0] : undefined
}

/** The number of seconds that clocks in the zone are ahead of UTC at that moment. Throws a RangeError for an unknown zone. */
export function offsetAt(instant: Instant, zone: string): number {
  const rules = zoneCalled(zone)
  return offsetIn(rules, instant)
}

/**
 * The short name of the clock at that moment, like PHP's `T`: `EDT`, `CEST`, `-05` where there are no letters, `LMT`
 * before clocks were set by law; a manual offset is called as it was written. Throws a RangeError if the zone is none.
 */
export function abbreviation(instant: Instant, zone: string): string {
  const rules = zoneCalled(zone)
  const span = spanAt(rules, instant)
  const cached = rules.letters[span]
  if (cached !== undefined) return cached
  const lastSecond = (rules.starts[span + 1] ?? lastTransition) - 1
  const letters = lettersOf(rules.name, lastSecond, rules.offsets[span] ?? 0)
  rules.letters[span] = letters
  return letters
}

/**
 * A stretch of time in which clocks in a zone are set alike: from when, how far ahead of UTC, by what short name. Summer time is what
 * clocks soon go back from; laws do not all call it so.
 */
export type Stretch = { from: Instant; offset: number; letters: string; isSummer: boolean }

const maxSummer = 300 * 86_400

/**
 * The stretches that two moments and all between them are in, the one after them, and the offset before the first. Throws a
 * RangeError if the zone is none.
 */
export function stretchesOf(
  zone: string,
  first: Instant,
  last: Instant,
): { before: number; stretches: Stretch[] } {
  const rules = zoneCalled(zone)
  const { starts, offsets } = rules
  const begin = spanAt(rules, first)
  const end = Math.min(Math.max(begin, spanAt(rules, last)) + 1, offsets.length - 1)
  const stretches: Stretch[] = []
  for (let at = begin; at <= end; at++) {
    const [from = firstTransition, until = from] = starts.slice(at, at + 2)
    const [offset = 0, next = offset] = offsets.slice(at, at + 2)
    const isSummer = offset > next && until - from < maxSummer
    stretches.push({ from, offset, letters: abbreviation(from, zone), isSummer })
  }
  return { before: offsets[begin - 1] ?? offsets[begin] ?? 0, stretches }
}

/** Names to offer where a zone is chosen, sorted; `isZone` knows more (old names, manual offsets, abbreviations). */
export function zoneNames(): string[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...namesBesideIcu])
  return [...names].filter(isZone).sort()
}

/** A clock as a list of spans: from `starts[n]` on it is `offsets[n]` seconds ahead of UTC and called `letters[n]`
 * (computed at first use). Beyond `validUntil` Temporal computes the offset. */
type Zone = {
  name: string
  /** The name in the case in which it is published. */
  written: string
  starts: Instant[]
  offsets: number[]
  letters: (string | undefined)[]
  validUntil: Instant
  /** Its name says an offset, and is that of no place. */
  isOffset?: boolean
}

const firstTransition: Instant = wallTime(1800, 1, 1)
const lastTransition: Instant = wallTime(2150, 1, 1)
/** No clock was ever as far from UTC as this. */
const widestOffset = 86_400

function offsetIn(zone: Zone, instant: Instant): number {
  return zone.offsets[spanAt(zone, instant)] ?? 0
}

function spanAt(zone: Zone, instant: Instant): number {
  const { starts } = zone
  if (instant >= zone.validUntil) {
    return Math.max(0, zone.offsets.lastIndexOf(askTemporal(zone.name, instant)))
  }
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= instant) low = middle
    else high = middle - 1
  }
  return low
}

function askTemporal(name: string, instant: Instant): number {
  const there = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(name)
  return there.offsetNanoseconds / 1e9
}

/** Texts as they were written, zones or not. Emptied when full, for strangers can write anything. */
const seen = new Map<string, Zone | undefined>()
const maxSeen = 5000
/** The regions in use; there are only some six hundred. */
const regions = new Map<string, Zone>()

function zoneCalled(text: string): Zone {
  const zone = lookUp(text)
  if (zone === undefined) throw new RangeError(`There is no time zone called ${text}.`)
  return zone
}

function lookUp(text: string): Zone | undefined {
  const cached = seen.get(text)
  if (cached !== undefined) return cached
  if (typeof text !== 'string' || text.length > maxName || seen.has(text)) return undefined
  if (seen.size >= maxSeen) seen.clear()
  const zone = manualOffset(text) ?? fixedName(text) ?? region(text)
  seen.set(text, zone)
  return zone
}

const maxName = 40

/** `UTC+2`, `UTC-3.5`, `UTC+5:45` and `+02:00`, from -12 to +14 hours. */
function manualOffset(text: string): Zone | undefined {
  const match =
    /^(UTC)([+-])(\d{1,2})(?:\.(25|5|75)|:([0-5]\d))?$/i.exec(text) ??
    /^()([+-])(\d\d)():([0-5]\d)$/.exec(text)
  if (match === null) return undefined
  const [, prefix, sign, hours, fraction, minutes] = match
  const size =
    Number(hours) * 3600 + Number(`0.${fraction || 0}`) * 3600 + Number(minutes ?? 0) * 60
  const offset = sign === '-' ? -size || 0 : size
  if (offset < -12 * 3600 || offset > 14 * 3600) return undefined
  const letters = prefix ? text : `GMT${text.replace(':', '')}`
  return fixed(letters, offset, text.toUpperCase())
}

function fixedName(text: string): Zone | undefined {
  const upper = text.toUpperCase()
  const name = lookFor(namesOfUtc, upper.replace(/^ETC\//, '')) ?? upper
  const offset = lookFor(fixedOffsets, name)
  if (offset === undefined) return undefined
  const written = wordsOfUtc.has(upper.replace(/^ETC\//, '')) ? titled(text) : upper
  return fixed(name, offset, written.replace(/^etc\//i, 'Etc/'))
}

/** Written as words: `Etc/Zulu`. */
const wordsOfUtc = new Set(['UNIVERSAL', 'ZULU', 'GREENWICH'])
const titled = (text: string) =>
  text.toLowerCase().replace(/(?<=^|\/)[a-z]/g, letter => letter.toUpperCase())

function lookFor<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function fixed(letters: string, offset: number, written: string): Zone {
  return {
    name: letters,
    written,
    starts: [firstTransition],
    offsets: [offset],
    letters: [letters],
    validUntil: Number.POSITIVE_INFINITY,
    isOffset: true,
  }
}

function region(text: string): Zone | undefined {
  const name = text.toLowerCase()
  const cached = regions.get(name)
  if (cached !== undefined) return cached
  const tzName = /^(?!systemv)[a-z_-]+(\/[a-z0-9_+-]+)+$/.test(name) || shortNames.has(name)
  if (!tzName) return undefined
  const zone = readRegion(name)
  if (zone !== undefined) regions.set(name, zone)
  return zone
}

function readRegion(name: string): Zone | undefined {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(firstTransition * 1000)
    const starts: Instant[] = []
    const offsets: number[] = []
    let there: Temporal.ZonedDateTime | null = start.toZonedDateTimeISO(name)
    while (there !== null && there.epochMilliseconds < lastTransition * 1000) {
      starts.push(there.epochMilliseconds / 1000)
      offsets.push(there.offsetNanoseconds / 1e9)
      there = there.getTimeZoneTransition('next')
    }
    // local mean time, until a law set the clocks; zones like Etc/GMT+5 have never known it
    const letters = starts.length > 1 ? ['LMT'] : []
    const validUntil = there === null ? Number.POSITIVE_INFINITY : lastTransition
    const written = start.toZonedDateTimeISO(name).timeZoneId
    return { name, written, starts, offsets, letters, validUntil }
  } catch {
    // Temporal throws at names that it does not know
    return undefined
  }
}

/** The names of time zones that the machine knows, to choose from. */
export const zones = once((): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter(name => name !== 'UTC'),
])
