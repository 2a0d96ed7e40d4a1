import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { isDated } from '../../../define/record.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import type { Form } from '../../forms/model.ts'
import { patchOf } from '../../forms/values.ts'
import { PlainForm } from '../../parts/plain-form.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { showToast } from '../../parts/toast.tsx'
import { Window } from '../../parts/window.tsx'
import { isOneDate, type Opened } from './open.ts'
import type { Edits } from './use-edits.ts'
import { useForgetCopy } from './use-guard.ts'
import { useRefusal } from './use-save.ts'

type Reported = { what: 'cancelled' | 'changed'; change: Record<string, unknown> }

/**
 * A published event that its author may not change: a cancellation or a change goes to the editors. `isOn`: the form is open for such a
 * change.
 */
export function useProposal(form: Form, edits: Edits, { may, record, id }: Opened, user: number) {
  const { server } = useApp()
  const t = useMessagesOf(messages)
  const [isWriting, setIsWriting] = useState(false)
  const forgetCopy = useForgetCopy(form)
  const showRefusal = useRefusal(form, edits, { onConflict() {} })
  const isOwn = isDated(form.name) && Number(record?.author) === user
  const isOffered = isOwn && !may.change && record?.status === 'publish' && !isOneDate(edits.opened)
  const stop = () => {
    edits.restart(edits.opened, edits.opened.values)
    forgetCopy(id)
    setIsWriting(false)
  }
  const send = useMutation({
    mutationFn: (report: Reported) =>
      server.admin('POST /events/:id/reports', { id: Number(id), ...report }),
    onSuccess() {
      stop()
      showToast({ text: t('reportSent') })
    },
    onError: error => showRefusal(error, true),
  })
  return {
    isOffered,
    isOn: isOffered && isWriting,
    isPending: send.isPending,
    error: send.error,
    begin: () => setIsWriting(true),
    stop,
    send: () =>
      send.mutate({ what: 'changed', change: patchOf(form, edits.opened.values, edits.values) }),
    cancel: (reason: string) =>
      send.mutate({
        what: 'cancelled',
        change: {
          event_status: 'cancelled',
          ...(reason && { event_status_reason: reason }),
        },
      }),
  }
}

type Proposal = ReturnType<typeof useProposal>

/** Says that editors change a published event, and takes a report to them. */
export function ProposalNote({ proposal }: { proposal: Proposal }) {
  const t = useMessagesOf(messages)
  const [isCancelling, setIsCancelling] = useState(false)
  return (
    <div className="note">
      <p>{t(proposal.isOn ? 'proposing' : 'ownPublished')}</p>
      {!proposal.isOn && (
        <>
          <Button onPress={() => setIsCancelling(true)}>{t('itIsCancelled')}</Button>{' '}
          <Button onPress={proposal.begin}>{t('itHasChanged')}</Button>
        </>
      )}
      <Window
        heading={t('itIsCancelled')}
        isOpen={isCancelling}
        isFirm
        onClose={() => setIsCancelling(false)}
      >
        <PlainForm
          action={t('tellEditors')}
          isPending={proposal.isPending}
          error={proposal.error}
          onSend={({ reason = '' }) => {
            proposal.cancel(reason.trim())
            setIsCancelling(false)
          }}
        >
          <TextInput name="reason" label={t('reason')} hint={t('reasonHint')} autoFocus />
        </PlainForm>
      </Window>
    </div>
  )
}

/** In place of the buttons that store. */
export function ProposalBar({ proposal, isDirty }: { proposal: Proposal; isDirty: boolean }) {
  const t = useMessagesOf(messages)
  return (
    <div className="edit-bar">
      <p className="save-state" role="status">
        {isDirty && t('unsent')}
      </p>
      <div className="edit-bar-buttons">
        <Button isDisabled={proposal.isPending} onPress={proposal.stop}>
          {t('discard')}
        </Button>
        <Button
          className="primary"
          isDisabled={!isDirty}
          isPending={proposal.isPending}
          onPress={proposal.send}
        >
          {t('tellEditors')}
        </Button>
      </div>
    </div>
  )
}
