import { type ReactNode, useEffect, useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import { AlmanacError, type SignedIn, type SiteFacts, type Who } from '../../sdk/index.ts'
import { forgetFragment } from '../client/fragment.ts'
import { useSubmit } from '../client/use-submit.ts'
import { useArrival, useWelcome } from '../client/welcome.ts'
import { useApp, useMessages, useUser } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { PasswordInput } from '../parts/password-input.tsx'
import { PlainForm, type PlainFormProps } from '../parts/plain-form.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { Window } from '../parts/window.tsx'

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

const codeIn = (error: Error | null) => (error instanceof AlmanacError ? error.code : '')

/** Back from the provider: it has said who this is, or why not. The second factor is entered here. */
export function FromProvider({ who, onLeave }: { who: Who; onLeave(refused?: Error): void }) {
  const t = useMessages()
  const welcome = useArrival()
  const [asksForCode, setAsksForCode] = useState(false)
  const { mutate, isPending, error } = useSubmit('POST /provider/session', {
    onError: error =>
      codeIn(error).startsWith('second_factor') ? setAsksForCode(true) : onLeave(error),
    onSuccess(signedIn) {
      welcome(signedIn)
      onLeave()
    },
  })
  useEffect(() => {
    forgetFragment()
    mutate({})
  }, [mutate])
  if (!asksForCode) return <Skeleton lines={4} />
  return (
    <Door
      heading={t('signIn')}
      about={who.site.name || undefined}
      action={t('signIn')}
      isPending={isPending}
      error={codeIn(error) === 'second_factor_required' ? null : error}
      onSend={({ code = '' }) => mutate({ code })}
    >
      <CodeInput />
    </Door>
  )
}

type Parts = Pick<PlainFormProps, 'isPending' | 'error' | 'onSend'> & { children: ReactNode }

/** The sign-in form, on a page of its own and over the screens: `login` is set for a user whose session ended. */
function useSignInForm(onSuccess: (who: SignedIn) => void, login?: string): Parts {
  const t = useMessages()
  const { mutate, isPending, error } = useSubmit('POST /session', {
    onSuccess,
  })
  const asksForCode = error instanceof AlmanacError && error.code.startsWith('second_factor')
  return {
    isPending,
    // the first question for the code is no problem
    error: error instanceof AlmanacError && error.code === 'second_factor_required' ? null : error,
    onSend: typed => mutate({ login: login ?? '', password: '', ...typed }),
    children: (
      <>
        <TextInput
          name="login"
          label={t('login')}
          autoComplete="username"
          isRequired
          autoFocus={!login}
          {...(login && { defaultValue: login, isReadOnly: true })}
        />
        <PasswordInput name="password" label={t('password')} autoFocus={!!login} />
        {asksForCode && <CodeInput />}
      </>
    ),
  }
}

/** The code of the second factor. */
function CodeInput() {
  const t = useMessages()
  return (
    <TextInput
      name="code"
      label={t('secondFactor')}
      hint={t('secondFactorHint')}
      autoComplete="one-time-code"
      isRequired
      autoFocus
    />
  )
}
