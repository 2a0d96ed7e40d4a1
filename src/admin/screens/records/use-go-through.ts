import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { existing } from '../../../define/base/objects.ts'
import type { Language } from '../../../define/text/language.ts'
import { useApp, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { queryText } from '../../forms/records.ts'
import { showProblem } from '../../parts/toast.tsx'
import { questionOf, sortOf } from './question.ts'
import { addressInto, rememberList } from './trail.ts'
import { useToday } from './use-table.ts'
import { addressOf, type View } from './view.ts'

/** The records that one goes through before the list is asked for again. */
const maxRecords = 500

/** `language`: the texts in it are written, in a screen of their own. */
type Going = { form: Form; view: View; language?: Language | undefined }

/** Opens the first record of a view; from there one goes on to the others. */
export function useGoThrough() {
  const { server } = useApp()
  const { user } = useUser()
  const today = useToday()
  const [, navigate] = useLocation()
  return useMutation({
    async mutationFn({ form, view, language }: Going) {
      const sort = sortOf(view)
      const { rows } = await server.admin('GET /table', {
        kind: existing(form.written),
        query: queryText(questionOf({ form, view, today, user: user.id })),
        per_page: maxRecords,
        ...(sort && { sort }),
      })
      const ids = rows.map(({ id }) => id)
      const [first] = ids
      rememberList({ path: form.path, back: `/${form.path}${addressOf(view)}`, ids, language })
      if (first !== undefined) navigate(addressInto(form.path, first, language))
    },
    onError: showProblem,
  })
}
