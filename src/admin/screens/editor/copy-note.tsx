import { Button } from 'react-aria-components'
import { useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { messages } from './messages.ts'
import { type Edits, useOf } from './use-edits.ts'
import { useLocalCopy } from './use-guard.ts'

/** Offers to restore the unsaved values that are still on this device. */
export function CopyNote({ form, edits }: { form: Form; edits: Edits }) {
  const t = useMessagesOf(messages)
  const { copy, forget, restore } = useLocalCopy(form, edits)
  const isDirty = useOf(edits, of => of.isDirty)
  if (!copy || isDirty) return null
  return (
    <div className="note">
      <p>{t('restoreAbout')}</p>
      <Button onPress={restore}>{t('restore')}</Button>{' '}
      <Button onPress={forget}>{t('discard')}</Button>
    </div>
  )
}
