import '../styles/admin.css'
import { forms } from 'virtual:forms'
import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useId, useState } from 'react'
import { Button, I18nProvider, Link, RouterProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { namesIn } from '../../define/base/objects.ts'
import { capital } from '../../define/text/capital.ts'
import { formatMessage, isLanguage, othersThan, textIn } from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import { rowOf } from '../../define/text/locale-row.ts'
import { AlmanacError, type Rights } from '../../sdk/index.ts'
import { forgetFragment, fragmentOf } from '../client/fragment.ts'
import { useSubmit } from '../client/use-submit.ts'
import { useWelcome, whoKey } from '../client/welcome.ts'
import { AppProvider, UserProvider, useApp, useMessages, useUser } from '../context.tsx'
import { hasDesk, isOfUse } from '../forms/rights.ts'
import { Door } from '../parts/door.tsx'
import { KeyList } from '../parts/key-list.tsx'
import { useCommandKeys } from '../parts/keys.ts'
import { PasswordInput } from '../parts/password-input.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { Toasts } from '../parts/toast.tsx'
import { type Place, placeOf } from '../place.ts'
import { openServer } from '../server.ts'
import { type MenuGroup, OneImport, OneUser, otherScreens } from './others.tsx'
import { FromProvider, SignIn, SignInAgain } from './sign-in.tsx'

// lazy-loaded: a screen is fetched when it is first shown
const Records = lazy(async () => ({ default: (await import('./records.tsx')).Records }))
const Agenda = lazy(async () => ({ default: (await import('./agenda/agenda.tsx')).Agenda }))
const Editor = lazy(async () => ({ default: (await import('./editor/editor.tsx')).Editor }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The frame of all screens: where one is, where one can go, who one is. */
function Shell() {
  const t = useMessages()
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <Bar />
      <Menu />
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<Skeleton />}>
          <Screens />
        </Suspense>
      </main>
      <Toasts />
    </div>
  )
}

function Bar() {
  const { place, server } = useApp()
  const { site, user } = useUser()
  const t = useMessages()
  const welcome = useWelcome()
  const queries = useQueryClient()
  const [path] = useLocation()
  const signOut = useMutation({
    async mutationFn() {
      await queries.cancelQueries()
      return server.admin('DELETE /session')
    },
    onSuccess: welcome,
  })
  return (
    <header className="bar">
      <Link href="/" className="site">
        {site.name || t('admin')}
      </Link>
      <a href={site.home[place.language]}>{t('toCalendar')}</a>
      {othersThan(place.language).map(other => (
        <a href={place.bases[other] + path} lang={other} key={other}>
          {languageTable[other].name}
        </a>
      ))}
      <GoTo />
      <KeyList />
      <a
        href={`${site.home[place.language]}docs/guides/${guideOf(path)}/`}
        target="_blank"
        rel="noopener"
      >
        {t('help')}
      </a>
      <Link href="/account">{user.name || user.login}</Link>
      <Button onPress={() => signOut.mutate()} isPending={signOut.isPending}>
        {t('signOut')}
      </Button>
    </header>
  )
}

/** Leads to every screen and record by its name; `Ctrl + K` opens it too. */
function GoTo() {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  useCommandKeys({ k: () => setOpen(true) })
  return (
    <>
      <Button className="plain" onPress={() => setOpen(true)}>
        {t('goTo')}
      </Button>
      <Suspense>{isOpen && <Palette onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** The guide of each screen; the others are all in that for editors. */
const guides: Record<string, string> = {
  account: 'sign-in',
  backups: 'backup',
  imports: 'importing',
  settings: 'settings',
  status: 'operating',
  tokens: 'accounts',
  users: 'accounts',
  webhooks: 'webhooks',
}
const guideOf = (path: string) => guides[path.split('/')[1] ?? ''] ?? 'editors'

function Menu() {
  const { place } = useApp()
  const { may } = useUser()
  const t = useMessages()
  const [path] = useLocation()
  const shown = Object.values(forms).filter(form => isOfUse(may[form.name], form))
  const id = useId()
  const item = (to: string, text: string, Count?: ComponentType, href = to) => (
    <li key={to}>
      <Link href={href} {...(path.startsWith(to) && { 'aria-current': 'page' })}>
        {text}
      </Link>
      {Count && <Count />}
    </li>
  )
  const others = (group: MenuGroup) =>
    otherScreens
      .filter(screen => screen.group === group && screen.isFor(may))
      .map(({ path, title, Count }) =>
        item(`/${path}`, formatMessage(title, place.language), Count),
      )
  const content = [
    ...others('first'),
    item('/calendar', t('calendar')),
    ...shown.map(({ path, many }) =>
      item(`/${path}`, capital(textIn(many, place.language)), undefined, startOf(may, path)),
    ),
    ...others('content'),
  ]
  const groups = { content, people: others('people'), operation: others('operation') }
  return (
    <nav aria-label={t('menu')} className="menu">
      {namesIn(groups)
        .filter(name => groups[name].length > 0)
        .map(name => (
          <div key={name}>
            <p id={`${id}${name}`}>{t(name)}</p>
            <ul aria-labelledby={`${id}${name}`}>{groups[name]}</ul>
          </div>
        ))}
    </nav>
  )
}

/** Those who see no drafts of others begin with their own events. */
const startOf = (may: Rights, path: string) =>
  path === 'events' && may.event.read_unpublished === 'own' ? '/events?tab=mine' : `/${path}`

const byPath = Object.fromEntries(Object.values(forms).map(form => [form.path, form]))

function Screens() {
  const { place } = useApp()
  const { may } = useUser()
  return (
    <Switch>
      <Route path="/">
        <Redirect to={hasDesk(may) ? '/today' : startOf(may, 'events')} replace />
      </Route>
      <Route path="/calendar" component={Agenda} />
      {otherScreens.map(
        ({ path, title, isFor, Screen }) =>
          isFor(may) && (
            <Route key={path} path={`/${path}`}>
              <Screen title={formatMessage(title, place.language)} />
            </Route>
          ),
      )}
      {may.accounts && (
        <Route path="/users/:id">{({ id }) => <OneUser key={id} id={Number(id)} />}</Route>
      )}
      {may.imports && (
        <Route path="/imports/:id">{({ id }) => <OneImport key={id} id={Number(id)} />}</Route>
      )}
      <Route path="/:path">
        {({ path }) => {
          const form = byPath[path]
          return form ? <Records key={path} form={form} /> : <NotHere />
        }}
      </Route>
      <Route path="/:path/:id">
        {({ path, id }) => {
          const form = byPath[path]
          const isThere = form && (id !== 'new' || may[form.name].create)
          return isThere ? <Editor key={path} form={form} id={id} /> : <NotHere />
        }}
      </Route>
      <Route path="/:path/:id/:language">
        {({ path, id, language }) => {
          const form = byPath[path]
          const isThere = form && id !== 'new' && isLanguage(language)
          return isThere ? (
            <Editor key={`${path} ${language}`} form={form} id={id} into={language} />
          ) : (
            <NotHere />
          )
        }}
      </Route>
      <Route>
        <NotHere />
      </Route>
    </Switch>
  )
}

function NotHere() {
  const t = useMessages()
  return (
    <>
      <h1>{t('notHere')}</h1>
      <p>{t('notHereAbout')}</p>
    </>
  )
}

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
