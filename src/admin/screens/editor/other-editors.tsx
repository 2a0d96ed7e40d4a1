import { useQuery } from '@tanstack/react-query'
import { capital } from '../../../define/text/capital.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { messages } from './messages.ts'
import { type Opened, versionedId } from './open.ts'

/** Milliseconds until the form says again that the record is open, while its window is in view; the service believes it for a minute. */
const again = 20_000

/** Names other users who have the record open. */
export function OtherEditors({ form, opened }: { form: Form; opened: Opened }) {
  const t = useMessagesOf(messages)
  const { server, place } = useApp()
  const { written } = form
  const id = versionedId(opened)
  const { data } = useQuery({
    queryKey: [form.path, 'others', id],
    queryFn: async () =>
      written ? (await server.admin('POST /open-records', { kind: written, id })).others : [],
    enabled: written !== undefined && id > 0,
    refetchInterval: again,
    gcTime: 0,
    retry: false,
  })
  const names = (data ?? []).map(({ name }) => name || t('anotherUser'))
  const listed = new Intl.ListFormat(place.locale).format(names)
  return (
    <div role="status">
      {names.length > 0 && (
        <p className="note">{t('alsoOpen', { names: capital(listed), count: names.length })}</p>
      )}
    </div>
  )
}
