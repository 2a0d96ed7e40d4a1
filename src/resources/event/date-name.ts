import { fieldError } from '../../define/field-type.ts'
import { filled } from '../../define/field-types.ts'
import type { Params } from '../../define/param.ts'
import type { Row } from '../../define/record.ts'
import { daySeconds, formatWall, type WallTime } from '../../define/time/clock.ts'

/**
 * The name of a date of an event in URLs: `2027-07-04`, or `2027-07-04/20-00` where the rule of its series can give two dates on one day. It follows
 * from the rule alone, so that a list need not look at other dates to link to one; and a date that is moved keeps its URL.
 */
export function dateName({ starts, original, all_day, recurrence }: Row): string {
  const wall = formatWall(Number(original ?? starts))
  const day = wall.slice(0, 10)
  const hasTime = all_day !== 1 && hasSeveralTimes(String(recurrence ?? ''), wall)
  return hasTime ? `${day}/${wall.slice(11, 16).replace(':', '-')}` : day
}

/** True if a rule can give dates at several times of a day. `wall`: one of its dates. An `RDATE` does not know the time of the rule. */
function hasSeveralTimes(recurrence: string, wall: string): boolean {
  if (recurrence === '') return false
  if (/\bFREQ=HOURLY\b|\bBY(HOUR|MINUTE)=\d+,/.test(recurrence)) return true
  const extra = recurrence.match(/\bRDATE\b[^"]*/g)?.join() ?? ''
  const [day = '', time = ''] = wall.replaceAll(/[-:]/g, '').split(/[ T]/)
  const further = [...extra.matchAll(/(\d{8})T(\d{6})(Z?)/g)]
  return further.some(([, on, at, utc]) => at !== time || on === day || utc === 'Z')
}

/** The dates that start in a window, by their starts by the rule. */
export type DateWindow = { from: WallTime; before: WallTime }

/** The dates that such a name means: those of a day, or of a minute. Undefined: the day or time does not exist. */
export function datesNamed(name: string): DateWindow | undefined {
  const [day = '', time] = name.split('/')
  const at = Date.parse(`${day}T${(time ?? '00-00').replace('-', ':')}:00Z`) / 1000
  if (Number.isNaN(at) || formatWall(at).slice(0, 10) !== day) return undefined
  return { from: at, before: at + (time === undefined ? daySeconds : 60) }
}

/** The parameter that names a date of the event of a slug: a day, or a day and a time. */
export const occurrenceParam = {
  occurrence: {
    type: {
      ...filled(),
      accepts: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2})?)?$' },
      check: (input: unknown) => {
        const window = datesRequested(input)
        return window ? { value: window } : fieldError(noDateName)
      },
      sample: '2027-07-04T20:00',
    },
    addition: true,
    unlisted: true,
    en: 'A date of a series by its original start, in the local time of the event: 2027-07-04T20:00, or the first one of a day.',
    fr: 'Une date d’une série par son début d’origine, en heure locale de l’évènement : 2027-07-04T20:00, ou la première d’un jour.',
  },
} satisfies Params

/** The dates that the parameter `occurrence` asks for. */
export function datesRequested(input: unknown): DateWindow | undefined {
  const text = typeof input === 'string' ? input : ''
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2})?)?$/.exec(text) ?? []
  if (day === undefined) return undefined
  return datesNamed(time === undefined ? day : `${day}/${time.replace(':', '-')}`)
}

const noDateName = {
  code: 'no_date_name',
  sentence: {
    en: '{name} is not a date. Expected a day or a day and a time, such as 2027-07-04T20:00.',
    fr: '{name} n’est pas une date. Attendu : un jour, ou un jour et une heure, par exemple 2027-07-04T20:00.',
  },
}

/** The error for a date that an event does not have. */
export const dateNameError = (input: unknown) => (datesRequested(input) ? noSuchDate : noDateName)

const noSuchDate = {
  code: 'no_such_date',
  sentence: {
    en: '{name} is unknown: no date of the event starts then.',
    fr: '{name} est inconnu : aucune date de l’évènement ne débute à ce moment.',
  },
}
