import { lastWall, startOfDay, type WallTime } from '../clock.ts'
import { expand } from './expand.ts'
import type { FurtherDate, Recurrence, RemovedDate, Rule } from './rule.ts'

/** The recurrence without one of its dates. */
export const without = (
  recurrence: Recurrence,
  original: WallTime,
  allDay: boolean,
): Recurrence => {
  const removed: RemovedDate = allDay ? { at: startOfDay(original), isDay: true } : { at: original }
  return { ...recurrence, removed: [...recurrence.removed, removed].sort((a, b) => a.at - b.at) }
}

/** True if a removed date is earlier than an original start. A day begins at its midnight. */
const isEarlier = ({ at, isDay }: RemovedDate, original: WallTime) =>
  at < (isDay ? startOfDay(original) : original)

const timeOf = (at: WallTime) => at - startOfDay(at)

/** The start of a further date: a day has the time of day of the start of its series. */
const startOf = ({ at, isDay }: FurtherDate, start: WallTime) => (isDay ? at + timeOf(start) : at)

/** The dates before one, undefined before the first. A rule that ends before it stays as it is. */
export function before(
  { rule, further, removed }: Recurrence,
  start: WallTime,
  original: WallTime,
): Recurrence | undefined {
  // without a rule, the start alone would be left, which is a date by itself
  if (original <= start) return undefined
  return {
    rule:
      rule && reaches(rule, start, original)
        ? { ...rule, count: undefined, until: original - 1 }
        : rule,
    further: further.filter(date => startOf(date, start) < original),
    removed: removed.filter(date => isEarlier(date, original)),
  }
}

/** True if a rule has a date at or after a time. */
function reaches(rule: Rule, start: WallTime, time: WallTime): boolean {
  for (const at of expand(rule, start, lastWall)) if (at >= time) return true
  return false
}

/** The dates from one on, which becomes the start; undefined where the rule does not give that one. */
export function from(
  { rule, further, removed }: Recurrence,
  start: WallTime,
  original: WallTime,
): Recurrence | undefined {
  const isSameTime = timeOf(start) === timeOf(original)
  const later = further.filter(date => startOf(date, start) >= original)
  const rest = {
    // days would have the time of the start of this part
    further: isSameTime
      ? later
      : later.map(date => (date.isDay ? { at: startOf(date, start) } : date)),
    removed: removed.filter(date => !isEarlier(date, original)),
  }
  if (!rule) return rest
  let earlier = 0
  for (const at of expand(rule, start, original)) {
    const count = rule.count === undefined ? undefined : rule.count - earlier
    if (at === original) return { rule: { ...rule, count }, ...rest }
    earlier += 1
  }
  return undefined
}
