import type { Who } from '../../sdk/account-types.ts'
import { useWelcome } from '../client/welcome.ts'
import { useWords } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { useSignInForm } from './sign-in-form.tsx'

export function SignIn({ who }: { who: Who }) {
  const t = useWords()
  const form = useSignInForm(useWelcome())
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
      after={<p className="hint">{t('forgotten')}</p>}
      {...form}
    />
  )
}
