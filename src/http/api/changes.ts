import type { ChangesPage } from '../../calendar/index.ts'
import { formatWall } from '../../define/time/clock.ts'
import type { Call } from './call.ts'
import { presentIn } from './check-parameters.ts'

/** A page of the change feed as it goes out. */
export const presentChanges = (
  call: Call,
  { changes, cursor, hasMore, isComplete }: ChangesPage,
) => ({
  changes: changes.map(({ kind, id, change, version, instant, dates, view }) => ({
    kind,
    id,
    change,
    version,
    ...(instant > 0 && { modified_utc: formatWall(instant) }),
    ...(dates && {
      dates: { start_date: formatWall(dates.starts), end_date: formatWall(dates.ends) },
    }),
    ...(view && { record: presentIn(call, view, true) }),
  })),
  cursor,
  has_more: hasMore,
  complete: isComplete,
  retention_days: call.service.about.journalRetention,
})
