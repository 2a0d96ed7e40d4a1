import type { Locale } from '../../define/text/language.ts'
import { formatWall, type WallTime } from '../../define/time/clock.ts'
import { formatDay, formatHour } from '../../define/time/day-formats.ts'
import { momentsIn } from '../../define/time/typed.ts'

/** A moment as inputs have it. */
export const inputOf = (at: WallTime) => formatWall(at).slice(0, 16).replace(' ', 'T')

export function wallIn(value: string): WallTime | undefined {
  const at = Date.parse(`${value.slice(0, 16).padEnd(16, 'T00:00')}Z`) / 1000
  return Number.isNaN(at) ? undefined : at
}

/** True where the month of `5/12` comes first; French begins with the day wherever it is written. */
export function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' })
    .formatToParts(0)
    .map(({ type }) => type)
  return locale.startsWith('en') && parts.indexOf('month') < parts.indexOf('day')
}

/** A moment as its box shows it: “Sat 5 Dec 2026, 8 pm”. It is understood when it is typed. */
export function momentText(value: string, isDay: boolean, locale: Locale): string {
  const at = wallIn(value)
  if (at === undefined) return ''
  const day = formatDay(at, 'brief', locale)
  return isDay ? day : `${day}, ${formatHour(at, locale)}`
}

/** The moments that are typed into a box. The weekday that it showed gives way to the day of the month, which was changed. */
export function momentsTyped(
  typed: string,
  shown: string,
  around: Parameters<typeof momentsIn>[1],
): ReturnType<typeof momentsIn> {
  const [weekday = ''] = shown.split(' ')
  const isEdited = weekday !== '' && typed.startsWith(`${weekday} `)
  return (
    momentsIn(typed, around) ??
    (isEdited ? momentsIn(typed.slice(weekday.length), around) : undefined)
  )
}
