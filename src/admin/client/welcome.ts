import { useQueryClient } from '@tanstack/react-query'
import type { Who } from '../../sdk/account-types.ts'
import { useKnown } from '../context.tsx'

export const whoKey = ['who']

/** Takes in who is signed in, from every response that says so. */
export function useWelcome() {
  const { server } = useKnown()
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

const idIn = (who: Who | undefined) => (who?.state === 'signed-in' ? who.user.id : undefined)
