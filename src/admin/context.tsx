import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { formatMessage, type Language, type Sentence } from '../define/text/language.ts'
import type { Client, SignedIn } from '../sdk/index.ts'
import { counted, messages } from './messages.ts'
import type { Place } from './place.ts'
import type { Server } from './server.ts'

type App = { place: Place; server: Server }
const AppContext = createContext<App | undefined>(undefined)

export const AppProvider = ({ children, ...app }: App & { children: ReactNode }) => (
  <AppContext value={app}>{children}</AppContext>
)

/** The place of the app and its client of the service. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('Outside of AppProvider.')
  return app
}

/** The messages of a folder of screens, in the language of the page. */
export function useMessagesOf<const W extends { [N in keyof W]: Sentence }>(messages: W) {
  const { locale } = useApp().place
  return (name: keyof W & string, params: Record<string, string | number> = {}): string =>
    formatMessage(messages[name], locale, counted(params, locale))
}

/** The messages that several screens share. */
export const useMessages = () => useMessagesOf(messages)

const UserContext = createContext<SignedIn | undefined>(undefined)
export const UserProvider = UserContext

/** The signed-in user and the permissions of the session. */
export function useUser(): SignedIn {
  const user = useContext(UserContext)
  if (!user) throw new Error('No user is signed in.')
  return user
}

/** The API in the language of the page, or in another. */
export function useApi(language?: Language): Client {
  const { server, place } = useApp()
  const { site } = useUser()
  const wanted = language ?? place.language
  return useMemo(() => server.api(site, wanted), [server, site, wanted])
}
