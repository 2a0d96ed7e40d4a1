import type { Row } from '../../define/record.ts'
import { daySeconds, type WallTime } from '../../define/time/clock.ts'
import { formatWall } from '../../define/time/format.ts'

/**
 * How URLs name a date of an event: `2027-07-04`, or `2027-07-04/20-00` where the rule of its series can give two dates on one day.
 * It follows from the rule alone, so that a list need not look at other dates to link to one; and a date that is moved keeps its URL.
 */
export function dateName({ starts, original, all_day, recurrence }: Row): string {
  const wall = formatWall(Number(original ?? starts))
  const day = wall.slice(0, 10)
  const hasTime = all_day !== 1 && hasSeveralTimes(String(recurrence ?? ''), wall.slice(11))
  return hasTime ? `${day}/${wall.slice(11, 16).replace(':', '-')}` : day
}

/** Can a rule give dates at several times of a day? `time`: one of them. */
function hasSeveralTimes(recurrence: string, time: string): boolean {
  if (/\bFREQ=HOURLY\b|\bBY(HOUR|MINUTE)=\d+,/.test(recurrence)) return true
  const extra = recurrence.match(/\bRDATE\b[^"]*/g)?.join() ?? ''
  const own = time.replaceAll(':', '')
  return [...extra.matchAll(/T(\d{6})(Z?)/g)].some(([, at, utc]) => at !== own || utc === 'Z')
}

/** The dates that such a name stands for: of a day, or of a minute. Undefined: it names no day or time that there is. */
export function datesNamed(name: string): { from: WallTime; before: WallTime } | undefined {
  const [day = '', time] = name.split('/')
  const at = Date.parse(`${day}T${(time ?? '00-00').replace('-', ':')}:00Z`) / 1000
  if (Number.isNaN(at) || formatWall(at).slice(0, 10) !== day) return undefined
  return { from: at, before: at + (time === undefined ? daySeconds : 60) }
}
