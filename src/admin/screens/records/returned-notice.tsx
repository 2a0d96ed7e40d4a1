import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-aria-components'
import { allTime } from '../../../define/time/all-time.ts'
import { plainText } from '../../../sdk/index.ts'
import { useApi, useMessagesOf, useUser } from '../../context.tsx'
import { messages } from './messages.ts'

/** Maximum number of records that are named. */
const maxNamed = 20

/** The events of the user that an editor has returned: above the list, whatever the list shows. */
export function ReturnedNotice() {
  const api = useApi()
  const { user } = useUser()
  const t = useMessagesOf(messages)
  const { data } = useQuery({
    queryKey: ['events', 'returned'],
    queryFn: async () => {
      const { items } = await api.events.list({
        author: user.id,
        status: ['draft'],
        ...allTime,
        occurrences: 'series',
        per_page: 50,
        context: 'edit',
        _fields: ['id', 'title', 'editing'],
      })
      return items.filter(({ editing }) => editing?.returned)
    },
  })
  if (!data || data.length === 0) return null
  return (
    <div className="note" role="note">
      <p>{t('returnedToYou', { count: data.length })}</p>
      <ul>
        {data.slice(0, maxNamed).map(({ id, title }) => (
          <li key={id}>
            <Link href={`/events/${id}`}>{plainText(title) || `#${id}`}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
