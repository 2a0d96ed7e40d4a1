import {
  notACount,
  notADate,
  notAmong,
  notAnId,
  notASearch,
  notDegrees,
  notFilled,
  tooLong,
  wrongType,
} from './field-errors.ts'
import { type FieldType, fieldError, type Reference, value } from './field-type.ts'
import { longest, text } from './text-types.ts'
import { parseMoment } from './time/parse.ts'
import { isAmbiguous, yearFirst } from './time/slashed.ts'
import { noZone, zoneWritten } from './time/zone-written.ts'

export { html, isUrl, line, secret, slug, url } from './text-types.ts'

/** The digits of a whole number in any form that the reference counts as numeric: 5, "5", "+5", "5.0", "1e1". */
export function wholeNumber(input: unknown): number | undefined {
  if (typeof input === 'string' && !/^\s*[+-]?\d+(\.0*)?([eE]\+?\d{1,2})?\s*$/.test(input))
    return undefined
  if (typeof input !== 'number' && typeof input !== 'string') return undefined
  const number = Number(input)
  return Number.isSafeInteger(number) ? number : undefined
}

/** A whole number above zero. `most` silently lowers it (P6). */
export const count = ({
  most,
  sample = 1,
}: {
  most?: number
  sample?: number
} = {}): FieldType<number | string, number, number> => ({
  index: { type: 'integer' },
  accepts: { type: 'integer', minimum: 1 },
  returns: { type: 'integer' },
  clears: [],
  check(input) {
    const number = wholeNumber(input)
    if (number === undefined || number < 1) return fieldError(notACount)
    return value(most === undefined ? number : Math.min(number, most))
  },
  sample,
})

/** The id of a record; whether it exists is asked of the calendar, which knows the kind it `refers` to. */
export type { Reference }

export type ReferenceKind = FieldType<number | string | null, number, number> & {
  refers: Reference
}

export const reference = (refers: Reference, { zero = false } = {}): ReferenceKind => ({
  index: { type: 'integer' },
  accepts: { type: ['integer', 'null'], minimum: 0 },
  returns: { type: 'integer' },
  column: 'integer',
  clears: refers === 'user' ? [] : [null, '', 0, '0', 'list'],
  refers,
  check(input) {
    const number = wholeNumber(input)
    return number === undefined || number < (zero ? 0 : 1)
      ? fieldError(notAnId(refers))
      : value(number)
  },
  sample: 1,
})

/** True and false as the reference takes them; a query may also say yes, no, on, off (E2). */
export const flag = ({
  loose = false,
} = {}): FieldType<boolean | 0 | 1 | string | null, boolean, boolean> => ({
  index: { type: 'boolean' },
  accepts: { type: ['boolean', 'null'] },
  returns: { type: 'boolean' },
  column: 'integer',
  clears: [null],
  check(input) {
    const known = flagWords.get(typeof input === 'string' ? input.toLowerCase() : input)
    if (known !== undefined) return value(known)
    const word =
      loose && typeof input === 'string' ? looseWords.get(input.toLowerCase()) : undefined
    return word === undefined ? fieldError(wrongType('boolean')) : value(word)
  },
  sample: true,
})

const flagWords = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
])
const looseWords = new Map([
  ['yes', true],
  ['no', false],
  ['on', true],
  ['off', false],
])

const trueWords = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true'])

/** Some filters and map flags take any word; these few mean true, all others false (behaviour 0.4). */
export const isTruthy = (input: unknown) =>
  input === true || trueWords.has(String(input).toLowerCase())

/** A flag that takes any word. In the index the reference types it as text, or not at all. */
export const word = (
  typed: 'string' | undefined,
): FieldType<boolean | string | number | null, boolean, boolean> => ({
  index: typed ? { type: typed } : {},
  accepts: { type: typed ? ['string', 'boolean', 'null'] : 'boolean' },
  returns: { type: 'boolean' },
  column: 'integer',
  clears: typed ? [null, '', 'list'] : [],
  check: input =>
    typeof input === 'object' ? fieldError(wrongType('string')) : value(isTruthy(input)),
  sample: true,
})

/** The same hour as it may be written: on the clock of the event, as an instant, as a day. */
const samples = {
  wall: '2026-12-05 20:00:00',
  'date-time': '2026-12-05T20:00:00+01:00',
  date: '2026-12-05',
}

