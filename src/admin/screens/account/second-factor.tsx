import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useSubmit } from '../../client/use-submit.ts'
import { useWelcome, whoKey } from '../../client/welcome.ts'
import { useApp, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PasswordInput } from '../../parts/password-input.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Copy, Secret } from '../../parts/secret.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { Window } from '../../parts/window.tsx'
import { messages } from './messages.ts'

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

/** Turns the second factor on: the password, the image for the phone and a first code, then the recovery codes. */
function EnrolFactor({ onClose }: { onClose(): void }) {
  const { server } = useApp()
  const t = useMessages()
  const w = useMessagesOf(messages)
  const start = useSubmit('POST /second-factor')
  const confirm = useSubmit('POST /second-factor/confirm', {
    onSuccess: server.remember,
  })
  if (confirm.data)
    return (
      <Window isOpen heading={w('codes')}>
        <RecoveryCodes codes={confirm.data.recovery_codes} onClose={onClose} />
      </Window>
    )
  if (!start.data)
    return (
      <FormDialog
        key="password"
        title={w('factor')}
        about={w('passwordFirst')}
        action={w('go')}
        isPending={start.isPending}
        error={start.error}
        onClose={onClose}
        onSend={({ password = '' }) => start.mutate({ password })}
      >
        <PasswordInput name="password" label={t('password')} autoFocus />
      </FormDialog>
    )
  const { qr, secret } = start.data
  return (
    <FormDialog
      key="code"
      title={w('factor')}
      about={w('scan')}
      action={w('confirm')}
      isPending={confirm.isPending}
      error={confirm.error}
      onClose={onClose}
      onSend={({ code = '' }) => confirm.mutate({ code })}
    >
      <img className="qr" alt={w('qr')} src={`data:image/svg+xml,${encodeURIComponent(qr)}`} />
      <p>{w('byHand')}</p>
      <Secret label={w('key')} secret={secret} />
      <TextInput
        name="code"
        label={w('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}

/** The codes, shown once; the user confirms before they are closed. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const { site, user } = useUser()
  const w = useMessagesOf(messages)
  const text = `${[`${site.name || 'Almanac'} – ${user.login}`, ...codes].join('\n')}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  return (
    <>
      <p>{w('codesAbout')}</p>
      <ul className="codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Copy text={codes.join('\n')} />
        <a className="button" download={`${user.login}.txt`} href={file}>
          {w('download')}
        </a>
        <Button className="primary" onPress={onClose}>
          {w('codesSaved')}
        </Button>
      </div>
    </>
  )
}
