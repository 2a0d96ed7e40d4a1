import type { Values } from '../../define/param.ts'
import { type Day, formatWall } from '../../define/time/clock.ts'
import { dayName, dayOf, daySeconds } from '../shell/dates.ts'
import type { PageRequest } from '../shell/page.ts'
import type { Filters } from './filters.ts'

/**
 * The ways to the days before some days and to those after them. Pages with events have both, pages without only those
 * towards events: a program that follows each link ends one page after the last event, not in the year 2200.
 */
export async function stepsFrom<const Step>(
  { reading }: PageRequest,
  filters: Filters,
  { from, to, isEmpty }: { from: Day; to: Day; isEmpty: boolean },
  steps: { previous: Step; next: Step },
): Promise<{ previous: Step | undefined; next: Step | undefined }> {
  const leadsTo = async (day: Day, dates: Values) =>
    dayOf(dayName(day)) !== undefined &&
    (!isEmpty ||
      (await reading.ids('event', { ...filters, ...dates, strict_dates: true, per_page: 1 }))
        .total > 0)
  const isBefore = await leadsTo(from - daySeconds, { starts_before: formatWall(from) })
  const isAfter = await leadsTo(to, { starts_after: formatWall(to - 1) })
  return {
    previous: isBefore ? steps.previous : undefined,
    next: isAfter ? steps.next : undefined,
  }
}
