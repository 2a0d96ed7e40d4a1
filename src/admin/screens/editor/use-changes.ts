import { useQuery } from '@tanstack/react-query'
import { inEachLanguage } from '../../../define/text/language.ts'
import { useApp } from '../../context.tsx'
import { type Changes, lastChanges } from '../../forms/languages.ts'
import type { Form } from '../../forms/model.ts'
import { versioned } from '../../forms/versioned.ts'
import { type Opened, versionedId } from './open.ts'

const unknown: Changes = inEachLanguage(() => ({}))

/** When each text of a record was last changed, from its versions, for users who may see them. */
export function useChanges(form: Form, opened: Opened): Changes {
  const { id, tag, may } = opened
  const { server } = useApp()
  const { path } = form
  const { data = unknown } = useQuery({
    queryKey: [path, 'changes', id, tag],
    queryFn: async () =>
      lastChanges(
        (
          await server.admin(`GET /${versioned(form)}/:id/versions`, {
            id: versionedId(opened),
            per_page: 100,
          })
        ).versions,
      ),
    enabled: id !== undefined && may.change && !form.isFile,
    // of this state of the record, it stays so
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}
