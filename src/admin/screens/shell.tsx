import { forms } from 'virtual:forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useId, useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { namesIn } from '../../define/base/objects.ts'
import { capital } from '../../define/text/capital.ts'
import { formatMessage, isLanguage, othersThan, textIn } from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import type { Rights } from '../../sdk/index.ts'
import { useWelcome } from '../client/welcome.ts'
import { useApp, useMessages, useUser } from '../context.tsx'
import { hasDesk, isOfUse } from '../forms/rights.ts'
import { KeyList } from '../parts/key-list.tsx'
import { useCommandKeys } from '../parts/keys.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { Toasts } from '../parts/toast.tsx'
import { type MenuGroup, OneImport, OneUser, otherScreens } from './others.tsx'

// lazy-loaded: a screen is fetched when it is first shown
const Records = lazy(async () => ({ default: (await import('./records.tsx')).Records }))
const Agenda = lazy(async () => ({ default: (await import('./agenda/agenda.tsx')).Agenda }))
const Editor = lazy(async () => ({ default: (await import('./editor/editor.tsx')).Editor }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The frame of all screens: where one is, where one can go, who one is. */
export function Shell() {
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
