import { createContext, type ReactNode, useContext } from 'react'
import type { SignedIn } from '../sdk/account-types.ts'
import type { Server } from './client/server.ts'
import type { Place } from './place.ts'
import { wordsIn } from './words.ts'

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

/** The words of the screens in the language of the page. */
export const useWords = () => wordsIn(useKnown().place.language)

const UserContext = createContext<SignedIn | undefined>(undefined)
export const UserProvider = UserContext

/** Who is signed in, and what may be done. */
export function useUser(): SignedIn {
  const user = useContext(UserContext)
  if (!user) throw new Error('Nobody is signed in.')
  return user
}
