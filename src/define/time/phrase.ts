import { strtotime } from 'locutus/php/datetime/strtotime'
import { cycleDays, dateOfDay, daySeconds, startOfDay, type WallTime, weekdayOf } from './clock.ts'

/**
 * Reads a date in English (or in any other form that PHP's `strtotime` takes) that names no zone, seen from a clock that shows `now` (T9). Undefined
 * or NaN if it is none. Never throws, and does not depend on the zone of the process. The grammar is locutus'; parts that it lacks are removed from
 * the phrase first, and applied here to the date of the rest.
 */
export function readPhrase(phrase: string, now: WallTime): WallTime | undefined {
  for (const { pattern, read } of supplements) {
    const match = pattern.exec(phrase)
    if (match === null) continue
    const before = phrase.slice(0, match.index)
    const after = phrase.slice(match.index + match[0].length)
    return read(
      words => strtotimeOnWall(`${before} ${words} ${after}`, now),
      match.map(group => group?.toLowerCase()),
    )
  }
  return strtotimeOnWall(phrase, now)
}

type Supplement = {
  pattern: RegExp
  /** `readWith` reads the phrase with other words in place of the match; NaN is no date. */
  read: (
    readWith: (words: string) => WallTime,
    match: (string | undefined)[],
  ) => WallTime | undefined
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const weekday = '(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday)?'
const ordinals =
  'last first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
    ' ',
  )
const ordinal = `(${ordinals.join('|')})`

/** `first monday of january 2027`, at midnight unless a time follows. */
const weekdayOfMonth: Supplement = {
  pattern: new RegExp(`\\b${ordinal}\\s+${weekday}\\s+of\\b`, 'i'),
  read(readWith, [, which = '', name = '']) {
    const wanted = weekdays.indexOf(name)
    if (which === 'last') {
      const last = readWith('today last day of')
      return last - daySeconds * daysBetween(wanted, weekdayOf(last))
    }
    const first = readWith('today first day of')
    const weeks = ordinals.indexOf(which) - 1
    return first + daySeconds * (daysBetween(weekdayOf(first), wanted) + 7 * weeks)
  },
}

/** `saturday this week`: weeks begin on Monday, also when today is Sunday. */
const weekdayOfWeek: Supplement = {
  pattern: new RegExp(`\\b${weekday}\\s+(this|next|last|previous)\\s+week\\b`, 'i'),
  read(readWith, [, name = '', which]) {
    const today = readWith('today')
    const monday = today - daySeconds * daysBetween(1, weekdayOf(today))
    const weeks = which === 'this' ? 0 : which === 'next' ? 1 : -1
    return monday + daySeconds * (daysBetween(1, weekdays.indexOf(name)) + 7 * weeks)
  },
}

/** `next monday` is never today, not even on a Monday. */
const nextWeekday: Supplement = {
  pattern: new RegExp(`\\b(?:next|first)\\s+${weekday}\\b`, 'i'),
  read(readWith, [, name = '']) {
    const onOrAfter = readWith(name)
    return onOrAfter === readWith('today') ? onOrAfter + 7 * daySeconds : onOrAfter
  },
}

/** `+3 weekdays`, `2 weekdays ago`: Mondays to Fridays, at the same time of the day. */
const countedWorkdays: Supplement = {
  pattern: /(?<![\d:.-])([+-]{0,9})\s{0,9}(\d{1,4})\s{0,9}weekdays?\b(\s+ago\b)?/i,
  read(readWith, [, signs = '', count, ago]) {
    const minuses = signs.split('-').length - 1 + (ago === undefined ? 0 : 1)
    return addWorkdays(readWith(''), Number(count) * (minuses % 2 === 0 ? 1 : -1))
  },
}

/** `next weekday`, at midnight unless a time follows. */
const nextWorkday: Supplement = {
  pattern: /\b(next|last|previous)\s+weekdays?\b/i,
  read: (readWith, [, which]) => addWorkdays(readWith('today'), which === 'next' ? 1 : -1),
}

/** `weekday` alone says nothing; locutus would take it for Sunday. */
const loneWorkday: Supplement = { pattern: /weekday/i, read: () => undefined }

const supplements = [
  weekdayOfMonth,
  weekdayOfWeek,
  nextWeekday,
  countedWorkdays,
  nextWorkday,
  loneWorkday,
]

function daysBetween(weekday: number, later: number): number {
  return (later - weekday + 7) % 7
}

function addWorkdays(date: WallTime, count: number): WallTime {
  if (Number.isNaN(date)) return date
  const step = count < 0 ? -daySeconds : daySeconds
  let at = date
  for (let left = Math.abs(count); left > 0; ) {
    at += step
    if (weekdayOf(at) % 6 !== 0) left -= 1
  }
  return at
}

/**
 * locutus computes in the time zone of the process, which skips an hour at clock changes. Four hundred years ago there were no clock changes, and the
 * calendar had the same days of the week: so it computes with a date in that past, once by moving `now` there, and once by moving the response. If
 * both agree the phrase hung on `now`, and either will do; if not, it named its year, which only the second has moved. NaN if it is no date.
 */
function strtotimeOnWall(text: string, now: WallTime): WallTime {
  const fromThen = strtotimeInUtc(text, now - fourCenturies)
  if (Number.isNaN(fromThen)) return fromThen
  const movedBack = strtotimeInUtc(`${text} +-400 years`, now)
  const moved = Math.abs(fromThen - movedBack) < daySeconds ? fromThen : movedBack
  return moved + fourCenturies
}

const fourCenturies = cycleDays * daySeconds

/** With `utc utc` behind it locutus answers in UTC, and refuses a text that names a zone itself: a third is too many. */
function strtotimeInUtc(text: string, now: WallTime): number {
  try {
    const answer = strtotime(`${text} utc utc`, processInstant(now))
    return answer === false ? Number.NaN : answer
  } catch {
    return Number.NaN
  }
}

/** The moment at which the clock of the process shows this. */
function processInstant(now: WallTime): number {
  const { year, month, day } = dateOfDay(Math.floor(now / daySeconds))
  const date = new Date(2000, 0, 1)
  date.setFullYear(year, month - 1, day)
  date.setHours(0, 0, now - startOfDay(now), 0)
  return Math.floor(date.getTime() / 1000)
}
