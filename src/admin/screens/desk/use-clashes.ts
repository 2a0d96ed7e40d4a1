import { useQuery } from '@tanstack/react-query'
import { plainText } from '../../../sdk/index.ts'
import { useApp } from '../../context.tsx'
import { queryText, type Row } from '../../forms/records.ts'
import { datesOf } from '../records/question.ts'
import { useToday } from '../records/use-table.ts'
import { clashesIn, type DatedEvent } from './clashes.ts'

/** The dates that are compared with each other, the earliest first. */
export const maxCompared = 1000

/** Events of the coming days that are entered twice or meet in one hall. `isCut`: there are more dates than are compared. */
export function useClashes() {
  const { server } = useApp()
  const params = {
    kind: 'event' as const,
    query: queryText({ ...datesOf('week', useToday()), status: 'publish,future,pending' }),
    per_page: maxCompared,
    fields: 'id,title,start_date,end_date,all_day,venue.id',
  }
  const { data } = useQuery({
    queryKey: ['events', 'desk', params],
    queryFn: async ({ signal }) => {
      const { rows, total } = await server.admin('GET /table', params, { signal })
      const events = rows.map(({ id, record }) => datedEvent(id, record as Row))
      return { ...clashesIn(events), isCut: total > rows.length }
    },
  })
  return data
}

function datedEvent(record: number, row: Row): DatedEvent {
  const { id, title, start_date, end_date, all_day, venue } = row
  const venues = Array.isArray(venue) ? venue : venue ? [venue] : []
  return {
    id,
    record,
    title: plainText(String(title ?? '')),
    start: String(start_date),
    end: String(end_date),
    isAllDay: all_day === true,
    venues: venues.map((each: { id: number }) => each.id),
  }
}
