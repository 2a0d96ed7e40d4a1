import { dateOfDay, daySeconds, startOfDay, type WallTime, wallTime, weekdayOf } from './clock.ts'
import { monthOf, weekdayNamed } from './names.ts'
import { readPhrase } from './phrase.ts'

/** Where a moment is typed; times are those on the clock of the event. */
type Around = {
  now: WallTime
  /** The start, where an end is typed. */
  start?: WallTime | undefined
  /**
   * Given by a form, with its present value: the moment is to come, so an hour or a day that has passed is the next one, midnight ends a day, and a
   * day alone keeps the hour of the value or the start. In a request nothing is moved, and a day begins at midnight, as with `strtotime` (T9).
   */
  form?: { value?: WallTime | undefined; isMonthFirst: boolean; isDay?: boolean }
}

/** The same in a form; `isDay`: the day alone is wanted. */
export type InForm = Around & Required<Pick<Around, 'form'>>

/** `isStep`: hours or minutes from now, which are the same everywhere (T9). */
type Typed = { at: WallTime; isStep?: boolean }

/**
 * A moment as people type it, in English or in French whatever the language around it: `sat 8pm`, `10 mai à 20h30`, `dans 2 semaines 19h`,
 * `first monday of january 7pm`, `+2h`, `until 10pm`; as an end, `90 min` (`2 heures` is an hour). Undefined: not understood; NaN: no such day or hour.
 */
export function readTyped(typed: string, around: Around): Typed | undefined {
  if (typed.length > maxLength) return undefined
  const text = plain(typed)
  const rest = text.replace(until, '')
  const isUntil = rest !== text
  if (isUntil && around.form === undefined && around.start === undefined) return undefined
  const start = isUntil || around.form ? around.start : undefined
  const isLength =
    around.form && start !== undefined && /^\d+ ?(?:hours?|min(?:ute)?s?)$/.test(rest)
  const long = lengthIn(isLength ? `+${rest}` : rest)
  if (long) return afterLength(long, around)
  const hour = hourIn(rest)
  const steps = hour && lengthIn(hour.rest.replace(filler, ' ').trim())
  if (hour && steps?.isDays) {
    const from = afterLength(steps, around)
    return from && { at: startOfDay(from.at) + hour.seconds }
  }
  const day =
    (hour && numberedIn(hour.rest, around)) ?? dayIn(hour?.rest ?? rest, { ...around, start })
  if (!day || (hour && day.hour !== undefined && !day.isUsual)) return undefined
  if (!hour && day.at === undefined) return undefined
  if (around.form?.isDay) return { at: hour ? Number.NaN : (day.at ?? Number.NaN) }
  return { at: momentOf(day, hour, { ...around, start }) }
}

const maxLength = 100
const minute = 60
const hourLong = 3600

/** The same in a form, where a text may also be whatever else a request takes. */
export function readInForm(typed: string, around: InForm): WallTime | undefined {
  const at = (readTyped(typed, around) ?? phraseIn(typed, around))?.at
  return at === undefined || Number.isNaN(at) ? undefined : at
}

/** A start in a form, and the end that is typed with it; `hasEnd`: there may be one. */
export function momentsIn(
  typed: string,
  { hasEnd, ...around }: InForm & { hasEnd: boolean },
): { start: WallTime; end?: WallTime } | undefined {
  const hour = hourIn(plain(typed))
  const hours = hasEnd && !(hour && numberedIn(hour.rest, around)) ? hoursTyped(typed) : undefined
  const [first, last] = hours ?? [typed]
  const start = readInForm(first, around)
  if (start === undefined) return undefined
  if (last === undefined) return { start: around.form.isDay ? startOfDay(start) : start }
  const end = readInForm(last, { ...around, start })
  return end === undefined ? undefined : { start, end }
}

/** Digits and letters alone are seconds and zones to `strtotime`, and no more than the beginning of a date to people. */
function phraseIn(typed: string, { now }: Around): Typed | undefined {
  const isWhole = typed.length <= maxLength && /[a-z]{3}|^\d{4}-\d|^\d{8}$/i.test(typed)
  const at = isWhole ? readPhrase(typed, now) : undefined
  return at === undefined ? undefined : { at }
}

/**
 * The start and the end of hours that are typed together, each as a text: `5 Dec 8pm-10pm` is `5 Dec 8pm` and `until 10pm`. Undefined: there are
 * none.
 */
