import { useQuery } from '@tanstack/react-query'
import { useApp } from '../../context.tsx'

/** How long a failed import is of interest, in milliseconds. */
const recent = 14 * 86_400_000

/** What failed in the background: imports, feeds, mails. */
export function useFailures() {
  const { server } = useApp()
  const { data } = useQuery({
    queryKey: ['desk', 'failures'],
    queryFn: async ({ signal }) => {
      const [{ imports }, { subscriptions }, { mail }] = await Promise.all([
        server.admin('GET /imports', { per_page: 50 }, { signal }),
        server.admin('GET /subscriptions', {}, { signal }),
        server.admin('GET /status', {}, { signal }),
      ])
      return {
        imports: imports.filter(
          ({ state, started }) =>
            (state === 'failed' || state === 'interrupted') &&
            Date.now() - Date.parse(started) < recent,
        ).length,
        feeds: subscriptions.filter(({ error }) => error !== null).length,
        mails: mail?.failed ?? 0,
      }
    },
  })
  return data
}
