import type { Language } from '../../define/text/language.ts'

/** The context of a typed moment; wall times as inputs have them, `2027-05-10T20:00`. */
export type Around = {
  language: Language
  /** Names of days and months, and whether the month of `5/12` comes first. */
  locale: string
  /** On the clock of the event. */
  now: string
  /** The current value of the input. */
  value: string
  /** The start, where an end is typed. */
  start?: string
  /** It has no hour. */
  isDay?: boolean
}

/** A typed moment as inputs have it: `sat 8pm`, `10 mai 20h30`, `demain`, `+2h`, `until 10pm`; undefined: not understood. */
export function readMoment(typed: string, around: Around): string | undefined {
  const words = wordsOf(around.language)
  const text = fold(typed).slice(0, maxLength)
  const until = text.replace(words.until, '')
  const after = durationIn(until, words)
  if (after !== undefined) return later(around, after)
  const hour = hourIn(until, words)
  const day = dayIn(hour?.rest ?? until, words, around)
  if (!day) return undefined
  if (around.isDay) return day.at === undefined ? undefined : `${wall(day.at).slice(0, 10)}T00:00`
  const minutes = hour?.minutes ?? day.hour ?? hourOf(around.value) ?? hourOf(around.start)
  if (minutes === undefined) return undefined
  return day.at === undefined ? atHour(minutes, around) : onDay(day, minutes, around)
}

const maxLength = 100
const minute = 60_000
const dayLong = 1440 * minute

type Words = {
  until: RegExp
  plus: RegExp
  days: RegExp
  weeks: RegExp
  hours: RegExp
  minutes: RegExp
  noon: RegExp
  midnight: RegExp
  /** Days from today, the longer words first. */
  near: [RegExp, days: number, hour?: number][]
  filler: RegExp
}

const english: Words = {
  until: /^(?:until|till|til|to)\s+/,
  plus: /^(?:\+|for\s|in\s)\s*/,
  days: /^(?:d|days?)$/,
  weeks: /^(?:w|wk|weeks?)$/,
  hours: /^(?:h|hrs?|hours?)$/,
  minutes: /^(?:m|min|mins|minutes?)$/,
  noon: /\bnoon\b/,
  midnight: /\bmidnight\b/,
  near: [
    [/\btonight\b/, 0, 20 * 60],
    [/\btoday\b/, 0],
    [/\b(?:tomorrow|tmrw)\b/, 1],
  ],
  filler: /\b(?:at|on|the|of|next|this|st|nd|rd|th)\b|(?<=\d)(?:st|nd|rd|th)\b|,/g,
}

