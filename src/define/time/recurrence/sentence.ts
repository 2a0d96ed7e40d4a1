import { type Language, type Locale, languageIn } from '../../text/language.ts'
import type { WallTime } from '../clock.ts'
import { daySeconds } from '../clock.ts'
import { timesOf, withDefaults } from './expand.ts'
import type { Recurrence } from './rule.ts'
import { englishOf } from './sentence-en.ts'
import { french } from './sentence-fr.ts'
import type { RecurrenceWords } from './shape.ts'

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
  const removed = recurrence.removed.map(({ at }) => at)
  const exceptions = removed.length > 0 ? phrases.removed(removed) : ''
  if (!rule) return phrases.only(daysOnce(further)) + exceptions
  const full = withDefaults(rule, starts)
  const times = timesOf({ ...full, byHour: full.byHour ?? [] })
  const parts = [
    phrases.rule(full, rule),
    times.length > 1 ? ` ${phrases.times(times)}` : '',
    rule.count === undefined ? '' : `, ${phrases.count(rule.count)}`,
    rule.until === undefined ? '' : ` ${phrases.until(rule.until)}`,
  ]
  const also = further.length > 0 ? phrases.further(daysOnce(further)) : ''
  return parts.join('') + also + exceptions
}

const daysOnce = (times: readonly WallTime[]) => [
  ...new Set(times.map(at => Math.floor(at / daySeconds) * daySeconds)),
]
