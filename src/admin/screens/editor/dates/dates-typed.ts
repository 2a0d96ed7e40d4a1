import { daySeconds, formatWall, startOfDay, type WallTime } from '../../../../define/time/clock.ts'
import { momentsIn } from '../../../../define/time/typed.ts'
import { type DateTimes, datesIn, type FormSeries } from '../../../forms/given-dates.ts'

type Around = { series: FormSeries; now: WallTime; isMonthFirst: boolean }

/** The dates that are typed, or the part of the text that is none, and why. */
type TypedDates =
  | { dates: DateTimes[] }
  | { wrong: 'notUnderstood' | 'endsBefore' | 'alreadyThere'; text: string }

/** A series of more dates is not searched for one that is there already. */
const maxSearched = 1000

/** Several dates, with semicolons or in lines of their own. A day alone has the hours of the series, and a start alone its length. */
export function datesTyped(text: string, around: Around): TypedDates {
  const { series } = around
  const length = series.ends - series.starts
  const there = new Set(datesIn(series, maxSearched).map(({ starts }) => starts))
  const dates: DateTimes[] = []
  for (const part of text.split(/[;\n]/).map(each => each.trim())) {
    if (part === '') continue
    const moments = momentsTyped(part, around)
    if (!moments) return { wrong: 'notUnderstood', text: part }
    const { start: starts, end: ends = starts + length } = moments
    if (ends < starts) return { wrong: 'endsBefore', text: part }
    if (there.has(starts)) return { wrong: 'alreadyThere', text: part }
    there.add(starts)
    dates.push({ starts, ends })
  }
  return { dates }
}

/** As far as a day without a year may be before the first date of a series. */
const halfYear = 183 * daySeconds

/** A day without a year is the one near the dates of the series, a day of the week that after today. */
function momentsTyped(text: string, { series, now, isMonthFirst }: Around) {
  const { starts, isAllDay } = series
  const from = (now: WallTime) =>
    momentsIn(text, {
      now,
      form: { value: starts, isDay: isAllDay, isMonthFirst },
      hasEnd: !isAllDay,
    })
  const next = from(now)
  const near = from(Math.max(now, startOfDay(starts) - halfYear))
  // the day may be of that weekday in the year of the series alone
  const isSameDay = !next || monthAndDay(next.start) === (near && monthAndDay(near.start))
  return isSameDay ? near : next
}

const monthAndDay = (at: WallTime) => formatWall(at).slice(4)
