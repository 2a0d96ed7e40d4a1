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
    // what one person read is not for the next
    if (who.state !== 'signed-in') queries.clear()
    queries.setQueryData(whoKey, who)
  }
}
