import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useSubmit } from '../../client/use-submit.ts'
import { useWelcome, whoKey } from '../../client/welcome.ts'
import { useApp, useMessages, useMessagesOf } from '../../context.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PasswordInput } from '../../parts/password-input.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Window } from '../../parts/window.tsx'
import { EnrolFactor } from './enrol-factor.tsx'
import { messages } from './messages.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Open = 'enrol' | 'codes' | 'disable' | undefined

export function SecondFactor() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const { data, error } = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => server.admin('GET /second-factor'),
  })
  function close() {
    setOpen(undefined)
    for (const queryKey of [['second-factor'], ['sessions'], whoKey])
      queries.invalidateQueries({ queryKey })
  }
  return (
    <Section heading={w('factor')} about={w('factorAbout')}>
      <ProblemNote error={error} />
      {!data && !error && <Skeleton lines={2} />}
      {data?.enabled === false && (
        <>
          <p>{w('factorOff')}</p>
          <div className="actions">
            <Button onPress={() => setOpen('enrol')}>{w('turnOn')}</Button>
          </div>
        </>
      )}
      {data?.enabled && (
        <>
          <p>{w('factorOn', { count: data.recovery_codes_left })}</p>
          <div className="actions">
            <Button onPress={() => setOpen('codes')}>{w('newCodes')}</Button>
            <Button className="danger" onPress={() => setOpen('disable')}>
              {w('turnOff')}
            </Button>
          </div>
        </>
      )}
      {open === 'enrol' && <EnrolFactor onClose={close} />}
      {open === 'codes' && <NewCodes onClose={close} />}
      {open === 'disable' && <Disable onClose={close} />}
    </Section>
  )
}

function Disable({ onClose }: { onClose(): void }) {
  const t = useMessages()
  const w = useMessagesOf(messages)
  const welcome = useWelcome()
  const { mutate, isPending, error } = useSubmit('POST /second-factor/disable', {
    onSuccess(who) {
      welcome(who)
      onClose()
    },
  })
  return (
    <FormDialog
      title={w('turnOff')}
      about={w('turnOffAbout')}
      action={w('turnOff')}
      isDanger
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={({ password = '' }) => mutate({ password })}
    >
      <PasswordInput name="password" label={t('password')} autoFocus />
    </FormDialog>
  )
}

function NewCodes({ onClose }: { onClose(): void }) {
  const t = useMessages()
  const w = useMessagesOf(messages)
  const { mutate, isPending, error, data } = useSubmit('POST /second-factor/codes')
  if (data)
    return (
      <Window isOpen heading={w('codes')}>
        <RecoveryCodes codes={data.recovery_codes} onClose={onClose} />
      </Window>
    )
  return (
    <FormDialog
      title={w('newCodes')}
      about={w('newCodesAbout')}
      action={w('go')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={({ password = '' }) => mutate({ password })}
    >
      <PasswordInput name="password" label={t('password')} autoFocus />
    </FormDialog>
  )
}
