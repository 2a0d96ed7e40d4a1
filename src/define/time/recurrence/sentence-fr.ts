import { languageTable } from '../../text/language-table.ts'
import { clockIn } from '../../text/written-dates.ts'
import type { WallTime } from '../clock.ts'
import type { Frequency, RuleDay } from './rule.ts'
import { describeRule, namesIn, type RuleWords } from './rule-sentence.ts'
import { maxNamed, type RecurrenceWords } from './shape.ts'

const units: Record<Frequency, { all: 'tous' | 'toutes'; many: string }> = {
  YEARLY: { all: 'tous', many: 'ans' },
  MONTHLY: { all: 'tous', many: 'mois' },
  WEEKLY: { all: 'toutes', many: 'semaines' },
  DAILY: { all: 'tous', many: 'jours' },
  HOURLY: { all: 'toutes', many: 'heures' },
}

const { fr } = languageTable
const { format, list, weekdayName, monthName } = namesIn(fr.locale)
const dayFormat = format({ day: 'numeric', month: 'long', year: 'numeric' })

const formatDay = (at: WallTime) =>
  dayFormat()
    .format(at * 1000)
    .replace(/^1 /, '1er ')
/** `d’avril`, `de mai`. */
const ofMonth = (name: string) => (/^[ao]/.test(name) ? `d’${name}` : `de ${name}`)

const ordinals = ['', 'premier', 'deuxième', 'troisième', 'quatrième', 'cinquième']

/** `premier`, `20e`, `dernier`, `avant-dernier`, `troisième avant la fin`: before the noun, what stands after it apart. */
function place(nth: number): { before: string; after: string } {
  if (nth === -1) return { before: 'dernier', after: '' }
  if (nth === -2) return { before: 'avant-dernier', after: '' }
  const size = Math.abs(nth)
  return { before: ordinals[size] ?? `${size}e`, after: nth < 0 ? ' en partant de la fin' : '' }
}

/** `le premier dimanche`, `l’avant-dernier dimanche`. */
const numbered = (nth: number, noun: string) => {
  const { before, after } = place(nth)
  return `${elided('le', before)} ${noun}${after}`
}

const elided = (article: 'le' | 'la', word: string) =>
  /^a/.test(word) ? `l’${word}` : `${article} ${word}`

const monthDay = (day: number) => (day === 1 ? '1er' : `${day}`)

/** `le 4`, `les 1er et 15`, `le dernier jour`, `le 15 et le dernier jour`. */
function monthDays(days: readonly number[]): string {
  if (days.some(day => day < 0))
    return list(days.map(day => (day > 0 ? `le ${monthDay(day)}` : numbered(day, 'jour'))))
  return `${days.length > 1 ? 'les' : 'le'} ${list(days.map(monthDay))}`
}

/** `le premier dimanche`, `les premier et troisième dimanches`, `le premier dimanche et le dernier vendredi`. */
function numberedDays(days: readonly Required<RuleDay>[]): string {
  const [first] = days
  const places = days.map(({ nth = 1 }) => place(nth))
  const isOneWeekday = days.every(({ weekday }) => weekday === first?.weekday)
  if (first && days.length > 1 && isOneWeekday && places.every(({ after }) => after === ''))
    return `les ${list(places.map(({ before }) => before))} ${weekdayName(first.weekday)}s`
  return list(days.map(({ nth = 1, weekday }) => numbered(nth, weekdayName(weekday))))
}

/** `la première`, `la dernière`, `l’avant-dernière`. */
const feminine = (nth: number) => {
  const { before, after } = place(nth)
  return elided('la', before.replace(/ier$/, 'ière')) + after
}

const anyDay = ({ weekday, nth }: RuleDay) =>
  nth === undefined ? `le ${weekdayName(weekday)}` : numbered(nth, weekdayName(weekday))

const words: RuleWords = {
  list,
  every({ freq, interval }) {
    const { all, many } = units[freq]
    return `${all} les ${interval === 1 ? '' : `${interval}\u00a0`}${many}`
  },
  separator: ', ',
  everyDay: 'tous les jours',
  workWeek: 'du lundi au vendredi',
  weekly: names => `tous les ${list(names.map(name => `${name}s`))}`,
  everyOther: name => `un ${name} sur deux`,
  weekdayName,
  anyDay,
  on: days => days,
  monthDays,
  numberedDays,
  workday: nth => numbered(nth, 'jour ouvré (du lundi au vendredi)'),
  weekdayOnDay: (weekday, day) => `tous les ${weekdayName(weekday)}s ${monthDay(day)}`,
  yearDay: (month, day) => `le ${monthDay(day)} ${monthName(month)}`,
  inMonths: months => list(months.map(month => `en ${monthName(month)}`)),
  ofMonths: months => list(months.map(month => ofMonth(monthName(month)))),
  ofEveryMonth: 'de chaque mois',
  ofYear: 'de l’année',
  weeks: ['la semaine', 'les semaines'],
  yearDays: ['le jour', 'les jours'],
  positions: positions => `seulement ${list(positions.map(feminine))} de ces dates`,
}

const at = (times: readonly number[]) =>
  list(times.map(time => `à ${clockIn(fr, Math.floor(time / 3600), Math.floor(time / 60) % 60)}`))

const named = (days: readonly WallTime[]) =>
  days.length > maxNamed
    ? `${days.length}\u00a0dates`
    : list(days.map(day => `le ${formatDay(day)}`))

export const french: RecurrenceWords = {
  rule: (rule, given) => describeRule(words, rule, given),
  times: times => (times.length > 6 ? `à ${times.length}\u00a0moments de la journée` : at(times)),
  count: count => (count === 1 ? 'une fois' : `${count}\u00a0fois`),
  until: day => `jusqu’au ${formatDay(day)}`,
  only: days => {
    const sorted = days.toSorted((a, b) => a - b)
    const [first = 0] = sorted
    if (days.length <= maxNamed) return list(sorted.map(day => `le ${formatDay(day)}`))
    return `${days.length}\u00a0dates du ${formatDay(first)} au ${formatDay(sorted.at(-1) ?? first)}`
  },
  further: days => `, ainsi que ${named(days)}`,
  removed: days =>
    days.length > maxNamed
      ? `, sauf ${days.length}\u00a0dates`
      : `, sauf ${list(days.map(({ day, times }) => `le ${formatDay(day)}${times.length > 0 ? ` ${at(times)}` : ''}`))}`,
}
