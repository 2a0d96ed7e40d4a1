import { useQuery } from '@tanstack/react-query'
import { useApi, useMessagesOf } from '../../context.tsx'
import { messages } from './messages.ts'
import { useReports } from './use-reports.ts'
import { waiting } from './waiting.ts'

/** The number of events that wait for an editor; nothing if there are none. */
export function ReviewCount() {
  const api = useApi()
  const w = useMessagesOf(messages)
  const reports = useReports()?.total ?? 0
  const { data: events = 0 } = useQuery({
    queryKey: ['events', 'review', 'count'],
    queryFn: async ({ signal }) =>
      (await api.events.list({ ...waiting, per_page: 1, _fields: ['id'] }, { signal })).total,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  })
  const data = events + reports
  if (data === 0) return null
  return (
    <em className="badge">
      <span aria-hidden="true">{data}</span>
      <span className="visually-hidden">{w('waiting', { count: data })}</span>
    </em>
  )
}
