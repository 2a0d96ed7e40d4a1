import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Router, useLocation } from 'wouter'
import { rowOf } from '../../define/text/locale-row.ts'
import { AlmanacError } from '../../sdk/index.ts'
import { AppProvider } from '../context.tsx'
import type { Place } from '../place.ts'
import { openServer } from '../server.ts'
import { Entrance } from './entrance.tsx'

/** A refusal stays a refusal; a request that failed on the network is sent twice more. */
const isWorthwhile = (count: number, error: Error) =>
  count < 2 && error instanceof AlmanacError && (error.status === 0 || error.status >= 500)

export function App({ place }: { place: Place }) {
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
