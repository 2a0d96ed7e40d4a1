import { useQuery } from '@tanstack/react-query'
import { useApi, useWordsOf } from '../../context.tsx'
import { waiting } from './waiting.ts'
import { words } from './words.ts'

/** How many events wait for an editor; nothing where none does. */
export function ReviewCount() {
  const api = useApi()
  const w = useWordsOf(words)
  const { data = 0 } = useQuery({
    queryKey: ['events', 'review', 'count'],
    queryFn: async ({ signal }) =>
      (await api.events.list({ ...waiting, per_page: 1, _fields: ['id'] }, { signal })).total,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  })
  if (data === 0) return null
  return (
    <em className="badge">
      <span aria-hidden="true">{data}</span>
      <span className="visually-hidden">{w('waiting', { count: data })}</span>
    </em>
  )
}