export function hoursTyped(typed: string): [start: string, end: string] | undefined {
  if (typed.length > maxLength) return undefined
  const [, before = '', from = '', to = '', after = ''] = fromTo.exec(plain(typed)) ?? []
  const first = /^\d+$/.test(from) ? withUnit(from, to) : from
  if (to === '' || first === undefined || before.includes('+')) return undefined
  return [`${before.trim()} ${first} ${after.trim()}`.trim(), `until ${to}`]
}

const hourPattern =
  '(?:\\d{1,2}(?:[:.]\\d\\d)? ?[ap]m|\\d{1,2} ?(?:h|heures?)(?: ?\\d\\d)?|\\d{1,2}:\\d\\d|noon|midi|midnight|minuit)(?!\\w)'
const fromTo = new RegExp(
  `^(.*?)(?<![\\w:/.-])(?:(?:from|de|entre) )?(${hourPattern}|\\d{1,2})(?: ?- ?| (?:to|until|till|a|et|jusqu'a) )(${hourPattern})(.*)$`,
)

/** `8-10pm`: the unit of the second is that of the first, if it is the lesser. */
function withUnit(from: string, to: string): string | undefined {
  const [, hour, unit = ''] = /^(\d{1,2})(?:[:.]\d\d)? ?(am|pm|h|heures?)/.exec(to) ?? []
  if (unit === '') return undefined
  const isHalf = unit.endsWith('m')
  const [first, second] = [Number(from), Number(hour)].map(of => (isHalf ? of % 12 : of))
  return (first ?? 0) < (second ?? 0) ? `${from}${unit}` : undefined
}

/** Small letters without accents, points after shortened words and no-break spaces. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\b([ap])\.\s?m\b\.?/g, '$1m')
    .replace(/([a-z])\./g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

const until = /^(?:until|till|til|to|jusqu'?\s?(?:au|a)|au|a)\s/
const noon = /\b(?:noon|midi)\b/
const midnight = /\b(?:midnight|minuit)\b/
/** Words that change nothing, and the endings of `10th` and `1er`. */
const filler =
  /(?<!')\b(?:at|on|the|of|this|a|le|de|du|ce)\b(?!')|\bd'|(?<=\d)(?:st|nd|rd|th|er|e)\b|,/g
const nextWord = /\b(?:next|prochaine?)\b/

