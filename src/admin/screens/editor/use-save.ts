import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { AlmanacError } from '../../../sdk/client.ts'
import { recordsOf } from '../../client/records.ts'
import { useApi, useKnown, useWordsOf } from '../../context.tsx'
import { wrongOf } from '../../forms/errors.ts'
import type { Form } from '../../forms/model.ts'
import {
  draftOf,
  type Edited,
  firstLanguage,
  newValues,
  patchOf,
  type Values,
} from '../../forms/values.ts'
import { tell } from '../../parts/toast.tsx'
import { type Opened, useRead } from './open.ts'
import type { Edits } from './use-edits.ts'
import { forgetCopy } from './use-guard.ts'
import { words } from './words.ts'

/** What a button of the box of publication saves besides what was typed. */
export type Saving = { facts: Record<string, string>; said: string }

/** Writes what was changed, or a new record. Refusals stand beside what they are about. */
export function useSave(form: Form, edits: Edits, onConflict: (now: Opened) => void) {
  const { opened } = edits
  const { language } = useKnown().place
  const api = useApi()
  const queries = useQueryClient()
  const read = useRead(form)
  const [, navigate] = useLocation()
  const t = useWordsOf(words)
  return useMutation({
    mutationFn: async ({ facts }: Saving) => {
      const values: Values = { ...edits.values, facts: { ...edits.values.facts, ...facts } }
      const own = opened.id === undefined ? firstLanguage(form, values, language) : language
      const records = recordsOf(api.in(own), form.path)
      const saved = (await (opened.id === undefined
        ? records.create({ ...draftOf(form, values, own, newValues(form)), ...facts })
        : records.change(
            opened.id,
            { ...patchOf(form, opened.values, values), ...facts },
            {
              ifMatch: opened.tag,
            },
          ))) as Edited
      return { now: await read(saved.id), sent: values }
    },
    onSuccess({ now, sent }, { said }) {
      edits.take(now, sent)
      forgetCopy(form, opened.id)
      queries.setQueryData([form.path, 'edit', now.id], now)
      queries.invalidateQueries({
        predicate: ({ queryKey: [path, what] }) => path === form.path && what !== 'edit',
      })
      for (const path of ['venues', 'organizers', 'categories', 'tags', 'images'])
        if (path !== form.path) queries.invalidateQueries({ queryKey: [path] })
      if (said) tell({ text: said })
      if (opened.id === undefined) navigate(`/${form.path}/${now.id}`, { replace: true })
    },
    async onError(error) {
      if (!(error instanceof AlmanacError)) return
      if (error.status === 412 && opened.id !== undefined) return onConflict(await read(opened.id))
      const own = opened.id === undefined ? firstLanguage(form, edits.values, language) : language
      edits.setWrong(wrongOf(form, error, { own, page: language, missing: t('required') }))
    },
  })
}
