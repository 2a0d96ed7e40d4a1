import { daySeconds } from '../../define/time/clock.ts'

const dayMinutes = 1440

/** A multiple of a week that makes every wall time positive: databases round towards zero. */
const weeks = 103_000 * 7 * daySeconds

/** The day of the week of a wall time: 0 is Monday. 1 January 1970 was a Thursday. */
export const weekdayOf = (wall: number): number => Math.floor((wall + weeks) / daySeconds + 3) % 7
export const minuteOf = (wall: number): number => Math.floor(((wall + weeks) % daySeconds) / 60)

/** The same in SQL. */
export const weekdaySql = (wall: string) => `((${wall} + ${weeks}) / ${daySeconds} + 3) % 7`
export const minuteSql = (wall: string) => `(${wall} + ${weeks}) % ${daySeconds} / 60`

/** Parts of the day, as minutes from the first and before the last: of a night there are two. */
export const partsOfDay = ({
  from = 0,
  before = dayMinutes,
}: {
  from?: number
  before?: number
}): [from: number, before: number][] =>
  from < before
    ? [[from, before]]
    : [
        [from, dayMinutes],
        [0, before],
      ]