/** Days from today, the longer words first; `hour`: the usual one where none is typed. */
const near: [RegExp, days: number, hour?: number][] = [
  [/\b(?:tonight|ce soir)\b/, 0, 20 * hourLong],
  [/\b(?:today|aujourd'?hui)\b/, 0],
  [/\b(?:day after tomorrow|apres[- ]demain)\b/, 2],
  [/\b(?:tomorrow|tmrw|demain)\b/, 1],
  [/\b(?:yesterday|hier)\b/, -1],
]

const units: [RegExp, seconds: number][] = [
  [/^(?:m|mn|min|mins|minutes?)$/, minute],
  [/^(?:h|hrs?|hours?|heures?)$/, hourLong],
  [/^(?:d|days?|j|jours?)$/, daySeconds],
  [/^(?:w|wk|weeks?|sem|semaines?)$/, 7 * daySeconds],
]

type Length = { isFromNow: boolean; isLasting: boolean; seconds: number; isDays: boolean }

/** `+2h`, `+1h30`, `for 2 hours`, `dans 2 semaines`. */
function lengthIn(text: string): Length | undefined {
  const [, sign = '', count = '', word = '', more] =
    /^(\+|for |in |pendant |dans ) ?(\d{1,4}(?:[.,]\d{1,2})?) ?([a-z]+) ?(?:(\d{1,2})(?: ?(?:m|mn|min))?)?$/.exec(
      text,
    ) ?? []
  const [, unit] = units.find(([name]) => name.test(word)) ?? []
  if (unit === undefined || (more !== undefined && unit !== hourLong)) return undefined
  return {
    isFromNow: sign === 'in ' || sign === 'dans ',
    isLasting: sign === 'for ' || sign === 'pendant ',
    isDays: unit >= daySeconds,
    seconds:
      Math.round((Number(count.replace(',', '.')) * unit) / minute) * minute +
      Number(more ?? 0) * minute,
  }
}

/** A length is counted from the start, or from the present value where there is none; in a request `+2h` is from now, as `+2 hours` is. */
function afterLength(
  { isFromNow, isLasting, seconds, isDays }: Length,
  { now, start, form }: Around,
): Typed | undefined {
  if (isLasting && !form && start === undefined) return undefined
  const from = isFromNow || !(isLasting || form) ? now : (start ?? form?.value ?? now)
  return { at: from + seconds, isStep: from === now && !isDays }
}

type Hour = { seconds: number; isMidnight?: boolean; rest: string }

/** The hour in a text, and the text without it. */
function hourIn(text: string): Hour | undefined {
  const without = (part: string | RegExp) => text.replace(part, ' ').replace(/ +/g, ' ').trim()
  if (noon.test(text)) return { seconds: 12 * hourLong, rest: without(noon) }
  if (midnight.test(text)) return { seconds: 0, isMidnight: true, rest: without(midnight) }
  const [part, hour, minutes = '0', half] =
    /(?<![\d/.-])(\d{1,2})(?:[:.](\d\d))? ?([ap])m\b/.exec(text) ??
    /(?<![\d/.-])(\d{1,2}) ?(?:h|heures?)(?: ?(\d\d))?(?!\w)/.exec(text) ??
    /(?<![\d/.-])(\d{1,2}):(\d\d)(?!\d)/.exec(text) ??
    []
  if (part === undefined) return undefined
  const typed = Number(hour)
  if (typed > (half ? 12 : 24) || (half && typed === 0) || Number(minutes) > 59) return undefined
  const hours = half ? (typed % 12) + (half === 'p' ? 12 : 0) : typed
  return { seconds: hours * hourLong + Number(minutes) * minute, rest: without(part) }
}

/** `at`: midnight of the day; undefined where none was typed. `isWeekday`: it comes again. `isUsual`: the hour gives way to a typed one. */
type Day = { at?: WallTime; isWeekday?: boolean; hour?: number; isUsual?: boolean }

/** The day in what is left of a text; undefined for words that mean nothing here. */
function dayIn(text: string, around: Around): Day | undefined {
  for (const [word, days, hour] of near)
    if (word.test(text)) {
      const others = text.replace(word, ' ').replace(filler, ' ').trim()
      const at = startOfDay(around.now) + days * daySeconds
      if (others !== '') return undefined
      return hour === undefined ? { at } : { at, hour, isUsual: true }
    }
  const isNext = nextWord.test(text)
  const rest = text.replace(nextWord, ' ').replace(filler, ' ').replace(/ +/g, ' ').trim()
  if (rest === '') return isNext ? undefined : {}
  return dateIn(rest, around) ?? weekdayIn(rest, isNext, around) ?? countedIn(rest, around)
}

/** In a form, `the 5th`, `sat 5th` and `samedi 5 à` before an hour: the next 5th, if it is on that weekday. */
function numberedIn(text: string, { now, form }: Around): Day | undefined {
  const [, name = '', number = ''] = numbered.exec(text) ?? []
  const weekday = weekdayNamed(name)
  if (!form || number === '' || (name !== '' && weekday === undefined)) return undefined
  const from = startOfDay(now)
  const at = Array.from({ length: 62 }, (_, days) => from + days * daySeconds).find(
    each => dateOfDay(each / daySeconds).day === Number(number),
  )
  const isIt = at !== undefined && (weekday === undefined || weekdayOf(at) === weekday)
  return isIt ? { at } : undefined
}
const numbered =
  /^(?:(?:on )?(?:the|le) |([a-z]+) (?=the|le|\d+[a-z]|\d+ a)(?:the |le )?)(\d\d?)(?:st|nd|rd|th|er)?(?: (?:at|a))?$/

/** `sat`, `sat 20`, `sat 8 may`: a date of another weekday is none. */
function weekdayIn(text: string, isNext: boolean, around: Around): Day | undefined {
  const [, name = '', left = ''] = /^([a-z]+) ?(.*)$/.exec(text) ?? []
  const weekday = weekdayNamed(name)
  if (weekday === undefined) return undefined
  const date = dateIn(left, around)
  if (date) return { at: weekdayOf(date.at) === weekday ? date.at : Number.NaN }
  if (!/^\d{0,2}$/.test(left) || Number(left) > 23) return undefined
  const { now, start, form } = around
  const from = startOfDay(form ? (start ?? now) : now)
  const ahead = (weekday - weekdayOf(from) + 7) % 7
  const at = from + (ahead === 0 && isNext ? 7 : ahead) * daySeconds
  return { at, isWeekday: true, ...(left !== '' && { hour: Number(left) * hourLong }) }
}

/** The names of weekdays counted within a month, as `first monday of january` has them without its filler; 0 is the last. */
const counts = [
  ['last', 'dernier'],
  ['first', 'premier'],
  ['second', 'deuxieme'],
  ['third', 'troisieme'],
  ['fourth', 'quatrieme'],
  ['fifth', 'cinquieme'],
]

function countedIn(text: string, around: Around): Day | undefined {
  const [, word = '', name = '', monthName = '', year] =
    /^([a-z]+|[1-5]) ([a-z]+) ([a-z]+)(?: (\d{4}))?$/.exec(text) ?? []
  const count = /^\d$/.test(word) ? Number(word) : counts.findIndex(of => of.includes(word))
  const [weekday, month] = [weekdayNamed(name), monthOf(monthName)]
  if (count < 0 || weekday === undefined || month === undefined) return undefined
  return inYear(year, around, of => {
    const first = wallTime(of, month, 1)
    const end = wallTime(of, month + 1, 0)
    if (count === 0) return end - ((weekdayOf(end) - weekday + 7) % 7) * daySeconds
    const days = ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1)
    return first + days * daySeconds > end ? Number.NaN : first + days * daySeconds
  })
}

function dateIn(text: string, around: Around): { at: WallTime } | undefined {
  const of = (year: string | undefined, month: number, day: number) =>
    inYear(year, around, at => onCalendar(at, month, day))
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text)
  if (iso) return of(iso[1], Number(iso[2]), Number(iso[3]))
  const short = /^(\d\d?)([/.-])(\d\d?)(?:[/.-](\d{4}|\d\d))?[.]?$/.exec(text)
  if (short) {
    const [, first, sign, second, year] = short
    const { form } = around
    if (sign === '-' && year === undefined && !form) return undefined
    // dots have the day first everywhere, and hyphens with `strtotime`
    const isMonthFirst = form ? form.isMonthFirst && sign !== '.' : sign === '/'
    const [month, day] = isMonthFirst ? [first, second] : [second, first]
    return of(year, Number(month), Number(day))
  }
  const [, day, named = ''] = /^(\d\d?)[ -]?([a-z]+)(?:[ -]\d{4})?$/.exec(text) ?? []
  // the month first, as in “May 10”
  const [, name = named, second = day] = /^([a-z]+) (\d\d?)(?: \d{4})?$/.exec(text) ?? []
  const month = monthOf(name)
  if (month === undefined) return undefined
  return of(/\d{4}$/.exec(text)?.[0], month, Number(second))
}

