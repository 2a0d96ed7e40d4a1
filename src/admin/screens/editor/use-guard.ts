import { useEffect, useState } from 'react'
import { useMessagesOf, useUser } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import type { Form } from '../../forms/model.ts'
import { rebased, type Values } from '../../forms/values.ts'
import { onChanges } from './on-changes.ts'
import { type Edits, useOf } from './use-edits.ts'

/** Asks before the page is left with changes that are not saved; links of the app too. */
export function useGuard(isDirty: boolean) {
  const t = useMessagesOf(messages)
  useEffect(() => {
    if (!isDirty) return
    const stop = (event: BeforeUnloadEvent) => event.preventDefault()
    const ask = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href]')
      if (!link || link.getAttribute('href')?.startsWith('#') || link.getAttribute('target')) return
      if (confirm(t('leave'))) return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('beforeunload', stop)
    addEventListener('click', ask, true)
    return () => {
      removeEventListener('beforeunload', stop)
      removeEventListener('click', ask, true)
    }
  }, [isDirty, t])
}

/** By user: others of the same browser are not offered what another user has typed. */
const keyOf = (user: number, name: string, id: number | undefined) =>
  `almanac:${user}:${name}:${id ?? 'new'}`

export function useForgetCopy({ name }: Form) {
  const { user } = useUser()
  return (id: number | undefined) => localStorage.removeItem(keyOf(user.id, name, id))
}

/** The typed values, and those that were stored when they were typed. */
type Copy = { before: Values; values: Values }

/**
 * Unsaved values stay on this device until they are saved: after a crash the user can restore them. Only what differs from the record as it
 * was then comes back, so that changes of others since then stay.
 */
export function useLocalCopy(form: Form, edits: Edits) {
  const opened = useOf(edits, of => of.opened)
  const isDirty = useOf(edits, of => of.isDirty)
  const { user } = useUser()
  const key = keyOf(user.id, form.name, opened.id)
  const [first] = useState(opened)
  const [copy, setCopy] = useState(() => read(key))
  useEffect(() => {
    if (!isDirty) return
    const before = withoutSecrets(opened.values)
    const storeCopy = (values: Values) => store(key, { before, values: withoutSecrets(values) })
    return onChanges(edits, storeCopy, () => 1000)
  }, [key, isDirty, opened.values, edits])
  const forget = () => {
    localStorage.removeItem(key)
    setCopy(undefined)
  }
  const restore = () => {
    if (copy) edits.setValues(rebased(form, copy.before, edits.values, copy.values))
    setCopy(undefined)
  }
  // after a save the copy is of an earlier state
  return { copy: opened === first ? copy : undefined, forget, restore }
}

function store(key: string, copy: Copy) {
  try {
    localStorage.setItem(key, JSON.stringify(copy))
  } catch {
    // a device without room, or that stores nothing
  }
}

const withoutSecrets = ({ facts: { password: _, ...facts }, texts }: Values): Values => ({
  facts,
  texts,
})

function read(key: string): Copy | undefined {
  try {
    const stored = localStorage.getItem(key)
    const copy: Copy | undefined = stored ? JSON.parse(stored) : undefined
    return copy?.before && copy
  } catch {
    return undefined
  }
}
