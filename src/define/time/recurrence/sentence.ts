import { type Language, type Locale, languageIn } from '../../text/language.ts'
import { daySeconds, startOfDay, type WallTime } from '../clock.ts'
import { timesOf, withDefaults } from './expand.ts'
import type { Recurrence } from './rule.ts'
import { englishOf } from './sentence-en.ts'
import { french } from './sentence-fr.ts'
import type { RecurrenceWords, RemovedDay } from './shape.ts'

const words: Partial<Record<Language, (locale: Locale) => RecurrenceWords>> = {
  en: englishOf,
  fr: () => french,
}
const wordsIn = new Map<Locale, RecurrenceWords>()
function recurrenceWords(locale: Locale): RecurrenceWords {
  const cached = wordsIn.get(locale)
  if (cached) return cached
  const created = words[languageIn(locale)]?.(locale) ?? englishOf('en-GB')
  wordsIn.set(locale, created)
  return created
}

/** A recurrence as a sentence without a full stop: `every Sunday until 31 December 2027`. `starts`: any of its dates. */
export function sentenceOf(recurrence: Recurrence, starts: WallTime, locale: Locale): string {
  const phrases = recurrenceWords(locale)
  const { rule } = recurrence
  const further = recurrence.further.map(({ at }) => at)
  const { removed } = recurrence
  const added = addedTimes(recurrence, starts)
  const exceptions = (times: readonly number[]) =>
    removed.length > 0 ? phrases.removed(removedDays(removed, times, added)) : ''
  if (!rule) return phrases.only(daysOnce(further)) + exceptions([])
  const full = withDefaults(rule, starts)
  const times = timesOf({ ...full, byHour: full.byHour ?? [] })
  const parts = [
    phrases.rule(full, rule),
    times.length > 1 ? ` ${phrases.times(times)}` : '',
    rule.count === undefined ? '' : `, ${phrases.count(rule.count)}`,
    rule.until === undefined ? '' : ` ${phrases.until(lastDay(rule.until, times))}`,
  ]
  const also = further.length > 0 ? phrases.further(daysOnce(further)) : ''
  return parts.join('') + also + exceptions(times)
}

/** An end before the first time of its day leaves no date on that day: a series that was split ends so. */
function lastDay(until: WallTime, times: readonly number[]): WallTime {
  const day = startOfDay(until)
  return times.every(time => day + time > until) && times.length > 0 ? day - daySeconds : until
}

/** The times of further dates, by their day. */
function addedTimes(
  { further }: Pick<Recurrence, 'further'>,
  starts: WallTime,
): ReadonlyMap<WallTime, readonly number[]> {
  const timeOfDay = starts - startOfDay(starts)
  const times = new Map<WallTime, number[]>()
  for (const { at, isDay } of further) {
    const day = startOfDay(at)
    times.set(day, [...(times.get(day) ?? []), isDay ? timeOfDay : at - day])
  }
  return times
}

/**
 * The days of removed dates, each once; with their times where the day has others left. `times`: those of the rule; `added`: those
 * that a day has besides.
 */
function removedDays(
  removed: Recurrence['removed'],
  times: readonly number[],
  added: ReadonlyMap<WallTime, readonly number[]>,
): readonly RemovedDay[] {
  const byDay = Map.groupBy(removed, ({ at }) => startOfDay(at))
  return [...byDay].map(([day, dates]) => {
    const removedTimes = dates.map(({ at }) => at - day)
    const all = [...times, ...(added.get(day) ?? [])]
    const isAll = dates.some(({ isDay }) => isDay) || all.every(time => removedTimes.includes(time))
    return { day, times: isAll ? [] : removedTimes.toSorted((a, b) => a - b) }
  })
}

const daysOnce = (times: readonly WallTime[]) => [...new Set(times.map(startOfDay))]
