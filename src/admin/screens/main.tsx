import '../styles/admin.css'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, I18nProvider, RouterProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { Router, useLocation } from 'wouter'
import { rowOf } from '../../define/text/locale-row.ts'
import { AlmanacError } from '../../sdk/index.ts'
import { fragmentOf } from '../client/fragment.ts'
import { whoKey } from '../client/welcome.ts'
import { AppProvider, UserProvider, useApp, useMessages } from '../context.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { type Place, placeOf } from '../place.ts'
import { openServer } from '../server.ts'
import { SetUp } from './set-up.tsx'
import { Shell } from './shell.tsx'
import { FromProvider, SignIn, SignInAgain } from './sign-in.tsx'
import { UseLink } from './use-link.tsx'

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

const element = document.getElementById('admin')
if (element) createRoot(element).render(<App place={placeOf(element.dataset)} />)
