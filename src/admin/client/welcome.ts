import { useQueryClient } from '@tanstack/react-query'
import type { SignedIn, Who } from '../../sdk/index.ts'
import { useApp } from '../context.tsx'
import { ownPlace } from './own-language.ts'

export const whoKey = ['who']

/** Takes in who is signed in, from every response that says so. */
export function useWelcome() {
  const { server } = useApp()
  const queries = useQueryClient()
  return (who: Who) => {
    server.remember(who)
    const before = queries.getQueryData<Who>(whoKey)
    // what one person read is not for the next
    if (idIn(before) !== idIn(who))
      queries.removeQueries({ predicate: ({ queryKey: [first] }) => first !== whoKey[0] })
    queries.setQueryData(whoKey, who)
  }
}

/** The same after sign-in: the screens are in the language of the user. */
export function useArrival() {
  const { place } = useApp()
  const welcome = useWelcome()
  return (who: SignedIn) => {
    const own = ownPlace(place, location.pathname, who)
    if (own) location.replace(own)
    else welcome(who)
  }
}

const idIn = (who: Who | undefined) => (who?.state === 'signed-in' ? who.user.id : undefined)
