import { useEffect, useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { useWelcome } from '../client/welcome.ts'
import { useApp, useMessages, useUser } from '../context.tsx'
import { PlainForm } from '../parts/plain-form.tsx'
import { Window } from '../parts/window.tsx'
import { useSignInForm } from './sign-in-form.tsx'

/** When a session ends during work, the user signs in again over the open screen. */
export function SignInAgain() {
  const { server } = useApp()
  const [settle, setSettle] = useState<(isBack: boolean) => void>()
  useEffect(() => {
    server.onSessionExpired(
      () =>
        new Promise(resolve => {
          setSettle(() => resolve)
        }),
    )
    return () => server.onSessionExpired(undefined)
  }, [server])
  if (!settle) return null
  return (
    <Again
      onDone={isBack => {
        setSettle(undefined)
        settle(isBack)
      }}
    />
  )
}

function Again({ onDone }: { onDone(isBack: boolean): void }) {
  const { server } = useApp()
  const { user, site } = useUser()
  const t = useMessages()
  const welcome = useWelcome()
  const form = useSignInForm(who => {
    welcome(who)
    onDone(who.user.id === user.id)
  }, user.login)
  async function leave() {
    welcome(await server.admin('GET /session'))
    onDone(false)
  }
  /** Sign-in by the provider happens on a page of its own. */
  async function goOn() {
    const who = await server.admin('GET /session')
    if (who.state !== 'signed-in' || who.user.id !== user.id) return
    welcome(who)
    onDone(true)
  }
  return (
    <Window isOpen heading={t('signInAgain')}>
      <p>{t('signInAgainAbout')}</p>
      <PlainForm
        action={t('signIn')}
        more={<Button onPress={leave}>{t('leave')}</Button>}
        {...form}
      />
      {site.provider && (
        <>
          <p className="hint">{t('signInElsewhere')}</p>
          <div className="actions">
            <Link className="button" href="/" target="_blank">
              {t('otherTab')}
            </Link>
            <Button onPress={goOn}>{t('goOn')}</Button>
          </div>
        </>
      )}
    </Window>
  )
}