const french: Words = {
  until: /^(?:jusqu'?\s*(?:au|a)|au|a)\s+/,
  plus: /^(?:\+|pendant\s|dans\s)\s*/,
  days: /^(?:j|jours?)$/,
  weeks: /^(?:sem|semaines?)$/,
  hours: /^(?:h|heures?)$/,
  minutes: /^(?:m|min|mn|minutes?)$/,
  noon: /\bmidi\b/,
  midnight: /\bminuit\b/,
  near: [
    [/\bce soir\b/, 0, 20 * 60],
    [/\baujourd'?hui\b/, 0],
    [/\bapres[- ]demain\b/, 2],
    [/\bdemain\b/, 1],
  ],
  filler: /\b(?:a|le|de|du|prochaine?|ce|er)\b|(?<=\d)er\b|,/g,
}

/** A language that has no words of its own here is typed with those of English, and its own names of days and months. */
const wordsOf = (language: Language): Words => (language === 'fr' ? french : english)

/** Small letters without accents, points after shortened words and no-break spaces. */
const fold = (text: string) =>
  text
    .slice(0, maxLength)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/’/g, "'")
    .replace(/\b([ap])\.\s?m\./g, '$1m')
    .replace(/([a-z])\./g, '$1')
    .trim()

/** `+2h`, `+1h30`, `+90 min`, `for 2 hours`, in milliseconds. */
function durationIn(text: string, words: Words): number | undefined {
  if (!words.plus.test(text)) return undefined
  const [, count = '', unit = '', more = ''] =
    /^(\d{1,4}(?:[.,]\d{1,2})?) ?([a-z]+) ?(\d{1,2})?(?: ?(?:m|mn|min))?$/.exec(
      text.replace(words.plus, ''),
    ) ?? []
  const of = [
    [words.minutes, minute],
    [words.hours, 60 * minute],
    [words.days, dayLong],
    [words.weeks, 7 * dayLong],
  ] as const
  const [, long] = of.find(([word]) => word.test(unit)) ?? []
  if (long === undefined) return undefined
  return (
    Math.round(Number(count.replace(',', '.')) * (long / minute)) * minute + Number(more) * minute
  )
}

type Hour = { minutes: number; rest: string }

/** The hour in a text, in minutes, and the text without it. */
function hourIn(text: string, words: Words): Hour | undefined {
  const without = (part: string | RegExp) => text.replace(part, ' ').trim()
  if (words.noon.test(text)) return { minutes: 12 * 60, rest: without(words.noon) }
  if (words.midnight.test(text)) return { minutes: 24 * 60, rest: without(words.midnight) }
  const [part, hour, minutes = '0', half] =
    /(?<![\d/.-])(\d{1,2})(?:[:.](\d\d))? ?([ap])m\b/.exec(text) ??
    /(?<![\d/.-])(\d{1,2}) ?(?:h|heures?)(?: ?(\d\d))?(?!\w)/.exec(text) ??
    /(?<![\d/.-])(\d{1,2}):(\d\d)(?!\d)/.exec(text) ??
    []
  if (part === undefined) return undefined
  const typed = Number(hour)
  if (typed > (half ? 12 : 24) || (half && typed === 0) || Number(minutes) > 59) return undefined
  const hours = half ? (typed % 12) + (half === 'p' ? 12 : 0) : typed
  return { minutes: hours * 60 + Number(minutes), rest: without(part) }
}

/** `at`: midnight of the day; undefined where none was typed. `step`: how many days later it comes again. */
type Day = { at?: number; step?: number; hour?: number }

/** The day in what is left of a text; undefined for words that mean nothing here. */
function dayIn(text: string, words: Words, { locale, now }: Around): Day | undefined {
  const today = midnightOf(now)
  let rest = text
  for (const [word, days, hour] of words.near)
    if (word.test(rest)) {
      rest = rest.replace(word, ' ').replace(words.filler, ' ').trim()
      if (rest !== '') return undefined
      return { at: today + days * dayLong, ...(hour !== undefined && { hour }) }
    }
  rest = rest.replace(words.filler, ' ').replace(/ +/g, ' ').trim()
  if (rest === '') return {}
  const names = namesOf(locale)
  const weekday = /^[a-z]+/.exec(rest)?.[0] ?? ''
  const at = indexIn(names.weekdays, weekday)
  const left = at === undefined ? rest : rest.slice(weekday.length).trim()
  if (at !== undefined && /^\d{0,2}$/.test(left) && !(Number(left) > 23)) {
    const ahead = (at - new Date(today).getUTCDay() + 7) % 7
    return {
      at: today + ahead * dayLong,
      step: 7,
      ...(left !== '' && { hour: Number(left) * 60 }),
    }
  }
  return dateIn(left, names, today)
}

type Names = { weekdays: string[]; months: string[]; isMonthFirst: boolean }

function dateIn(text: string, { months, isMonthFirst }: Names, today: number): Day | undefined {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text)
  if (iso) return on(Number(iso[1]), Number(iso[2]), Number(iso[3]), today)
  const short = /^(\d\d?)[/.-](\d\d?)(?:[/.-](\d{4}|\d\d))?$/.exec(text)
  if (short) {
    const [first, second] = [Number(short[1]), Number(short[2])]
    return isMonthFirst
      ? on(yearOf(short[3]), first, second, today)
      : on(yearOf(short[3]), second, first, today)
  }
  const [, day = '', month = '', year] =
    /^(\d\d?) ?([a-z]+)(?: (\d{4}))?$/.exec(text) ??
    // the month first, as in “May 10”
    /^([a-z]+) (\d\d?)(?: (\d{4}))?$/
      .exec(text)
      ?.map((part, at, all) => (at === 1 ? all[2] : at === 2 ? all[1] : part)) ??
    []
  const at = indexIn(months, month)
  return at === undefined ? undefined : on(yearOf(year), at + 1, Number(day), today)
}

