import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
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

export function SecondFactor() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [open, setOpen] = useState<'enrol' | 'codes' | 'disable'>()
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
  const w = useMessagesOf(messages)
  const welcome = useWelcome()
  const disable = useSubmit('POST /second-factor/disable', {
    onSuccess(who) {
      welcome(who)
      onClose()
    },
  })
  return (
    <AskPassword
      title={w('turnOff')}
      about={w('turnOffAbout')}
      action={w('turnOff')}
      isDanger
      to={disable}
      onClose={onClose}
    />
  )
}

function NewCodes({ onClose }: { onClose(): void }) {
  const w = useMessagesOf(messages)
  const make = useSubmit('POST /second-factor/codes')
  if (make.data) return <RecoveryCodes codes={make.data.recovery_codes} onClose={onClose} />
  return (
    <AskPassword
      title={w('newCodes')}
      about={w('newCodesAbout')}
      action={w('go')}
      to={make}
      onClose={onClose}
    />
  )
}

type AskProps = Omit<ComponentProps<typeof FormDialog>, 'isPending' | 'error' | 'onSend'> & {
  /** What the password is sent to. */
  to: { mutate(sent: { password: string }): void; isPending: boolean; error: Error | null }
}

/** Asks for the password once more. */
function AskPassword({ to, ...dialog }: AskProps) {
  const t = useMessages()
  return (
    <FormDialog
      {...dialog}
      isPending={to.isPending}
      error={to.error}
      onSend={({ password = '' }) => to.mutate({ password })}
    >
      <PasswordInput name="password" label={t('password')} autoFocus />
    </FormDialog>
  )
}

/** Turns the second factor on: the password, the image for the phone and a first code, then the recovery codes. */
function EnrolFactor({ onClose }: { onClose(): void }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const start = useSubmit('POST /second-factor')
  const confirm = useSubmit('POST /second-factor/confirm', {
    onSuccess: server.remember,
  })
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onClose={onClose} />
  if (!start.data)
    return (
      <AskPassword
        key="password"
        title={w('factor')}
        about={w('passwordFirst')}
        action={w('go')}
        to={start}
        onClose={onClose}
      />
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
    <Window isOpen heading={w('codes')}>
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
    </Window>
  )
}
