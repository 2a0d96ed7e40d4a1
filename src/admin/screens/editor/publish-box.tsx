import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button, Label, Radio, RadioGroup } from 'react-aria-components'
import { isDated } from '../../../define/record.ts'
import { textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { LineField } from '../../fields/line.tsx'
import { messages } from '../../fields/messages.ts'
import { MomentField } from '../../fields/moment.tsx'
import type { Form } from '../../forms/model.ts'
import { senderOf } from '../../forms/publishing.ts'
import { patchOf } from '../../forms/values.ts'
import { PlainForm } from '../../parts/plain-form.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { showToast } from '../../parts/toast.tsx'
import { Window } from '../../parts/window.tsx'
import { isOneDate, type Opened } from './open.ts'
import { type Edits, useOf } from './use-edits.ts'
import { useForgetCopy } from './use-guard.ts'
import { type Save, useRefusal } from './use-save.ts'
import { factsOf, useWays } from './use-ways.ts'

type Props = { form: Form; edits: Edits; save: Save }

/** Visibility, publication date and further actions of a record. */
export function PublishBox({ children, ...props }: Props & { children: ReactNode }) {
  const t = useMessagesOf(messages)
  const { form, edits } = props
  const opened = useOf(edits, of => of.opened)
  const status = form.fields.find(({ name }) => name === 'status')
  const sender = senderOf(opened.record)
  return (
    <section className="group is-publish" aria-labelledby="group-publish">
      <h2 id="group-publish">{t('publication')}</h2>
      {sender && (
        <p>
          {t('proposedBy')} <a href={`mailto:${sender.email}`}>{sender.name || sender.email}</a>
        </p>
      )}
      {status && opened.may.change && <Visibility form={form} edits={edits} />}
      {opened.may.change && <DateOfPublication {...props} />}
      {opened.may.change && <AndNext {...props} />}
      {children}
    </section>
  )
}

/** When it is published, on the clock of the site; only users who may publish set it. */
function DateOfPublication({ form, edits }: Props) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const { may, site } = useUser()
  const date = form.fields.find(({ name }) => name === 'date')
  const value = useOf(edits, of => String(of.values.facts.date ?? ''))
  const error = useOf(edits, of => of.wrong.facts.date)
  if (!date || !may[form.name].publish) return null
  return (
    <MomentField
      field={date}
      label={textIn(date.label, language)}
      value={value}
      onChange={value => edits.setFact('date', value)}
      error={error}
      hint={t('dateHint', { zone: site.timezone.replaceAll('_', ' ') })}
    />
  )
}

/** The next record at once, as the first button of the bar stores this one. */
function AndNext({ form, edits, save }: Props) {
  const t = useMessagesOf(messages)
  const { may } = useUser()
  const [way] = useWays(form, edits)
  const isNew = useOf(edits, of => of.opened.id === undefined)
  if (!isNew || !may[form.name].create) return null
  return (
    <div className="saves">
      <Button
        isPending={save.isPending}
        onPress={() => save.run({ facts: factsOf(way), message: t(way.message), isNext: true })}
      >
        {t('andNext', { action: t(way.word) })}
      </Button>
    </div>
  )
}

/** The audience of a published record: everyone, readers with the password, or editors only. */
function Visibility({ form, edits }: { form: Form; edits: Edits }) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const { may } = useUser()
  const opened = useOf(edits, of => of.opened)
  const status = useOf(edits, of => String(of.values.facts.status ?? ''))
  const wrong = useOf(edits, of => of.wrong.facts.password)
  const password = form.fields.find(({ name }) => name === 'password')
  const isProtected = opened.record?.editing?.facts.is_protected === true
  // null is the stored password, which cannot be read
  const typed = useOf(edits, of => of.values.facts.password ?? null)
  const isWanted = useOf(edits, of => of.isProtected)
  const hasPassword = password !== undefined && (isWanted || typed !== '')
  const now = status === 'private' ? 'private' : hasPassword ? 'protected' : 'public'
  if (!may[form.name].publish) return null
  function choose(next: string) {
    edits.setProtected(next === 'protected')
    if (password) edits.setFact('password', next === 'protected' && isProtected ? null : '')
    const stored = String(opened.values.facts.status ?? '')
    const open = stored === 'private' || stored === '' ? 'publish' : stored
    edits.setFact('status', next === 'private' ? 'private' : open)
  }
  return (
    <>
      <RadioGroup className="field radios" value={now} onChange={choose}>
        <Label>{t('visibility')}</Label>
        {(['public', 'protected', 'private'] as const)
          .filter(each => each !== 'protected' || password)
          .map(each => (
            <Radio key={each} value={each} className="check">
              <span aria-hidden="true" className="box is-round" />
              {t(each)}
            </Radio>
          ))}
      </RadioGroup>
      {now === 'protected' && password && (
        <LineField
          field={password}
          label={textIn(password.label, language)}
          value={String(typed ?? '')}
          onChange={value => edits.setFact('password', value || (isProtected ? null : ''))}
          error={wrong}
          hint={isProtected ? t('keepPassword') : undefined}
        />
      )}
    </>
  )
}

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
