import { once } from '../../objects.ts'
import { languageTable } from '../../text/language-table.ts'
import type { WallTime } from '../clock.ts'
import { clockIn } from '../written-dates.ts'
import type { Frequency, Rule, RuleDay } from './rule.ts'
import {
  isWorkWeek,
  maxNamed,
  type RecurrenceWords,
  type Shape,
  shapeOf,
  someMonth,
  someWeekday,
} from './shape.ts'

const units: Record<Frequency, { all: 'tous' | 'toutes'; many: string }> = {
  YEARLY: { all: 'tous', many: 'ans' },
  MONTHLY: { all: 'tous', many: 'mois' },
  WEEKLY: { all: 'toutes', many: 'semaines' },
  DAILY: { all: 'tous', many: 'jours' },
  HOURLY: { all: 'toutes', many: 'heures' },
}

const { fr } = languageTable
// formats are made for the first sentence: it takes milliseconds, and a start needs none
const listing = once(() => new Intl.ListFormat(fr.locale, { type: 'conjunction' }))
const list = (items: readonly string[]) => listing().format(items)
const format = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(fr.locale, { ...options, timeZone: 'UTC' }))
const dayFormat = format({ day: 'numeric', month: 'long', year: 'numeric' })
const weekdayFormat = format({ weekday: 'long' })
const monthFormat = format({ month: 'long' })

const dayWords = (at: WallTime) =>
  dayFormat()
    .format(at * 1000)
    .replace(/^1 /, '1er ')
const weekdayName = (weekday: number) => weekdayFormat().format(someWeekday(weekday))
const monthName = (month: number) => monthFormat().format(someMonth(month))
/** `d’avril`, `de mai`. */
const ofMonth = (name: string) => (/^[ao]/.test(name) ? `d’${name}` : `de ${name}`)
const ofMonths = (months: readonly number[]) => list(months.map(month => ofMonth(monthName(month))))
const inMonths = (months: readonly number[]) => list(months.map(month => `en ${monthName(month)}`))

function every({ freq, interval }: Rule): string {
  const { all, many } = units[freq]
  return `${all} les ${interval === 1 ? '' : `${interval}\u00a0`}${many}`
}

const ordinals = ['', 'premier', 'deuxième', 'troisième', 'quatrième', 'cinquième']

/** `premier`, `20e`, `dernier`, `avant-dernier`, `troisième avant la fin`: before the noun, what stands after it apart. */
function place(nth: number): { before: string; after: string } {
  if (nth === -1) return { before: 'dernier', after: '' }
  if (nth === -2) return { before: 'avant-dernier', after: '' }
  const size = Math.abs(nth)
  return { before: ordinals[size] ?? `${size}e`, after: nth < 0 ? ' en partant de la fin' : '' }
}

const numbered = (nth: number, noun: string) => {
  const { before, after } = place(nth)
  return `${before} ${noun}${after}`
}

const monthDay = (day: number) => (day === 1 ? '1er' : `${day}`)

/** `le 4`, `les 1er et 15`, `le dernier jour`, `le 15 et le dernier jour`. */
function monthDays(days: readonly number[]): string {
  if (days.some(day => day < 0))
    return list(days.map(day => `le ${day > 0 ? monthDay(day) : numbered(day, 'jour')}`))
  return `${days.length > 1 ? 'les' : 'le'} ${list(days.map(monthDay))}`
}

/** `le premier dimanche`, `les premier et troisième dimanches`, `le premier dimanche et le dernier vendredi`. */
function numberedDays(days: readonly Required<RuleDay>[]): string {
  const [first] = days
  const places = days.map(({ nth = 1 }) => place(nth))
  const isOneWeekday = days.every(({ weekday }) => weekday === first?.weekday)
  if (first && days.length > 1 && isOneWeekday && places.every(({ after }) => after === ''))
    return `les ${list(places.map(({ before }) => before))} ${weekdayName(first.weekday)}s`
  return list(days.map(({ nth = 1, weekday }) => `le ${numbered(nth, weekdayName(weekday))}`))
}

/** What stands before `de chaque mois`: `le premier dimanche`. */
function onDays(shape: Shape): string | undefined {
  if (shape.kind === 'monthDays') return monthDays(shape.days)
  if (shape.kind === 'numbered') return numberedDays(shape.days)
  if (shape.kind === 'workday')
    return `le ${numbered(shape.nth, 'jour ouvré (du lundi au vendredi)')}`
  return undefined
}

