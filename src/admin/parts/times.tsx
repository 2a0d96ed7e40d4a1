import type { Locale } from '../../define/text/language.ts'
import { formatDay, formatDistance, formatHour } from '../../define/time/day-formats.ts'
import { formatWallTime, momentIn } from '../../define/time/wall-formats.ts'
import { useApp, useMessages } from '../context.tsx'
import { zoneHere } from '../forms/zone-clock.ts'

const steps = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const

/** An instant: relative if it is recent (“3 hours ago”), else the day. The title has the full date and time. */
export function When({ at }: { at: string | null }) {
  const { locale } = useApp().place
  const t = useMessages()
  if (!at) return t('never')
  return (
    <time dateTime={at} title={dayAndTime(at, locale)}>
      {timeAgo(at, locale) ?? day(at, locale)}
    </time>
  )
}

export const dayAndTime = (at: string, locale: Locale) => momentIn(wallHere(new Date(at)), locale)

const wallHere = (moment: Date) => new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)

/** The time of day of an instant on the clock of the reader. */
export const hourHere = (at: number, locale: Locale): string =>
  formatHour(wallHere(new Date(at)).getTime() / 1000, locale)

/** An instant on the clock of the reader, with its zone, for texts that are passed on to others. */
export const momentHere = (at: string, locale: Locale): string =>
  formatWallTime(wallHere(new Date(at)), zoneHere(), locale)

const day = (at: string, locale: Locale) =>
  formatDay(wallHere(new Date(at)).getTime() / 1000, 'medium', locale)

function timeAgo(at: string, locale: Locale): string | undefined {
  const seconds = (Date.parse(at) - Date.now()) / 1000
  const [unit, size] = steps.findLast(([, size]) => Math.abs(seconds) >= size) ?? steps[0]
  const count = Math.trunc(seconds / size)
  if (unit === 'day' && Math.abs(count) > 6) return undefined
  return formatDistance(count, unit, locale)
}
