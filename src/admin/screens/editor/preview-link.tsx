import { type MouseEvent, useEffect, useState } from 'react'
import { useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import type { Form } from '../../forms/model.ts'
import { type Edits, useOf } from './use-edits.ts'
import type { Save } from './use-save.ts'

type Props = { form: Form; edits: Edits; save: Save; isAutosaved: boolean }

/** The public page of a draft as it will be, in a window of its own; saves unsaved values first. */
export function PreviewLink({ form, edits, save, isAutosaved }: Props) {
  const t = useMessagesOf(messages)
  const { place } = useApp()
  const opened = useOf(edits, of => of.opened)
  const isDirty = useOf(edits, of => of.isDirty)
  const href = `${place.base}/preview/${form.name}/${opened.id}/`
  const [waiting, setWaiting] = useState<{ window: Window; hasStarted: boolean }>()
  useEffect(() => {
    if (!waiting) return
    if (save.isBusy)
      return waiting.hasStarted ? undefined : setWaiting({ ...waiting, hasStarted: true })
    if (!waiting.hasStarted) return
    if (isDirty) waiting.window.close()
    else waiting.window.location.href = href
    setWaiting(undefined)
  }, [waiting, save.isBusy, isDirty, href])
  function open(event: MouseEvent) {
    if (!isDirty || !isAutosaved) return
    // browsers block a window that opens only after the save, as an unwanted pop-up
    const opening = window.open('', '_blank')
    if (!opening) return
    event.preventDefault()
    setWaiting({ window: opening, hasStarted: false })
    save.run({ facts: { status: 'draft' }, message: t('saved') })
  }
  return (
    <a href={href} target="_blank" rel="noopener" onClick={open}>
      {t('preview')}
    </a>
  )
}
