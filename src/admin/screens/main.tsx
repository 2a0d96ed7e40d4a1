import '../styles/admin.css'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, I18nProvider, RouterProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { Router, useLocation } from 'wouter'
import { rowOf } from '../../define/text/locale-row.ts'
import { AlmanacError } from '../../sdk/index.ts'
import { forgetFragment, fragmentOf } from '../client/fragment.ts'
import { useSubmit } from '../client/use-submit.ts'
import { useWelcome, whoKey } from '../client/welcome.ts'
import { AppProvider, UserProvider, useApp, useMessages } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { PasswordInput } from '../parts/password-input.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { type Place, placeOf } from '../place.ts'
import { openServer } from '../server.ts'
import { Shell } from './shell.tsx'
import { FromProvider, SignIn, SignInAgain } from './sign-in.tsx'

/** A refusal stays a refusal; a request that failed on the network is sent twice more. */
const isWorthwhile = (count: number, error: Error) =>
  count < 2 && error instanceof AlmanacError && (error.status === 0 || error.status >= 500)

function App({ place }: { place: Place }) {
  const [server] = useState(() => openServer(place))
  const [queries] = useState(
    () =>
      new QueryClient({ defaultOptions: { queries: { retry: isWorthwhile, staleTime: 10_000 } } }),
  )
  return (
    <I18nProvider locale={rowOf(place.locale).locale}>
      <QueryClientProvider client={queries}>
        <AppProvider place={place} server={server}>
          <Router base={place.base}>
            <Linked place={place} />
          </Router>
        </AppProvider>
      </QueryClientProvider>
    </I18nProvider>
  )
}

/** Links of components lead within the app. */
function Linked({ place }: { place: Place }) {
  const [, navigate] = useLocation()
  return (
    <RouterProvider navigate={path => navigate(path)} useHref={path => place.base + path}>
      <Entrance />
    </RouterProvider>
  )
}

/** The first screen of the app: the first run, the sign-in, a link from a mail, or the screens. */
function Entrance() {
  const { server } = useApp()
  const t = useMessages()
  const [link, setLink] = useState(() => fragmentOf('link'))
  const [isBack, setIsBack] = useState(() => fragmentOf('provider') !== undefined)
  const [refused, setRefused] = useState<Error>()
  const { data, error, refetch } = useQuery({
    queryKey: whoKey,
    queryFn: async () => {
      const who = await server.admin('GET /session')
      server.remember(who)
      return who
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error)
    return (
      <main className="door">
        <ProblemNote error={error} />
        <Button onPress={() => refetch()}>{t('tryAgain')}</Button>
      </main>
    )
  if (!data) return <Skeleton />
  if (link) return <UseLink token={link} onLeave={() => setLink(undefined)} />
  if (isBack)
    return (
      <FromProvider
        who={data}
        onLeave={why => {
          setIsBack(false)
          setRefused(why)
        }}
      />
    )
  if (data.state === 'setup') return <SetUp code={fragmentOf('setup')} />
  if (data.state === 'signed-out') return <SignIn who={data} {...(refused && { error: refused })} />
  return (
    <UserProvider value={data}>
      <Shell />
      <SignInAgain />
    </UserProvider>
  )
}

/** The first run: the code of the server lets its owner create the first administrator. */
function SetUp({ code }: { code: string | undefined }) {
  const { place } = useApp()
  const t = useMessages()
  const welcome = useWelcome()
  const { mutate, isPending, error } = useSubmit('POST /setup', {
    onSuccess(who) {
      forgetFragment()
      welcome(who)
    },
  })
  return (
    <Door
      heading={t('firstRun')}
      about={t('firstRunAbout')}
      action={t('createAccount')}
      isPending={isPending}
      error={error}
      onSend={typed =>
        mutate({ code: '', login: '', password: '', ...typed, language: place.language })
      }
    >
      <TextInput
        name="code"
        label={t('setupCode')}
        defaultValue={code ?? ''}
        autoComplete="off"
        isRequired
        autoFocus={!code}
      />
      <TextInput
        name="login"
        label={t('newLogin')}
        autoComplete="username"
        isRequired
        autoFocus={!!code}
      />
      <TextInput name="email" type="email" label={t('email')} autoComplete="email" />
      <PasswordInput name="password" label={t('choosePassword')} isNew />
    </Door>
  )
}

/** An invitation, or a new password for a forgotten one. */
function UseLink({ token, onLeave }: { token: string; onLeave(): void }) {
  const { server } = useApp()
  const t = useMessages()
  const welcome = useWelcome()
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => server.admin('POST /link', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { mutate, isPending, error } = useSubmit('POST /link/use', {
    onSuccess(who) {
      forgetFragment()
      onLeave()
      welcome(who)
    },
  })
  if (link.error)
    return (
      <LinkExpired
        error={link.error}
        onLeave={() => {
          forgetFragment()
          onLeave()
        }}
      />
    )
  if (!link.data) return <Skeleton lines={4} />
  const { login, name, purpose } = link.data
  return (
    <Door
      heading={t('choosePassword')}
      about={t('hello', { login })}
      action={t('save')}
      isPending={isPending}
      error={error}
      onSend={({ password = '', name }) => mutate({ token, password, ...(name && { name }) })}
    >
      {/* for what keeps passwords */}
      <input type="hidden" name="login" autoComplete="username" value={login} />
      {purpose === 'invitation' && (
        <TextInput name="name" label={t('name')} autoComplete="name" defaultValue={name} />
      )}
      <PasswordInput name="password" label={t('password')} isNew autoFocus />
    </Door>
  )
}

function LinkExpired({ error, onLeave }: { error: Error; onLeave(): void }) {
  const t = useMessages()
  const isOver = error instanceof AlmanacError && error.code === 'link_expired'
  return (
    <main className="door">
      <h1>{t('linkExpired')}</h1>
      {isOver ? <p>{t('linkExpiredAbout')}</p> : <ProblemNote error={error} />}
      <Button onPress={onLeave}>{t('backToSignIn')}</Button>
    </main>
  )
}

const element = document.getElementById('admin')
if (element) createRoot(element).render(<App place={placeOf(element.dataset)} />)
