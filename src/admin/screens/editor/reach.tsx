import { useQuery } from '@tanstack/react-query'
import { useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { type Scope, scopeLabels } from './use-edits.ts'

type Props = {
  date: number
  scopes: readonly Scope[]
  /** The ETag of the date: another one is counted again. */
  of?: string | undefined
  /** Dates that are removed keep nothing. */
  isRemoval?: boolean
}

/** How many dates each scope reaches, and how many of them differ. */
export function useReach(date: number, of = '', isWanted = true) {
  const { server } = useApp()
  const { data } = useQuery({
    // not among the queries of events: a date that was just removed is not requested again
    queryKey: ['reach', date, of],
    queryFn: () => server.admin('GET /events/:id/reach', { id: date }),
    enabled: isWanted,
    retry: false,
  })
  return data
}

/** The number of dates that a change or removal of one of them reaches, and of those that stay because they differ. */
export function Reach({ date, scopes, of, isRemoval = false }: Props) {
  const t = useMessagesOf(messages)
  const data = useReach(
    date,
    of,
    scopes.some(scope => scope !== 'this'),
  )
  if (!data) return null
  return scopes
    .filter(scope => scope !== 'this')
    .map(scope => {
      const { dates, differing } = data[scope]
      const label = t(scopeLabels[scope])
      return (
        <p key={scope} className="hint reach">
          {differing > 0 && !isRemoval
            ? t('reachDiffering', { label, dates, differing })
            : t('reach', { label, dates })}
        </p>
      )
    })
}
