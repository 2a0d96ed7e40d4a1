import { formatWall, type WallTime } from '../../define/time/clock.ts'

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
