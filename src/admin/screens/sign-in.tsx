import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useLocation } from 'wouter'
import type { SiteFacts, Who } from '../../sdk/index.ts'
import { useSubmit } from '../client/use-submit.ts'
import { useArrival } from '../client/welcome.ts'
import { useMessages } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useSignInForm } from './sign-in-form.tsx'

/** `error`: why a user who came from the provider is not signed in. */
export function SignIn({ who, error }: { who: Who; error?: Error }) {
  const t = useMessages()
  const form = useSignInForm(useArrival())
  const [hasForgotten, setHasForgotten] = useState(false)
  if (hasForgotten) return <Forgotten onLeave={() => setHasForgotten(false)} />
  if (!who.canSignIn)
    return (
      <main className="door">
        <h1>{t('signIn')}</h1>
        <p role="alert" className="problem">
          {t('needsHttps')}
        </p>
      </main>
    )
  return (
    <Door
      heading={t('signIn')}
      about={who.site.name || undefined}
      action={t('signIn')}
      after={
        <>
          {who.site.provider && <ByProvider site={who.site} />}
          {who.site.sendsMail ? (
            <Button className="plain" onPress={() => setHasForgotten(true)}>
              {t('forgottenAsk')}
            </Button>
          ) : (
            <p className="hint">{t('forgotten')}</p>
          )}
        </>
      }
      {...form}
      error={form.isPending ? null : (form.error ?? error ?? null)}
    />
  )
}

/** Requests a link for a new password. The screen does not disclose whether the account exists. */
function Forgotten({ onLeave }: { onLeave(): void }) {
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

/** Leads to the provider, and from there back to the requested screen. */
function ByProvider({ site: { provider } }: { site: SiteFacts }) {
  const t = useMessages()
  const [screen] = useLocation()
  const { mutate, isPending, isSuccess, error } = useSubmit('POST /provider', {
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <div className="by-provider">
      <p className="hint">{t('or')}</p>
      <Button
        className={isPending ? 'is-pending' : ''}
        onPress={() => !isPending && !isSuccess && mutate({ screen })}
      >
        {t('signInBy', { provider })}
      </Button>
      <ProblemNote error={error} />
    </div>
  )
}
