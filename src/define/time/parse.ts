import type { FieldError, Language } from '../field-type.ts'
import {
  dateOfDay,
  daySeconds,
  firstWall,
  formatWall,
  type Instant,
  lastWall,
  type WallTime,
  wallTime,
} from './clock.ts'
import { readPhrase } from './phrase.ts'
import { readTyped } from './typed.ts'
import { instantOf, isZone, wallOf } from './zone.ts'

/** A time as it was sent: digits on a clock, or one moment everywhere (T1, T4). */
export type Moment = { clock: 'wall'; at: WallTime } | { clock: 'instant'; at: Instant }

/**
 * Reads a date as people and programs write it: `2026-07-10 20:00:00`, `2026-07-10T20:00:00-04:00`, `20260710`, `2026`
 * (T7), a Unix timestamp (a number, digits, `@1781582400`), or in words, seen from `now` (Unix seconds) on a clock in `zone`: English as PHP's
 * `strtotime` takes it (T9), "tomorrow 9am", "+1 week", "first monday of january 2027", else English or French as people type it. `start`: the
 * start of the event, for "until 10pm".
 *
 * The response is wall time if the text names no zone, an instant if it does (T4). Undefined if it is no date, or not in
 * the years 1 to 9999. Never throws. Does not depend on the time zone of the process.
 */
export function parseMoment(
  input: string | number,
  now: Instant,
  zone: string,
  start?: WallTime,
): Moment | undefined {
  const text = textOf(input)
  if (text === undefined) return undefined
  const moment = readWritten(text)
  if (moment !== undefined) return within(moment)
  if (!isZone(zone) || !Number.isFinite(now)) return undefined
  const worded = readWords(text, now, zone)
  return (worded && within(worded)) ?? readSpoken(text, { now, zone, start })
}

/** A moment in a query, and whether the same text means another one later on ("tomorrow"). `isDay`: it names no hour. */
export type ParamMoment = Moment & { isRelative: boolean; isDay: boolean }

export function parseParam(
  input: string | number,
  now: Instant,
  zone: string,
): ParamMoment | undefined {
  const text = textOf(input)
  const written = text === undefined ? undefined : readWritten(text)
  const isDay = ({ clock, at }: Moment) =>
    clock === 'wall' && at % daySeconds === 0 && !text?.includes(':')
  if (written !== undefined) return within({ ...written, isRelative: false, isDay: isDay(written) })
  const today = parseMoment(input, now, zone)
  const isRelative = later.some(after => parseMoment(input, now + after, zone)?.at !== today?.at)
  return today && { ...today, isRelative, isDay: isDay(today) }
}
/** Another hour, day and month, and the next year, which "july 10" is of. */
const later = [37 * 86_400 + 3661, 366 * 86_400]

function textOf(input: string | number): string | undefined {
  const text = typeof input === 'string' ? input.trim() : String(input)
  return text === '' || text.length > maxText ? undefined : text
}
const maxText = 100

/** A date in digits, which means the same at any time. */
const readWritten = (text: string) => readPlain(text) ?? readDigits(text) ?? readIso(text)

const nothing = { clock: 'instant', at: Number.NaN } as const

/** Only years 1 to 9999; an unreadable time (NaN) is outside too. */
function within<M extends Moment>(moment: M): M | undefined {
  return moment.at >= firstWall && moment.at <= lastWall ? moment : undefined
}

/** `2026-07-10 20:00:00`, as programs write it; the forms below would read the same, in ten times the time. */
function readPlain(text: string): Moment | undefined {
  if (text.length !== 19 || text[4] !== '-' || text[7] !== '-' || text[13] !== ':') return undefined
  if (text[16] !== ':' || (text[10] !== ' ' && text[10] !== 'T')) return undefined
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const [month, day, hour] = [twoDigits(text, 5), twoDigits(text, 8), twoDigits(text, 11)]
  const [minute, second] = [twoDigits(text, 14), twoDigits(text, 17)]
  return Number.isNaN(year + month + day + hour + minute + second)
    ? undefined
    : wallFrom(year, month, day, hour, minute, second)
}

