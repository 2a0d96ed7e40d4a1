import { useQuery } from '@tanstack/react-query'
import { useApp } from '../../context.tsx'

export const reportsKey = ['reports'] as const

/** The reports on published events that wait for an editor. */
export function useReports() {
  const { server } = useApp()
  const { data } = useQuery({
    queryKey: reportsKey,
    queryFn: ({ signal }) => server.admin('GET /reports', {}, { signal }),
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  })
  return data
}

export type OpenReport = NonNullable<ReturnType<typeof useReports>>['reports'][number]
