import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AlmanacError, type Setting, tagOf } from '../../../sdk/index.ts'
import { whoKey } from '../../client/welcome.ts'
import { useApp } from '../../context.tsx'
import { changedOf, type Typed, without } from './values.ts'

export const settingsKey = ['settings']

/** The tag is a field of its own, because the cache has a copy of the settings. */
export const tagged = (answer: { settings: Setting[] }) => ({
  settings: answer.settings,
  tag: tagOf(answer),
})
export type Tagged = ReturnType<typeof tagged>

const isStale = (error: Error | null) => error instanceof AlmanacError && error.status === 412

/** The values typed into the form, and the request that saves them. */
export function useSettings({ settings, tag }: Tagged) {
  const { server } = useApp()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Typed>({})
  const changed = changedOf(settings, typed)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (sent: Typed) =>
      server.admin('PATCH /settings', { settings: sent }, { ifMatch: tag }),
    onSuccess(answer, sent) {
      queries.setQueryData(settingsKey, tagged(answer))
      setTyped(before => without(before, sent))
      // its name stands above every screen
      return queries.invalidateQueries({ queryKey: whoKey })
    },
    onError: error =>
      isStale(error) ? queries.invalidateQueries({ queryKey: settingsKey }) : undefined,
  })
  return {
    typed,
    type: (name: string, value: string | boolean | null) =>
      setTyped(before => ({ ...before, [name]: value })),
    changed: settings.filter(({ name }) => name in changed),
    save: () => mutate(changed),
    isPending,
    isSaved: isSuccess,
    isStale: isStale(error),
    error: isStale(error) ? null : error,
  }
}