function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - zero, text.charCodeAt(at + 1) - zero]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}
const zero = 48

/** Digits alone: four are a year, eight a date (T7), any other number a Unix timestamp. */
function readDigits(text: string): Moment | undefined {
  const match = /^(@?)([+-]?\d+)(?:\.\d+)?$/.exec(text)
  if (match === null) return undefined
  if (/^(\d{4}|\d{8})$/.test(text)) {
    return wallFrom(
      Number(text.slice(0, 4)),
      Number(text.slice(4, 6) || 1),
      Number(text.slice(6) || 1),
    )
  }
  return { clock: 'instant', at: Math.floor(Number(text.replace('@', ''))) }
}

const isoDate =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i
/** As calendar files write it: `20260710T200000Z`. */
const isoBasic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d(?::?\d\d)?)?$/i

function readIso(text: string): Moment | undefined {
  const match = isoDate.exec(text) ?? isoBasic.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = 0, minute = 0, second = 0, offset] = match
  const wall = wallFrom(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  if (offset === undefined) return wall
  return { clock: 'instant', at: wall.at - offsetSeconds(offset) }
}

function wallFrom(...parts: Parameters<typeof wallTime>): Moment {
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts
  // the zero date of MySQL: before everything
  if (year === 0 && month === 0 && day === 0) return { clock: 'wall', at: firstWall }
  // a day too many rolls into the next month, 24:00 into the next day; month 13 or 25:00 is a slip
  const isSlip = month > 12 || day > 31 || hour > 24 || minute > 59 || second > 60
  return isSlip ? nothing : { clock: 'wall', at: wallTime(...parts) }
}

/** `Z`, `+02`, `+0200` or `+02:00` in seconds; NaN if no clock is that far from UTC. */
function offsetSeconds(text: string): number {
  const digits = text.replace(':', '')
  const hours = Number(digits.slice(1, 3))
  const minutes = Number(digits.slice(3))
  if (hours > 15 || minutes > 59) return Number.NaN
  return (hours * 3600 + minutes * 60) * (digits.startsWith('-') ? -1 : 1)
}

/** The moment itself, and steps of hours, minutes and seconds from it: the same everywhere, as days are not (T9). */
const fromNow =
  /^(?:now\b)?(?:\s*[+-]?\s*\d{1,9}\s*(?:hours?|minutes?|mins?|seconds?|secs?)\b(?:\s+ago\b)?)*$/i

/** The hour as it is written in French, whose letter would name a zone in English: `10h`, `10 h 30`. */
const frenchHour = /(?<!:\d)\d ?h(?:\d|\b)/i

type Seen = { now: Instant; zone: string; start: WallTime | undefined }

/** English or French as people type it, perhaps with a zone. */
function readSpoken(text: string, seen: Seen): Moment | undefined {
  const own = spokenIn(text, seen)
  const { rest, zone: named } = parseZone(text)
  if (own || named === undefined) return own
  const spoken = spokenIn(rest, { ...seen, zone: named })
  if (spoken?.clock !== 'wall') return spoken
  return within({ clock: 'instant', at: instantOf(spoken.at, named) })
}

function spokenIn(words: string, { now, zone, start }: Seen): Moment | undefined {
  const wall = wallOf(now, zone)
  const typed = readTyped(words, { now: wall, start })
  if (!typed || Number.isNaN(typed.at)) return undefined
  return within(
    typed.isStep
      ? { clock: 'instant', at: now + typed.at - wall }
      : { clock: 'wall', at: typed.at },
  )
}

/** English: the zone that it names, or else the given one, is also the clock on which "tomorrow" is seen (T9). */
function readWords(text: string, now: Instant, zone: string): Moment | undefined {
  if (frenchHour.test(text)) return undefined
  const { rest, zone: named } = parseZone(text.replace(/(\d:\d\d:\d\d)\.\d+/, '$1'))
  const wall = wallOf(now, named ?? zone)
  const at = readPhrase(rest || 'now', wall)
  if (at === undefined) return undefined
  if (fromNow.test(rest)) return { clock: 'instant', at: now + at - wall }
  return named === undefined
    ? { clock: 'wall', at }
    : { clock: 'instant', at: instantOf(at, named) }
}

