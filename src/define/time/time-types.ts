import { noSuchDay, notADate, wrongType } from '../field-errors.ts'
import {
  type CheckContext,
  type Checked,
  type FieldType,
  fieldError,
  value,
} from '../field-type.ts'
import { text } from '../text-types.ts'
import { formatWall } from './clock.ts'
import {
  isAmbiguous,
  nearestDays,
  type ParamMoment,
  parseMoment,
  parseParam,
  yearFirst,
} from './parse.ts'
import { noZone, zoneWritten } from './zone-written.ts'

/** The same hour as it may be written: on the clock of the event, as an instant, as a day. */
const samples = {
  wall: '2026-12-05 20:00:00',
  'date-time': '2026-12-05T20:00:00+01:00',
  date: '2026-12-05',
}

/** The parts that dates of records and dates of filters share. */
const anyMoment = (format?: 'date' | 'date-time') =>
  ({
    index: { type: 'string', ...(format && { format }) },
    input: 'moment',
    accepts: { type: ['string', 'integer', 'null'], ...(format && { format }) },
    returns: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' },
    clears: [null, '', 'list'],
    show: stored => (stored === null ? '0000-00-00 00:00:00' : formatWall(Number(stored))),
    sample: samples[format ?? 'wall'],
  }) satisfies Partial<FieldType<never, string>>

/**
 * A date in any form that The Events Calendar takes (T4, T7, T9), or as people type it; the stored seconds follow when its zone is known. `isEnd`: it
 * may be stated by the start, as “until 10pm”.
 */
export const moment = (
  format?: 'date' | 'date-time',
  isEnd = false,
): FieldType<string | number | null, string, string | number> => ({
  ...anyMoment(format),
  check(input, context) {
    const nearest = isWritten(input) && nearestDays(input)
    if (nearest) return fieldError(noSuchDay(nearest))
    const { now, zone } = context
    // any start will do
    const start = isEnd ? now : undefined
    return checkDate(input, context, text => parseMoment(text, now, zone, start) && text)
  },
})

/**
 * The same in a filter, in local time of the site: read once, by the check. The index names the specification's format alone;
 * the OpenAPI document names every form, so that clients which validate accept days, instants and the local times of our links (M10).
 */
export const momentParam = (
  format: 'date' | 'date-time',
): FieldType<string | number | null, string, ParamMoment> => ({
  ...anyMoment(format),
  accepts: {
    anyOf: [
      { type: 'string', format },
      { type: 'string', format: format === 'date' ? 'date-time' : 'date' },
      { type: 'string' },
    ],
  },
  check: (input, context) =>
    checkDate(input, context, text => parseParam(text, context.now, context.zone)),
})

function checkDate<T>(
  input: unknown,
  { language }: CheckContext,
  read: (text: string | number) => T | undefined,
): Checked<T> {
  if (isAmbiguous(input, language)) return fieldError(yearFirst)
  if (!isWritten(input)) return fieldError(notADate)
  const time = read(input)
  return time === undefined ? fieldError(notADate) : value(time)
}

const isWritten = (input: unknown): input is string | number =>
  typeof input === 'string' || typeof input === 'number'

/** An IANA name (stored in its own case; no name is replaced by another), `UTC`, or an offset. */
export const timezone = (): FieldType<string | null, string, string> => ({
  ...text(100, 'Europe/Paris'),
  input: 'zone',
  check(input) {
    if (typeof input !== 'string') return fieldError(wrongType('string'))
    const written = zoneWritten(input)
    return written === undefined ? fieldError(noZone(input)) : value(written)
  },
})