/** A date in any form that the reference takes (T4, T7, T9); kept as sent until its zone is known. */
export const moment = (
  format?: 'date' | 'date-time',
): FieldType<string | number | null, string, string | number> => ({
  index: { type: 'string', ...(format && { format }) },
  accepts: { type: ['string', 'integer', 'null'], ...(format && { format }) },
  returns: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' },
  clears: [null, '', 'list'],
  check(input, { now, zone, language }) {
    if (isAmbiguous(input, language)) return fieldError(yearFirst)
    if (typeof input !== 'string' && typeof input !== 'number') return fieldError(notADate)
    return parseMoment(input, now, zone) ? value(input) : fieldError(notADate)
  },
  sample: samples[format ?? 'wall'],
})

/** An IANA name (kept in its own case; no name is replaced by another), `UTC`, or an offset. */
export const timezone = (): FieldType<string | null, string, string> => ({
  ...text(100, 'Europe/Paris'),
  check(input) {
    if (typeof input !== 'string') return fieldError(wrongType('string'))
    const written = zoneWritten(input)
    return written === undefined ? fieldError(noZone(input)) : value(written)
  },
})

/** Every status that may be written; the first six are those with a meaning here. */
export const statuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
] as const
export type Status = (typeof statuses)[number]

/** Statuses of what was never public: without a publication in UTC, and for events perhaps without a slug. */
export const unpublished: ReadonlySet<string> = new Set<Status>(['draft', 'pending', 'auto-draft'])

export const status = (): FieldType<string | null, Status, Status> => ({
  ...(text(20, 'publish') as unknown as FieldType<string | null, Status, Status>),
  accepts: { type: ['string', 'null'], enum: statuses },
  returns: { type: 'string', enum: statuses },
  check(input) {
    if (typeof input !== 'string') return fieldError(wrongType('string'))
    const known = statuses.find(one => one === input)
    return known ? value(known) : fieldError(notAmong(statuses))
  },
})

/** A closed choice of words. */
export const oneOf = <const T extends readonly string[]>(
  words: T,
): FieldType<T[number], T[number]> => ({
  index: { type: 'string', enum: words },
  accepts: { type: 'string', enum: words },
  returns: { type: 'string', enum: words },
  column: 'text',
  clears: [],
  check: input =>
    words.includes(input as string)
      ? value(input)
      : fieldError({ code: 'rest_not_in_enum', ...notAmong(words) }),
  sample: words[0],
})

/** Degrees, within `most` either side of zero. */
export const degrees = (
  most: 90 | 180,
  format?: 'double',
): FieldType<number | string | null, number, number> => ({
  index: { type: 'number', ...(format && { format }) },
  accepts: { type: ['number', 'null'], ...(format && { format }) },
  returns: { type: 'number', minimum: -most, maximum: most },
  column: 'real',
  clears: format ? [] : [null, '', 'list'],
  check(input) {
    const isNumeric =
      typeof input === 'number' || (typeof input === 'string' && input.trim() !== '')
    const number = isNumeric ? Number(input) : Number.NaN
    return Math.abs(number) <= most ? value(number) : fieldError(notDegrees(most))
  },
  sample: most === 90 ? 45.5 : -73.57,
})

/** Words to look for; an empty search is refused (P7). */
export const search = (): FieldType<string, string, string> => ({
  ...(text(longest.search, 'jazz') as FieldType<string, string, string>),
  accepts: { type: 'string', minLength: 1, maxLength: longest.search },
  clears: [],
  check(input) {
    if (typeof input !== 'string') return fieldError(notASearch)
    if (input.length > longest.search) return fieldError(tooLong(longest.search))
    return input === '' || input === '0' ? fieldError(notASearch) : value(input)
  },
})

/** Text that must not be empty; "0" counts as empty in the reference. */
export const filled = (): FieldType<string, string, string> => ({
  ...(text(longest.line, 'text') as FieldType<string, string, string>),
  accepts: { type: 'string', minLength: 1 },
  clears: [],
  check: input =>
    typeof input !== 'string' || input === '' || input === '0'
      ? fieldError(notFilled)
      : input.length > longest.line
        ? fieldError(tooLong(longest.line))
        : value(input),
})

/** Anything at all, as one value: what is made of it is told by the field's own kind. */
export const untyped = (): FieldType => ({
  index: {},
  accepts: {},
  returns: {},
  clears: [],
  check: input => value(input),
  sample: null,
})