/** A date in digits, at the start of what was sent. */
const writtenDay = /^(\d{4})(-?)(\d\d)\2(\d\d)(?![\d.])/

/** The days next to one that no calendar has (31 February, a day or month 00); undefined for any other date (T13). */
export function nearestDays(input: string | number): [before: string, after: string] | undefined {
  const match = writtenDay.exec(String(input).trim())
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])]
  if (year === 0 || month > 12 || day > 31) return undefined
  const at = month === 0 ? wallTime(year, 1, 1) : wallTime(year, month, day)
  const read = dateOfDay(at / daySeconds)
  if (month > 0 && day > 0 && read.month === month) return undefined
  const after =
    day === 0 || month === 0 ? wallTime(year, Math.max(month, 1), 1) : wallTime(year, month + 1, 1)
  return [formatDay(after - daySeconds), formatDay(after)]
}
const formatDay = (at: WallTime) => formatWall(at).slice(0, 10)

/** Two short numbers with a slash between, and no year before them: `05/12/2027`, `5/12`. */
const dayAndMonth = /(?<![\d/])\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?![\d/])/

/**
 * True for a date that some readers take for one day and others for another (T11). English requests read it month first, as the reference does;
 * others must have the year first.
 */
export const isAmbiguous = (date: unknown, language: Language | undefined): boolean =>
  language !== undefined && language !== 'en' && typeof date === 'string' && dayAndMonth.test(date)

export const yearFirst: FieldError = {
  sentence: {
    en: '{name} can be read in two ways: write the year first, as in 2027-12-05.',
    fr: '{name} peut se lire de deux façons\u00a0: écrivez l’année en premier, comme 2027-12-05.',
  },
}

/**
 * Takes the zone out of a date in words: `tomorrow 9am Europe/Paris` gives the rest, `tomorrow 9am`, and the zone as
 * `isZone` knows it. Offsets (`-0400`, `GMT+2`), names, abbreviations and `Z` are found; of several only the first is
 * taken, so that the rest is refused as a date.
 */
function parseZone(text: string): { rest: string; zone?: string } {
  for (const [pattern, zoneIn] of ways) {
    for (const match of text.matchAll(pattern)) {
      const zone = zoneIn(match)
      if (zone === undefined || !isZone(zone)) continue
      const before = text.slice(0, match.index)
      const after = text.slice(match.index + match[0].length)
      return { rest: `${before} ${after}`.trim(), zone }
    }
  }
  return { rest: text }
}

type Way = [pattern: RegExp, zoneIn: (match: RegExpMatchArray) => string | undefined]

const ways: Way[] = [
  // not "+2 days", not the end of a date: an offset follows a blank or a time, and no digits or words follow it
  [
    /(?<=^|\s|:\d\d|\dm)\(?(?:gmt|utc)?([+-])(0?\d|1[0-4])(?::?([0-5]\d))?\)?(?![\d:./-]|\s*[a-z])/gi,
    ([, sign, hours = '', minutes = '00']) => `${sign}${hours.padStart(2, '0')}:${minutes}`,
  ],
  [/(?<=^|\s)\(?([a-z_-]+(?:\/[a-z0-9_+-]+)+)\)?(?=$|\s)/gi, ([, name]) => name],
  [/(?<=^|[\s\d]|\dm)\(?([a-z]{3,5})\)?(?=$|\s)/gi, ([, letters]) => letters],
  [/(?<=^|:\d\d ?)([a-ik-z])(?=$|\s)/gi, ([, letter = '']) => militaryZone(letter.toLowerCase())],
]

/** `a` to `m` (there is no `j`) are one to twelve hours ahead of UTC, `n` to `y` as many behind, `z` is UTC. */
function militaryZone(letter: string): string {
  const ahead = 'zabcdefghiklm'.indexOf(letter)
  const hours = ahead >= 0 ? ahead : 'nopqrstuvwxy'.indexOf(letter) + 1
  return `${ahead >= 0 ? '+' : '-'}${String(hours).padStart(2, '0')}:00`
}
