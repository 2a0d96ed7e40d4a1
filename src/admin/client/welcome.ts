import { useQueryClient } from '@tanstack/react-query'
import type { SignedIn, Who } from '../../sdk/index.ts'
import { useApp } from '../context.tsx'
import type { Place } from '../place.ts'

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

/**
 * The URL of the screens in the language of a user who has just signed in; undefined: this one. The URL of a certain screen leads to it in the
 * language of its address.
 */
export function ownPlace(
  { base, bases, language }: Place,
  path: string,
  { user }: Pick<SignedIn, 'user'>,
): string | undefined {
  const isFirstScreen = path.replace(/\/+$/, '') === base
  return isFirstScreen && user.language !== '' && user.language !== language
    ? `${bases[user.language]}/`
    : undefined
}
