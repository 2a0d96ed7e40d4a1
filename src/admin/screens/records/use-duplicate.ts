import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { recordsOf } from '../../client/records.ts'
import { useApi, useWordsOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { tell } from '../../parts/toast.tsx'
import { copyOf } from './copy.ts'
import { words } from './words.ts'

/** Makes a draft with all that a record has, and opens it. */
export function useDuplicate(form: Form) {
  const english = useApi('en')
  const french = useApi('fr')
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const t = useWordsOf(words)
  const { mutate } = useMutation({
    async mutationFn(id: number) {
      const [en, fr] = await Promise.all(
        [english, french].map(api => recordsOf(api, form.path).read(id, { context: 'edit' })),
      )
      if (!en || !fr) throw new Error('There is no record to copy.')
      const { language, draft } = copyOf(form, { en, fr })
      return recordsOf(language === 'en' ? english : french, form.path).create(draft)
    },
    onSuccess({ id }) {
      tell({
        text: t('duplicated'),
        action: { text: t('edit'), run: () => navigate(`/${form.path}/${id}`) },
      })
      return queries.invalidateQueries({ queryKey: [form.path] })
    },
    onError: error => tell({ text: error.message, isProblem: true }),
  })
  return mutate
}
