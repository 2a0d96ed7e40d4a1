import { daySeconds, lastWall, startOfDay, type WallTime } from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { expand } from '../../define/time/recurrence/expand.ts'
import { maxValues, readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { Recurrence, Rule } from '../../define/time/recurrence/rule.ts'
import { writeTime } from '../../define/time/recurrence/times.ts'
import { leftOut, ofRule, rdateBeforeStart, ruleLeftOut, tooManyListed } from './errors.ts'
import type { CalendarFacts, EventLines } from './event-lines.ts'
import type { Property } from './properties.ts'
import { readDuration, wallIn, writable } from './times.ts'
import { timeIn, type When } from './when.ts'

/** A recurrence: the lines for the API, and their meaning. */
export type Repeats = { lines: string[]; recurrence: Recurrence }

/** When an event begins, what repeats it, and whether no date of it is left. */
type Recurring = { when: When; repeats: Repeats | undefined; isEmpty: boolean }

/** The recurrence of the event. A line that cannot be single is left out and noted: an event is never lost for it (I3). */
export function recurring(event: EventLines, facts: CalendarFacts, stated: When): Recurring {
  const [first, ...others] = rulesIn(event, 'RRULE', stated)
  const exceptions = exceptionsOf(event, first?.rule, stated)
  const main = exceptions ? first : undefined
  if (first && !main) event.notes.push(ruleLeftOut(first.text))
  const given = datesIn(event, 'RDATE', facts, stated)
  const when = earlierStart(given, main?.rule, stated)
  const isMoved = !main && when !== stated
  const own = isMoved ? [...given, dateAt(stated.starts, stated)] : given
  const further = [...own, ...ofOtherRules(event, others, when)].filter(
    ({ at, isDay, written }) => {
      const isLater = at >= (isDay ? startOfDay(when.starts) : when.starts)
      if (!isLater && written !== undefined) event.notes.push(rdateBeforeStart(written))
      return isLater
    },
  )
  const removed = [...datesIn(event, 'EXDATE', facts, when), ...(exceptions ?? [])]
  const { rule } = main ?? {}
  const isOne = rule && (rule.count === 1 || (rule.until ?? when.starts) < when.starts)
  if ((!rule || isOne) && further.length === 0) {
    const isEmpty = isOne === true && removed.some(date => covers(date, when.starts))
    return { when, repeats: undefined, isEmpty }
  }
  const lines = isOne || !main ? [] : [`RRULE:${main.text}`]
  const isNamed = further.some(date => covers(date, when.starts))
  if (rule && !isOne && !isNamed && expand(rule, when.starts, when.starts).next().done)
    lines.splice(0, 1, ...withFirst(main?.text ?? '', when))
  lines.push(...linesOf(event, 'RDATE', further), ...linesOf(event, 'EXDATE', removed))
  const all = readRecurrence(lines, when.zone)
  if ('fieldError' in all) {
    event.notes.push(ofRule(all.fieldError))
    return { when, repeats: undefined, isEmpty: false }
  }
  if (!all.value) return { when, repeats: undefined, isEmpty: false }
  const times = { starts: when.starts, ends: when.ends, timezone: when.zone, limit: 1 }
  const isEmpty = removed.length > 0 && datesOf(all.value, times).length === 0
  return { when, repeats: { lines, recurrence: all.value }, isEmpty }
}

type RuleIn = { text: string; rule: Rule }

/** The rules of an event that can be read, each once. */
function rulesIn(event: EventLines, name: 'RRULE' | 'EXRULE', when: When): RuleIn[] {
  const rules = new Map<string, RuleIn>()
  for (const property of event.all(name)) {
    const text = ruleText(property.value, when)
    if (text === '' || rules.has(text)) continue
    const single = withOneEnd(text, when)
    const rule = ruleIn(single, when)
    if ('fieldError' in rule) event.notes.push(ruleLeftOut(property.value), ofRule(rule.fieldError))
    else if (rule.value?.rule) rules.set(text, { text: single, rule: rule.value.rule })
    const left = text.split(';').filter(part => !single.split(';').includes(part))
    if (single !== text) event.leaveOut({ ...property, value: left.join(';') })
  }
  return [...rules.values()]
}

const ruleIn = (text: string, { zone }: When) => readRecurrence([`RRULE:${text}`], zone)

/** Of COUNT and UNTIL, which exclude each other, the one that can be read, or that ends the rule first. */
function withOneEnd(text: string, when: When): string {
  const [count, until] = ['COUNT', 'UNTIL'].map(name =>
    text.split(';').find(part => part.toUpperCase().startsWith(`${name}=`)),
  )
  if (count === undefined || until === undefined) return text
  const without = (part: string) =>
    text
      .split(';')
      .filter(each => each !== part)
      .join(';')
  const [counted, ended] = [without(until), without(count)].map(each => ruleIn(each, when))
  const countedRule = counted && 'value' in counted ? counted.value?.rule : undefined
  const endedRule = ended && 'value' in ended ? ended.value?.rule : undefined
  if (!countedRule || !endedRule) return endedRule ? without(count) : without(until)
  const limit = Number(countedRule.count)
  return datesOfRule(endedRule, when, limit) ? without(count) : without(until)
}

/** The dates of a rule from its start to a time; undefined for more than `max`. */
function datesOfRule(
  rule: Rule,
  { starts }: When,
  max = maxValues,
  until = lastWall,
): WallTime[] | undefined {
  const dates = expand(rule, starts, until)
    .take(max + 1)
    .toArray()
  return dates.length > max ? undefined : dates
}

/** Dates that an EXRULE takes away (RFC 2445); undefined for more than can be written one by one, or where one cannot be read. */
function exceptionsOf(event: EventLines, rule: Rule | undefined, when: When): DateIn[] | undefined {
  const excluded = rulesIn(event, 'EXRULE', when)
  const isUnread = event.all('EXRULE').some(({ value }) => ruleText(value, when) !== '')
  if (!rule || !isUnread) return []
  if (excluded.length === 0) return undefined
  const until = datesOfRule(rule, when)?.at(-1) ?? lastWall
  const dates = excluded.map(each => datesOfRule(each.rule, when, maxValues, until))
  if (dates.includes(undefined)) return undefined
  return dates.flatMap(each => (each ?? []).map(at => dateAt(at, when)))
}

/** Further rules: their dates, where these are few. */
const ofOtherRules = (event: EventLines, rules: readonly RuleIn[], when: When): DateIn[] =>
  rules.flatMap(({ text, rule }) => {
    const dates = datesOfRule(rule, when)
    if (!dates) event.notes.push(leftOut('RRULE', text))
    return (dates ?? []).map(at => dateAt(at, when))
  })

const dateAt = (at: WallTime, { isAllDay }: When): DateIn =>
  isAllDay ? { at: startOfDay(at), isDay: true } : { at, isDay: false }

const covers = ({ at, isDay }: DateIn, starts: WallTime) =>
  at === (isDay ? startOfDay(starts) : starts)

/** RDATEs may be before the start: it is then the first of them, unless that would give the rule other dates. */
function earlierStart(dates: readonly DateIn[], rule: Rule | undefined, when: When): When {
  const time = when.starts - startOfDay(when.starts)
  const starts = dates.map(({ at, isDay }) => (isDay ? at + time : at))
  const earlier = [...new Set(starts.filter(at => at < when.starts))].sort((a, b) => a - b)
  const [first] = earlier
  if (first === undefined) return when
  const moved = { ...when, starts: first, ends: first + when.ends - when.starts }
  if (!rule) return moved
  const before = rule.count === undefined ? datesOfRule(rule, moved, maxValues, when.starts) : []
  return before?.join() === [...earlier, when.starts].join() ? moved : when
}

/** The rule without the empty parts and the escapes that other programs put into it. A series of days ends on a day. */
function ruleText(value: string, { isAllDay }: When): string {
  return value
    .replace(/[\s\\]+/g, '')
    .split(';')
    .filter(part => !/^(?:|RSCALE=GREGORIAN|SKIP=OMIT|X-[^=]*=.*|[A-Z]+=)$/i.test(part))
    .map(part => (isAllDay ? part.replace(/^(UNTIL=\d{8})T.*$/i, '$1') : part))
    .join(';')
}

/** R2: a start that the rule does not match is the first date, and counts as one. */
function withFirst(rule: string, when: When): string[] {
  const counted = rule.replace(
    /(^|;)COUNT=(\d{1,6})/i,
    (_, before: string, count: string) => `${before}COUNT=${Math.max(1, Number(count) - 1)}`,
  )
  return [`RRULE:${counted}`, line('RDATE', when.starts, when.isAllDay)]
}

const line = (name: string, at: WallTime, isDay: boolean) =>
  `${name}${isDay ? ';VALUE=DATE' : ''}:${writeTime(at, isDay)}`

/** Further or removed dates, on the clock of the event: values that cannot be read are left out. */
function datesIn(
  event: EventLines,
  name: 'RDATE' | 'EXDATE',
  facts: CalendarFacts,
  when: When,
): DateIn[] {
  const dates = new Map<string, DateIn>()
  for (const property of event.all(name))
    for (const value of property.value.split(',').filter(text => text.trim() !== '')) {
      const date = dateIn(event, { ...property, value }, facts, when)
      if (date) dates.set(`${date.at} ${date.isDay} ${date.ends}`, { ...date, written: value })
      else event.leaveOut({ ...property, value })
    }
  return [...dates.values()]
}

function linesOf(event: EventLines, name: 'RDATE' | 'EXDATE', all: readonly DateIn[]): string[] {
  const dates = all.length > maxValues ? all.toSorted((a, b) => a.at - b.at).slice(-maxValues) : all
  if (dates !== all) event.notes.push(tooManyListed(name, maxValues))
  const {
    days = [],
    periods = [],
    times = [],
  } = Object.groupBy(dates, ({ isDay, ends }) =>
    isDay ? 'days' : ends === undefined ? 'times' : 'periods',
  )
  const of = (parameter: string, values: string[]) =>
    values.length > 0 ? [`${name}${parameter}:${[...new Set(values)].join(',')}`] : []
  return [
    ...of(
      ';VALUE=DATE',
      days.map(({ at }) => writeTime(at, true)),
    ),
    ...of(
      '',
      times.map(({ at }) => writeTime(at, false)),
    ),
    ...of(
      ';VALUE=PERIOD',
      periods.map(({ at, ends = at }) => `${writeTime(at, false)}/${writeTime(ends, false)}`),
    ),
  ]
}

/** `written`: as the file has it. */
type DateIn = { at: WallTime; isDay: boolean; ends?: WallTime | undefined; written?: string }

function dateIn(
  event: EventLines,
  property: Property,
  facts: CalendarFacts,
  when: When,
): DateIn | undefined {
  const [start = '', end] = property.value.split('/')
  const read = timeIn(event, property, start, facts)
  if (!read) return undefined
  if (when.isAllDay) return { at: startOfDay(read.time.wall), isDay: true }
  const at = wallIn(read.time, { zone: read.zone, eventZone: when.zone })
  const isRemoval = property.name === 'EXDATE'
  const isDay = read.time.isDay || (isRemoval && isOutlookDate(at, when))
  if (isDay || isRemoval || end === undefined) return { at, isDay }
  const length = readDuration(end)
  const until = length ? undefined : timeIn(event, property, end, facts)
  const ends = length
    ? writable(at + length.days * daySeconds + length.seconds)
    : until && wallIn(until.time, { zone: until.zone, eventZone: when.zone })
  return ends === undefined || ends < at ? undefined : { at, isDay, ends }
}

/** Outlook writes midnight for all of a day. */
const isOutlookDate = (at: WallTime, { starts }: When) =>
  at % daySeconds === 0 && starts % daySeconds !== 0

/** The time or the day that a RECURRENCE-ID names, on the clock of its series; undefined where it cannot be read. */
export function namedDate(event: EventLines, facts: CalendarFacts, when: When): DateIn | undefined {
  const property = event.one('RECURRENCE-ID')
  const read = property && timeIn(event, property, property.value, facts)
  if (!read) return undefined
  if (when.isAllDay || read.time.isDay) return { at: startOfDay(read.time.wall), isDay: true }
  const at = wallIn(read.time, { zone: read.zone, eventZone: when.zone })
  return { at, isDay: isOutlookDate(at, when) }
}

/** Dates of one series that are looked through for those that a file changes. */
const maxDates = 20_000

/** The start by the rule that a named date has; undefined where the series has none there. `names`: all names that will be looked up. */
export function originalsOf(
  { recurrence }: Repeats,
  { starts, ends, zone }: When,
  names: readonly DateIn[],
): (name: DateIn) => WallTime | undefined {
  const all = names.map(({ at }) => startOfDay(at))
  const times = { starts, ends, timezone: zone, limit: maxDates }
  const [from, until] = [Math.min(...all), Math.max(...all) + daySeconds]
  const originals = datesOf(recurrence, { ...times, from, until }).map(({ original }) => original)
  const originalTimes = new Set(originals)
  const firstOfDay = new Map(originals.toReversed().map(at => [startOfDay(at), at]))
  return ({ at, isDay }) => (isDay ? firstOfDay.get(at) : originalTimes.has(at) ? at : undefined)
}
