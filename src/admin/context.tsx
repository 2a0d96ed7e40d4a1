import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type Language, type Sentence, say } from '../define/text/language.ts'
import type { SignedIn } from '../sdk/account-types.ts'
import type { Client } from '../sdk/client.ts'
import type { Server } from './client/server.ts'
import type { Place } from './place.ts'
import { words } from './words.ts'

type Known = { place: Place; server: Server }
const KnownContext = createContext<Known | undefined>(undefined)

export const KnownProvider = ({ children, ...known }: Known & { children: ReactNode }) => (
  <KnownContext value={known}>{children}</KnownContext>
)

/** Where the app is, and whom it asks. */
export function useKnown(): Known {
  const known = useContext(KnownContext)
  if (!known) throw new Error('Outside of KnownProvider.')
  return known
}

/** The words of a folder of screens, in the language of the page. */
export function useWordsOf<const W extends { [N in keyof W]: Sentence }>(words: W) {
  const { locale } = useKnown().place
  return (word: keyof W & string, params?: Record<string, string | number>): string =>
    say(words[word], locale, params)
}

/** The words that many screens share. */
export const useWords = () => useWordsOf(words)

const UserContext = createContext<SignedIn | undefined>(undefined)
export const UserProvider = UserContext

/** Who is signed in, and what may be done. */
export function useUser(): SignedIn {
  const user = useContext(UserContext)
  if (!user) throw new Error('Nobody is signed in.')
  return user
}

/** The API in the language of the page, or in another. */
export function useApi(language?: Language): Client {
  const { server, place } = useKnown()
  const { site } = useUser()
  const wanted = language ?? place.language
  return useMemo(() => server.api(site, wanted), [server, site, wanted])
}