function onCalendar(year: number, month: number, day: number): WallTime {
  const at = wallTime(year, month, day)
  const there = dateOfDay(at / daySeconds)
  return year < 1000 || there.month !== month || there.day !== day ? Number.NaN : at
}

/** A day of a year; where none is typed it is this year's, and in a form the next one. */
function inYear(
  year: string | undefined,
  around: Around,
  dayOf: (year: number) => WallTime,
): { at: WallTime } {
  if (year !== undefined) return { at: dayOf(Number(year) + (year.length === 2 ? 2000 : 0)) }
  const from = startOfDay(around.now)
  const present = dateOfDay(from / daySeconds).year
  const at = dayOf(present)
  return { at: around.form && at < from ? dayOf(present + 1) : at }
}

/** NaN: no hour is known. */
function momentOf(day: Day, typed: Hour | undefined, around: Around): WallTime {
  const { now, start, form } = around
  const hour = typed ?? (day.hour === undefined ? undefined : { seconds: day.hour })
  if (day.at === undefined) return atHour(hour, around)
  const ofDay = (at: WallTime | undefined) => (at === undefined ? undefined : at - startOfDay(at))
  const seconds = hour
    ? secondsOf(hour, around)
    : form
      ? (ofDay(form.value) ?? ofDay(start) ?? Number.NaN)
      : 0
  const at = day.at + seconds
  const hasPassed = day.isWeekday && form && at < (start ?? now)
  return hasPassed ? at + 7 * daySeconds : at
}

/** Midnight ends the day of an event, and begins that of a request. */
const secondsOf = ({ seconds, isMidnight }: Omit<Hour, 'rest'>, { start, form }: Around) =>
  isMidnight && (form || start !== undefined) ? daySeconds : seconds

/** An hour alone: of an end after its start, else of the day that is there, or of the next time that clocks show it. */
function atHour(hour: Omit<Hour, 'rest'> | undefined, around: Around): WallTime {
  if (!hour) return Number.NaN
  const { now, start, form } = around
  const seconds = secondsOf(hour, around)
  const next = (from: WallTime) => {
    const at = startOfDay(from) + seconds
    return at > from ? at : at + daySeconds
  }
  if (start !== undefined) return next(start)
  if (form && form.value === undefined) return next(now)
  return startOfDay(form?.value ?? now) + seconds
}