function onWeekdays(days: readonly number[], rule: Rule): string {
  const isEveryWeek = rule.freq !== 'WEEKLY' || rule.interval === 1
  const names = days.map(weekdayName)
  if (isEveryWeek && days.length === 7) return 'tous les jours'
  if (isEveryWeek && isWorkWeek(days)) return 'du lundi au vendredi'
  if (isEveryWeek) return `tous les ${list(names.map(name => `${name}s`))}`
  return rule.interval === 2 && days.length === 1
    ? `un ${names[0]} sur deux`
    : `${every(rule)}, ${list(names.map(name => `le ${name}`))}`
}

function ruleWords(rule: Rule, given: Rule): string {
  const shape = shapeOf(rule)
  const { freq, byMonth } = rule
  const months = given.byMonth ? ` ${inMonths(given.byMonth)}` : ''
  if (freq === 'YEARLY') return yearly(rule, shape)
  if (shape.kind === 'every') return every(rule) + months
  if (shape.kind === 'weekdays' && (freq === 'WEEKLY' || rule.interval === 1))
    if (freq !== 'HOURLY') return onWeekdays(shape.days, rule) + months
  if (freq !== 'MONTHLY') return general(rule)
  if (shape.kind === 'dayAndWeekday' && rule.interval === 1)
    return `tous les ${weekdayName(shape.weekday)}s ${monthDay(shape.day)}${months}`
  const on = onDays(shape)
  if (on === undefined) return general(rule)
  if (rule.interval > 1) return `${every(rule)}, ${on}${months}`
  return byMonth ? `${on} ${ofMonths(byMonth)}` : `${on} de chaque mois`
}

function yearly(rule: Rule, shape: Shape): string {
  const { byMonth, interval } = rule
  if (byMonth && shape.kind === 'monthDays' && shape.days.every(day => day > 0)) {
    const days = byMonth.flatMap(month =>
      shape.days.map(day => `le ${monthDay(day)} ${monthName(month)}`),
    )
    return `${every(rule)}, ${list(days)}`
  }
  const on = onDays(shape)
  if (byMonth && on) return `${every(rule)}, ${on} ${ofMonths(byMonth)}`
  // R3: without a month, the days of every month
  if (shape.kind === 'monthDays')
    return interval === 1 ? `${on} de chaque mois` : `${every(rule)}, ${on} de chaque mois`
  if (shape.kind === 'numbered') return `${every(rule)}, ${on} de l’année`
  if (shape.kind === 'weekdays' && interval === 1)
    return onWeekdays(shape.days, rule) + (byMonth ? ` ${inMonths(byMonth)}` : '')
  return general(rule)
}

/** Part by part: `tous les ans, la semaine 20, le lundi`. */
function general(rule: Rule): string {
  const { byMonth, byWeekNo, byYearDay, byMonthDay, byDay, bySetPos } = rule
  const numbers = (one: string, many: string, values: readonly number[]) =>
    `${values.length > 1 ? many : one} ${list(values.map(value => `${value}`.replace('-', '−')))}`
  const parts = [
    every(rule),
    byMonth && inMonths(byMonth),
    byWeekNo && numbers('la semaine', 'les semaines', byWeekNo),
    byYearDay && `${numbers('le jour', 'les jours', byYearDay)} de l’année`,
    byMonthDay && monthDays(byMonthDay),
    byDay && list(byDay.map(anyDay)),
    bySetPos && `seulement ${list(bySetPos.map(nth => `la ${feminine(nth)}`))} de ces dates`,
  ]
  return parts.filter(part => part !== undefined).join(', ')
}

/** `la première`, `la dernière`. */
const feminine = (nth: number) => {
  const { before, after } = place(nth)
  return before.replace(/ier$/, 'ière') + after
}

const anyDay = ({ weekday, nth }: RuleDay) =>
  `le ${nth === undefined ? weekdayName(weekday) : numbered(nth, weekdayName(weekday))}`

const named = (days: readonly WallTime[]) =>
  days.length > maxNamed
    ? `${days.length}\u00a0dates`
    : list(days.map(day => `le ${dayWords(day)}`))

export const french: RecurrenceWords = {
  rule: ruleWords,
  times: times =>
    times.length > 6
      ? `à ${times.length}\u00a0moments de la journée`
      : list(
          times.map(
            time => `à ${clockIn(fr, Math.floor(time / 3600), Math.floor(time / 60) % 60)}`,
          ),
        ),
  count: count => `${count}\u00a0fois`,
  until: day => `jusqu’au ${dayWords(day)}`,
  only: days => {
    const sorted = days.toSorted((a, b) => a - b)
    const [first = 0] = sorted
    if (days.length <= maxNamed) return list(sorted.map(day => `le ${dayWords(day)}`))
    return `${days.length}\u00a0dates du ${dayWords(first)} au ${dayWords(sorted.at(-1) ?? first)}`
  },
  further: days => `, ainsi que ${named(days)}`,
  removed: days => `, sauf ${named(days)}`,
}
