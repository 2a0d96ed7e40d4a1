import { Button } from 'react-aria-components'
import { useSubmit } from '../client/use-submit.ts'
import { useMessages } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { TextInput } from '../parts/text-input.tsx'

/** Requests a link for a new password. The screen does not disclose whether the account exists. */
export function Forgotten({ onLeave }: { onLeave(): void }) {
  const t = useMessages()
  const { mutate, isPending, isSuccess, error } = useSubmit('POST /forgotten')
  const back = <Button onPress={onLeave}>{t('backToSignIn')}</Button>
  if (isSuccess)
    return (
      <main className="door">
        <h1>{t('forgottenAsk')}</h1>
        <p role="status">{t('forgottenSent')}</p>
        {back}
      </main>
    )
  return (
    <Door
      heading={t('forgottenAsk')}
      about={t('forgottenAbout')}
      action={t('forgottenSend')}
      isPending={isPending}
      error={error}
      onSend={({ login = '' }) => mutate({ login })}
      after={back}
    >
      <TextInput name="login" label={t('login')} autoComplete="username" isRequired autoFocus />
    </Door>
  )
}
