import { useQuery } from '@tanstack/react-query'
import { plainText } from '../../../sdk/index.ts'
import { useApi } from '../../context.tsx'
import { type RecordPath, recordsOf } from '../../forms/records.ts'
import type { Term } from './tree.ts'

const fields = ['id', 'name', 'parent', 'count', 'color', 'position'] as const

/** All terms of a kind, those that no event has too. */
export function useTerms(path: RecordPath) {
  const api = useApi()
  return useQuery({
    queryKey: [path, 'all'],
    queryFn: async ({ signal }) => {
      const terms: Term[] = []
      const params = { hide_empty: false, per_page: 50, orderby: 'position', _fields: [...fields] }
      for await (const row of recordsOf(api, path).all(params, { signal }))
        terms.push({
          id: row.id,
          name: plainText(String(row.name ?? '')),
          parent: Number(row.parent ?? 0),
          count: Number(row.count ?? 0),
          position: Number(row.position ?? 0),
          ...(typeof row.color === 'string' && { color: row.color }),
        })
      return terms
    },
    staleTime: 60_000,
  })
}
