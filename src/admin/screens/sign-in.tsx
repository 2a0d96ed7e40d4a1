import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { Who } from '../../sdk/account-types.ts'
import { useArrival } from '../client/welcome.ts'
import { useMessages } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { ByProvider } from './by-provider.tsx'
import { Forgotten } from './forgotten.tsx'
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
