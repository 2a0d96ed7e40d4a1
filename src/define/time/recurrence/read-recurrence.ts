import { nested } from '../../field-errors.ts'
import type { Checked, FieldError } from '../../field-type.ts'
import { isZone, zoneWritten } from '../zone.ts'
import {
  notDates,
  notLines,
  notOfRecurrence,
  severalRules,
  tooLong,
  tooLongLine,
  tooManyLines,
  tooManyValues,
  unknownLine,
  unknownParameter,
  unknownZone,
} from './errors.ts'
import { type PartErrors, readRule } from './read-rule.ts'
import type { FurtherDate, Recurrence, RemovedDate, Rule } from './rule.ts'
import { readDuration, readTime } from './times.ts'

/** More single dates than this are read by no one, and cost at every reading. */
export const maxValues = 1000
/** As many as there may be dates, each in a line of its own, and the rule. */
const maxLines = 2 * maxValues + 1
export const maxLine = 40_000
/** Limit of all lines together: enough for the longest lists with one date per line. */
const maxLength = 250_000
/** Reading goes on past so many errors for no one. */
const maxErrors = 20

/**
 * Reads the lines of a recurrence; undefined for none: the event is single. `zone` is that of the event. Errors name the part:
 * `recurrence.BYHOUR`.
 */
export function readRecurrence(lines: unknown, zone: string): Checked<Recurrence | undefined> {
  const list = typeof lines === 'string' ? lines.split(/\r?\n/) : (lines ?? [])
  if (!Array.isArray(list)) return { fieldError: notLines }
  if (list.length > maxLines) return { fieldError: tooManyLines(maxLines) }
  if (!list.every(line => typeof line === 'string')) return { fieldError: notLines }
  if (list.some(line => line.length > maxLine)) return { fieldError: tooLongLine(maxLine) }
  const read: Reading = { rules: [], further: new Map(), removed: new Map(), errors: [] }
  if (list.reduce((length, line) => length + line.length, 0) > maxLength)
    return { fieldError: tooLong(maxLength) }
  for (const line of list) {
    if (read.errors.length >= maxErrors) break
    if (line.trim() !== '') readLine(read, line.trim(), zone)
  }
  const { rules, further, removed, errors } = read
  if (rules.length > 1) errors.push(['RRULE', severalRules])
  if (further.size > maxValues) errors.push(['RDATE', tooManyValues(maxValues)])
  if (removed.size > maxValues) errors.push(['EXDATE', tooManyValues(maxValues)])
  if (errors.length > 0) return { fieldError: errorOf(errors) }
  const [rule] = rules
  if (!rule && further.size === 0 && removed.size === 0) return { value: undefined }
  return { value: { rule, further: inOrder(further), removed: inOrder(removed) } }
}

/** Errors of the field itself come alone; those of parts, together. */
function errorOf(errors: PartErrors): FieldError {
  const own = errors.find(([part]) => part === '')
  return own ? own[1] : nested(errors)
}

const inOrder = <T extends { at: number }>(dates: Map<string, T>) =>
  [...dates.values()].sort((a, b) => a.at - b.at)

type Reading = {
  rules: Rule[]
  further: Map<string, FurtherDate>
  removed: Map<string, RemovedDate>
  errors: PartErrors
}

function readLine(read: Reading, line: string, zone: string): void {
  const [, name = '', parameters = '', value = ''] =
    /^(RRULE|RDATE|EXDATE|DTSTART|DTEND|DURATION)((?:;[^:;]+)*):(.*)$/i.exec(line) ?? []
  const part = name.toUpperCase()
  if (part === '') read.errors.push(['', unknownLine(line)])
  else if (part === 'RRULE') {
    const result = readRule(value, zone)
    if ('rule' in result) read.rules.push(result.rule)
    else read.errors.push(...result.errors)
  } else if (part === 'RDATE' || part === 'EXDATE') {
    const error = readDates(read, part, { parameters, value, zone })
    if (error) read.errors.push([part, error])
  } else read.errors.push([part, notOfRecurrence])
}

function readDates(
  read: Reading,
  part: 'RDATE' | 'EXDATE',
  { parameters, value, zone: eventZone }: { parameters: string; value: string; zone: string },
): FieldError | undefined {
  let zone: string | undefined
  for (const parameter of parameters.split(';').slice(1)) {
    const [, name = '', text = ''] = /^([^=]*)=(.*)$/.exec(parameter) ?? []
    const key = name.toUpperCase()
    if (key === 'TZID') {
      // some programs write a slash before the names of the tz database
      const written = text.replaceAll('"', '').replace(/^\//, '')
      if (!isZone(written)) return unknownZone(written)
      zone = sameZone(written, eventZone) ? eventZone : written
    } else if (key !== 'VALUE') return unknownParameter(parameter)
  }
  for (const item of value.split(',')) {
    const date = readDate(item.trim(), part, { zone, eventZone })
    if (!date) return notDates
    const key = `${date.at} ${date.isDay}`
    if (part === 'RDATE') read.further.set(key, date)
    else read.removed.set(key, date)
  }
  return undefined
}

const sameZone = (a: string, b: string) => zoneWritten(a) === zoneWritten(b)

function readDate(
  text: string,
  part: 'RDATE' | 'EXDATE',
  zones: { zone?: string | undefined; eventZone: string },
): FurtherDate | undefined {
  const [start = '', end] = text.split('/')
  const time = readTime(start, zones)
  if (!time || (end !== undefined && (part === 'EXDATE' || time.isDay))) return undefined
  if (time.isDay) return { at: time.at, isDay: true }
  if (end === undefined) return { at: time.at }
  const length = readDuration(end)
  const ends = length === undefined ? readTime(end, zones)?.at : time.at + length
  return ends === undefined || ends < time.at ? undefined : { at: time.at, ends }
}
