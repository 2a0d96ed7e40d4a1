import { useEffect, useEffectEvent, useRef } from 'react'
import type { Form } from '../../forms/model.ts'
import { isAutosaved } from '../../forms/publishing.ts'
import { isChanged, isComplete, type Values, withoutButtons } from '../../forms/values.ts'
import { waitUntilSaved } from './autosave.ts'
import { onChanges } from './on-changes.ts'
import { type Edits, useOf } from './use-edits.ts'
import type { Save } from './use-save.ts'

/** Drafts are stored while they are written; whatever is public, or waits for review, stays as it is until a button is pressed. */
export function useAutosave(form: Form, edits: Edits, save: Save, isHeld: boolean): boolean {
  const last = useRef<{ at: number; values?: Values }>({ at: 0 })
  const isOn = useOf(edits, ({ opened, values }) =>
    isAutosaved({
      isComplete: isComplete(form, values),
      stored: opened.id === undefined ? '' : String(opened.values.facts.status ?? ''),
      hasStatus: 'status' in opened.values.facts,
      mayChange: opened.may.change,
    }),
  )
  const isDue = useOf(
    edits,
    ({ opened, values, isDirty }) =>
      isOn && isDirty && isChanged(form, opened.values, withoutButtons(values, opened.values)),
  )
  const { isBusy } = save
  const isNew = useOf(edits, of => of.opened.id === undefined)
  // a new record that was lost on its way may be stored: only the user sends it again
  const isRefused = save.isRefused || (isNew && save.isUnreached)
  const run = useEffectEvent(() => {
    last.current = { at: Date.now(), values: edits.values }
    save.runAlone({ facts: { status: 'draft' } })
  })
  useEffect(
    () =>
      onChanges(
        edits,
        () => run(),
        values => {
          const state = { isDue, isHeld, isBusy, isRefused, values, last: last.current }
          return waitUntilSaved(state, Date.now())
        },
      ),
    [isDue, isHeld, isBusy, isRefused, edits],
  )
  return isOn
}
