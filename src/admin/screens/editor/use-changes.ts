import { useQuery } from '@tanstack/react-query'
import { useKnown } from '../../context.tsx'
import { type Changes, lastChanges } from '../../forms/languages.ts'
import type { Form } from '../../forms/model.ts'
import type { Opened } from './open.ts'

const unknown: Changes = { en: {}, fr: {} }

/** When each text of a record was last changed, as its versions tell those who may see them. */
export function useChanges({ name, path }: Form, { id, tag, may }: Opened): Changes {
  const { server } = useKnown()
  const { data = unknown } = useQuery({
    queryKey: [path, 'changes', id, tag],
    queryFn: async () =>
      lastChanges((await server.accounts.versions.list(path, id ?? 0, { per_page: 100 })).versions),
    enabled: id !== undefined && may.change && name !== 'image',
    // of this state of the record, it stays so
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}
