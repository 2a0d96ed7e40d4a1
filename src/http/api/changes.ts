import type { ChangesPage } from '../../calendar/index.ts'
import { formatWall } from '../../define/time/clock.ts'
import type { Show } from '../present/context.ts'
import { present } from '../present/record.ts'

/** A page of the change feed as it goes out. `retention`: days for which the change log is kept. */
export const presentChanges = (
  show: Show,
  { changes, cursor, hasMore, isComplete }: ChangesPage,
  retention: number,
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
    ...(view && { record: present(show, view, true) }),
  })),
  cursor,
  has_more: hasMore,
  complete: isComplete,
  retention_days: retention,
})

export type ChangesBody = ReturnType<typeof presentChanges>
