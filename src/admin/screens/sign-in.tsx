import { useMutation } from '@tanstack/react-query'
import type { Who } from '../../sdk/account-types.ts'
import { AlmanacError } from '../../sdk/client.ts'
import { useWelcome } from '../client/welcome.ts'
import { useKnown, useWords } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { TextInput } from '../parts/text-input.tsx'

export function SignIn({ who }: { who: Who }) {
  const { server } = useKnown()
  const t = useWords()
  const welcome = useWelcome()
  const { mutate, isPending, error } = useMutation({
    mutationFn: server.accounts.signIn,
    onSuccess: welcome,
  })
  const asksForCode = error instanceof AlmanacError && /^second_factor/.test(error.code)
  return (
    <Door
      heading={t('signIn')}
      about={who.canSignIn ? who.site.name : t('needsHttps')}
      action={t('signIn')}
      isPending={isPending}
      error={error}
      onSend={typed => mutate({ login: '', password: '', ...typed })}
    >
      <TextInput name="login" label={t('login')} autoComplete="username" isRequired autoFocus />
      <TextInput
        name="password"
        type="password"
        label={t('password')}
        autoComplete="current-password"
        isRequired
      />
      {asksForCode && (
        <TextInput
          name="code"
          label={t('secondFactor')}
          hint={t('secondFactorHint')}
          autoComplete="one-time-code"
          isRequired
          autoFocus
        />
      )}
    </Door>
  )
}
