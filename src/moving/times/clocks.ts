import { fold } from '../../define/text/fold.ts'
import { daySeconds, formatWall } from '../../define/time/clock.ts'
import { before, until } from './words.ts'

/**
 * The hours of a text: `HH:MM:SS`, with an offset where one is written. No time: all of the day. `isOpen`: the hour is not
 * known yet. `isMidnight`: a word for midnight, the end of its day. `isSeveral`: only the first of several starts is read.
 */
export type Clocks = {
  time?: string
  until?: string
  isOpen?: true
  isMidnight?: true
  isSeveral?: true
}

/** Longer texts are no hours. */
const maxLength = 80

/** The hours that a text states, which is nothing else. `ofDay`: it stands behind a day, where a number alone is none; `isIso`: behind the T of ISO 8601. */
export function clocksIn(
  written: string,
  { ofDay = false, isIso = false }: { ofDay?: boolean; isIso?: boolean } = {},
): Clocks | undefined {
  if (written.length > maxLength) return undefined
  const text = plain(written)
  if (/^(?:tb[acd]|(?:a )?(?:confirmer|definir|preciser|venir)|offen|n\/?a|\?+|-+)$/.test(text))
    return { isOpen: true }
  if (/^(?:all day|toute la journee|journee(?: entiere)?|ganztagig|todo el dia)$/.test(text))
    return {}
  const alone = ofDay ? undefined : fractionIn(text)
  if (alone) return { time: alone }
  const single = clockIn(text, isIso)
  if (single && !(ofDay && /^\d{1,2}$/.test(text)))
    return { time: single, ...(midnight.test(text) && { isMidnight: true }) }
  return rangeIn(text) ?? severalIn(text)
}

const plain = (written: string) =>
  fold(written)
    .replace(new RegExp(`^(?:${before})+`), '')
    .replace(/^t(?=\d)/, '')
    .replace(/[\s,]*(?:precises?|sharp)\.?$/, '')
    .trim()

const noon = /^(?:midi|noon|midday|mittags?|mediodia|mezzogiorno)$/
const midnight = /^(?:minuit|midnight|mitternachts?|medianoche|mezzanotte|middernacht)$/

const spelled =
  /^(\d{1,2})(?:(?:\s?[:.]\s?|\s?(?:h|heures?|uhr|uur)\s?)(\d{2})(?:\s?[:.mn']{1,2}\s?(\d{2})(?:[.,]\d{1,9})?)?)?(?:\s?(?:h|hrs?|hs|heures?|min|mn|uhr|uur|o'clock))?\.?(?:\s?([ap])\.?(?:\s?m\.?)?)?(z|\s?(?:utc|gmt)|(?:\s?(?:utc|gmt))?\s?[+-]\d\d(?::?\d\d)?)?$/
const digitsOnly = /^(\d\d)(\d\d)(\d\d)?(z|[+-]\d\d:?\d\d)?$/
/** `20h 22h` are two hours. */
const twoHours = /(?:h|heures?|uhr|uur)\s?\d\d\s?(?:h|uhr|uur|[ap])/

/** One hour in folded text, as `HH:MM:SS`. */
function clockIn(text: string, isIso = false): string | undefined {
  if (noon.test(text)) return '12:00:00'
  if (midnight.test(text)) return '24:00:00'
  const basic = digitsOnly.exec(text)
  if (basic) return clockOf(basic[1], basic[2], basic[3], '', basic[4])
  if (twoHours.test(text)) return undefined
  const [, hours, minutes, seconds, half, offset = ''] = spelled.exec(text) ?? []
  // `22:00-04:00` is a start and an end, `14h+20` two starts
  const isExact = seconds !== undefined || isIso || /[cmt]/.test(offset)
  if (!isExact && (/-/.test(offset) || /^\s?\+\d\d$/.test(offset))) return undefined
  return hours === undefined ? undefined : clockOf(hours, minutes, seconds, half, offset)
}

function clockOf(
  hours: string | undefined,
  minutes = '00',
  seconds = '00',
  half = '',
  offset = '',
): string | undefined {
  const written = Number(hours)
  if (half !== '' && (written < 1 || written > 12)) return undefined
  const hour = half === '' ? written : (written % 12) + (half === 'p' ? 12 : 0)
  const isEnd = hour === 24 && Number(minutes) === 0 && Number(seconds) === 0
  if (!isEnd && (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59)) return undefined
  if (Math.abs(Number(/[+-]\d\d/.exec(offset)?.[0] ?? 0)) > 14) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${offsetOf(offset.trim())}`
}

/** `+02:00`. */
function offsetOf(written: string): string {
  const [, hours, minutes = '00'] = /([+-]\d\d):?(\d\d)?$/.exec(written) ?? []
  return hours ? `${hours}:${minutes}` : written === '' ? '' : '+00:00'
}

/** The part of a day that spreadsheets write for an hour without a format: `0.8125`. Two digits are minutes, but for quarters of a day. */
function fractionIn(text: string): string | undefined {
  if (!/^0?[.,]\d{1,17}$/.test(text)) return undefined
  const digits = text.replace(/^0?[.,]/, '')
  if (digits.length === 2 && !/^(?:25|50|75)$/.test(digits) && Number(digits) < 60) return undefined
  return clockOfFraction(Number(`0.${digits}`))
}

/** The hour after this part of a day. */
export const clockOfFraction = (fraction: number): string =>
  formatWall(Math.min(Math.round(fraction * daySeconds), daySeconds - 1)).slice(11)

const between = new RegExp(until, 'g')

/** A start and an end: `19:30-21:00`, `de 14h à 18h`, `14h/18h`, `7-9 pm`. */
function rangeIn(text: string): Clocks | undefined {
  for (const { 0: sign, index } of text.matchAll(between)) {
    const [first, second] = [text.slice(0, index), plain(text.slice(index + sign.length))]
    const end = clockIn(second)
    if (end === undefined) continue
    // in `7-9 pm` both are in the evening; in `11-1 pm` the first is not
    const [half = ''] = /\d$/.test(first) ? (/[ap]\.?\s?m?\.?$/.exec(second) ?? []) : []
    const starts = [clockIn(first + half), clockIn(first)].filter(start => start !== undefined)
    const start = starts.find(each => each <= end) ?? starts.at(-1)
    if (start !== undefined) return { time: start, until: end }
  }
  return undefined
}

/** `19:30, 21:00`: one row is one event. */
function severalIn(text: string): Clocks | undefined {
  const parts = text.split(/\s?[,;&+]\s?|\s(?:et|and|und|y|e|en|ou|or|oder)\s/)
  if (parts.length < 2) return undefined
  const clocks = parts.map(part => clockIn(part) ?? rangeIn(part))
  const [first] = clocks
  if (first === undefined || clocks.includes(undefined)) return undefined
  return { ...(typeof first === 'string' ? { time: first } : first), isSeveral: true }
}
