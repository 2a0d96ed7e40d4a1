import type { WallTime } from '../clock.ts'
import { dayIn } from '../days.ts'
import { expand } from './expand.ts'
import type { Recurrence, RemovedDate } from './rule.ts'

/** The recurrence without one of its dates. */
export const without = (
  recurrence: Recurrence,
  original: WallTime,
  allDay: boolean,
): Recurrence => {
  const removed: RemovedDate = allDay ? { at: dayIn(original), isDay: true } : { at: original }
  return { ...recurrence, removed: [...recurrence.removed, removed].sort((a, b) => a.at - b.at) }
}

/** Is one date earlier than another? Those that stand for a day begin at its midnight. */
const isEarlier = ({ at, isDay }: RemovedDate, original: WallTime) =>
  at < (isDay ? dayIn(original) : original)

/** The dates before one. */
export const before = ({ rule, further, removed }: Recurrence, original: WallTime): Recurrence => ({
  rule: rule && { ...rule, count: undefined, until: original - 1 },
  further: further.filter(date => isEarlier(date, original)),
  removed: removed.filter(date => isEarlier(date, original)),
})

/** The dates from one on, which becomes the start; undefined where the rule does not give that one. */
export function from(
  { rule, further, removed }: Recurrence,
  start: WallTime,
  original: WallTime,
): Recurrence | undefined {
  const rest = {
    further: further.filter(date => !isEarlier(date, original)),
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
