import { useSubmit } from '../../client/use-submit.ts'
import { useApp, useMessages, useMessagesOf } from '../../context.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PasswordInput } from '../../parts/password-input.tsx'
import { Secret } from '../../parts/secret.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { Window } from '../../parts/window.tsx'
import { messages } from './messages.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Turns the second factor on: the password, the image for the phone and a first code, then the recovery codes. */
export function EnrolFactor({ onClose }: { onClose(): void }) {
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