const yearOf = (text: string | undefined) =>
  text === undefined ? undefined : text.length === 2 ? 2000 + Number(text) : Number(text)

/** A day of the calendar; without a year the next one. */
function on(year: number | undefined, month: number, day: number, today: number): Day | undefined {
  const of = year ?? new Date(today).getUTCFullYear()
  const at = Date.UTC(of, month - 1, day)
  const date = new Date(at)
  if (of < 1000 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return { at: year === undefined && at < today ? Date.UTC(of + 1, month - 1, day) : at }
}

const cached = new Map<string, Names>()

/** Names of days and months as the language writes them. */
function namesOf(locale: string): Names {
  const stored = cached.get(locale)
  if (stored) return stored
  const named = (options: Intl.DateTimeFormatOptions, at: number) =>
    fold(new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at))
  const parts = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' })
    .formatToParts(0)
    .map(({ type }) => type)
  const names: Names = {
    // 4 January 1970 was a Sunday
    weekdays: Array.from({ length: 7 }, (_, at) => named({ weekday: 'long' }, (3 + at) * dayLong)),
    months: Array.from({ length: 12 }, (_, at) => named({ month: 'long' }, Date.UTC(1970, at, 1))),
    // French begins with the day wherever it is written
    isMonthFirst: locale.startsWith('en') && parts.indexOf('month') < parts.indexOf('day'),
  }
  cached.set(locale, names)
  return names
}

/** A name by its first three letters or more, unless another begins so too. */
function indexIn(names: readonly string[], word: string): number | undefined {
  const exact = names.indexOf(word)
  if (exact >= 0) return exact
  const matches = names.flatMap((name, at) =>
    word.length >= 3 && name.startsWith(word) ? [at] : [],
  )
  return matches.length === 1 ? matches[0] : undefined
}

const instant = (of: string) => Date.parse(`${of.slice(0, 16)}Z`)
const midnightOf = (of: string) => Date.parse(`${of.slice(0, 10)}T00:00Z`)
const wall = (at: number) => new Date(at).toISOString().slice(0, 16)

function hourOf(of: string | undefined): number | undefined {
  const [, hours, minutes] = /T(\d\d):(\d\d)/.exec(of ?? '') ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** This duration after the start, or after the current value where there is no start. */
function later({ start, value, now, isDay }: Around, by: number): string | undefined {
  const from = instant(start || value || now)
  if (Number.isNaN(from)) return undefined
  return isDay ? `${wall(from + by).slice(0, 10)}T00:00` : wall(from + by)
}

/** An hour alone: of an end after its start, else of the day that is there, or of the next time that clocks show it. */
function atHour(minutes: number, { start, value, now }: Around): string {
  if (start) {
    const at = midnightOf(start) + minutes * minute
    return wall(at > instant(start) ? at : at + dayLong)
  }
  if (value) return wall(midnightOf(value) + minutes * minute)
  const at = midnightOf(now) + minutes * minute
  return wall(at > instant(now) ? at : at + dayLong)
}

/** A weekday whose hour has passed is that of the next week. */
function onDay({ at = 0, step = 0 }: Day, minutes: number, { now, start }: Around): string {
  const time = at + minutes * minute
  const earliest = start ? instant(start) : instant(now)
  return wall(step > 0 && time < earliest ? time + step * dayLong : time)
}
