import type { FieldError } from '../../field-type.ts'
import { daySeconds } from '../clock.ts'
import {
  choosesNothing,
  notAFrequency,
  notAnEnd,
  notAWeekday,
  notInRange,
  notNumbers,
  notPlaces,
  notTogether,
  notWeekdays,
  notWithFrequency,
  numberedDays,
  partTwice,
  tooManyTimes,
  unknownPart,
} from './errors.ts'
import { type Frequency, frequencies, type Rule, type RuleDay, weekdays } from './rule.ts'
import { readTime } from './times.ts'

/** The errors, by the part at fault. */
export type PartErrors = [part: string, error: FieldError][]

/** More steps than this are no repetition that people plan. */
export const maxInterval = 1000
const maxCount = 100_000
/** More times a day than this are a timetable. With BYSETPOS, they bound the work of one period. */
const maxTimes = 96

type NumberPart = {
  into: NumberName
  max: number
  min: number
  isSigned?: true
  not?: readonly Frequency[]
}
type NumberName =
  | ('byMonth' | 'byWeekNo' | 'byYearDay' | 'byMonthDay')
  | ('byHour' | 'byMinute' | 'bySecond' | 'bySetPos')

/** Lists of numbers, in the order in which rules are written, and the frequencies with which RFC 5545 excludes them. */
export const numberParts: Record<string, NumberPart> = {
  BYMONTH: { into: 'byMonth', min: 1, max: 12 },
  BYWEEKNO: {
    into: 'byWeekNo',
    min: 1,
    max: 53,
    isSigned: true,
    not: ['MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'],
  },
  BYYEARDAY: {
    into: 'byYearDay',
    min: 1,
    max: 366,
    isSigned: true,
    not: ['MONTHLY', 'WEEKLY', 'DAILY'],
  },
  BYMONTHDAY: { into: 'byMonthDay', min: 1, max: 31, isSigned: true, not: ['WEEKLY'] },
  BYHOUR: { into: 'byHour', min: 0, max: 23 },
  BYMINUTE: { into: 'byMinute', min: 0, max: 59 },
  BYSECOND: { into: 'bySecond', min: 0, max: 59 },
  BYSETPOS: { into: 'bySetPos', min: 1, max: 366, isSigned: true },
}

const partNames = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
  ...Object.keys(numberParts),
]

/** Reads the value of an RRULE; all errors at once. `zone` is that of the event. */
export function readRule(text: string, zone: string): { rule: Rule } | { errors: PartErrors } {
  const parts = new Map<string, string>()
  const errors: PartErrors = []
  for (const part of text.split(';').filter(part => part !== '')) {
    const [, name = part, value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(part) ?? []
    const key = name.toUpperCase()
    if (!partNames.includes(key)) errors.push([name.slice(0, 30), unknownPart(partNames)])
    else if (parts.has(key)) errors.push([key, partTwice])
    else parts.set(key, value.toUpperCase())
  }
  const freq = frequencies.find(name => name === parts.get('FREQ'))
  if (freq === undefined) return { errors: [['FREQ', notAFrequency], ...errors] }
  const rule: Rule = { freq, interval: 1, weekStart: 1 }
  for (const [name, value] of parts) {
    const wrong = readPart(rule, name, value, zone)
    if (wrong) errors.push([name, wrong])
  }
  if (errors.length === 0) errors.push(...contradictionsOf(rule))
  return errors.length > 0 ? { errors } : { rule }
}

/** Puts one part into the rule, or says what is wrong with it. */
function readPart(rule: Rule, name: string, value: string, zone: string): FieldError | undefined {
  const list = numberParts[name]
  if (list) {
    const numbers = readNumbers(value, list)
    if (!numbers) return list.isSigned ? notPlaces(list.max) : notNumbers(list.min, list.max)
    rule[list.into] = numbers
  }
  if (name === 'INTERVAL') {
    const interval = readNumber(value, 1, maxInterval)
    if (interval === undefined) return notInRange(1, maxInterval)
    rule.interval = interval
  }
  if (name === 'COUNT') {
    rule.count = readNumber(value, 1, maxCount)
    if (rule.count === undefined) return notInRange(1, maxCount)
  }
  if (name === 'UNTIL') {
    const time = readTime(value, { eventZone: zone })
    if (!time) return notAnEnd
    // R5: a day is meant to its end
    rule.until = time.isDay ? time.at + daySeconds - 1 : time.at
  }
  if (name === 'WKST') {
    rule.weekStart = weekdays.indexOf(value)
    if (rule.weekStart < 0) return notAWeekday
  }
  if (name === 'BYDAY') {
    rule.byDay = readDays(value)
    if (!rule.byDay) return notWeekdays
  }
  return undefined
}

const readNumber = (text: string, min: number, max: number) => {
  const number = /^\+?\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

function readNumbers(text: string, { min, max, isSigned }: NumberPart): number[] | undefined {
  const numbers = text.split(',').map(item => {
    const isNegative = isSigned && item.startsWith('-')
    const size = readNumber(isNegative ? item.slice(1) : item, min, max)
    return size === undefined ? Number.NaN : isNegative ? -size : size
  })
  if (numbers.some(Number.isNaN)) return undefined
  return [...new Set(numbers)].sort(inOrder)
}

/** As they follow each other: those counted from the end come last. */
const inOrder = (a: number, b: number) => Number(a < 0) - Number(b < 0) || a - b

function readDays(text: string): RuleDay[] | undefined {
  const days = new Map<string, RuleDay>()
  for (const item of text.split(',')) {
    const [, sign, digits, name = ''] = /^([+-]?)(\d{1,2})?([A-Z]{2})$/.exec(item) ?? []
    const weekday = weekdays.indexOf(name)
    const nth = digits === undefined ? undefined : Number(sign + digits)
    if (weekday < 0 || (sign && !digits) || nth === 0 || Math.abs(nth ?? 0) > 53) return undefined
    days.set(`${nth} ${weekday}`, nth === undefined ? { weekday } : { weekday, nth })
  }
  // Monday first, as people write them
  return [...days.values()].sort(
    (a, b) => inOrder(a.nth ?? 0, b.nth ?? 0) || ((a.weekday + 6) % 7) - ((b.weekday + 6) % 7),
  )
}

/** Parts of which each alone is right. */
function contradictionsOf(rule: Rule): PartErrors {
  const errors: PartErrors = []
  if (rule.count !== undefined && rule.until !== undefined)
    errors.push(['COUNT', notTogether('UNTIL')])
  for (const [name, { into, not }] of Object.entries(numberParts))
    if (rule[into] && not?.includes(rule.freq)) errors.push([name, notWithFrequency(rule.freq)])
  const takesNumbered = rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && !rule.byWeekNo)
  if (!takesNumbered && rule.byDay?.some(({ nth }) => nth !== undefined))
    errors.push(['BYDAY', numberedDays])
  if (rule.freq === 'MONTHLY' && rule.byDay?.some(({ nth = 0 }) => Math.abs(nth) > 5))
    errors.push(['BYDAY', notWeekdays])
  const others = [rule.byDay, ...Object.values(numberParts).map(({ into }) => rule[into])]
  if (rule.bySetPos && others.filter(part => part).length < 2)
    errors.push(['BYSETPOS', choosesNothing])
  const lengthOf = (list: readonly number[] = [0]) => list.length
  if (lengthOf(rule.byHour) * lengthOf(rule.byMinute) * lengthOf(rule.bySecond) > maxTimes)
    errors.push([rule.bySecond ? 'BYSECOND' : 'BYMINUTE', tooManyTimes(maxTimes)])
  return errors
}
