import { forms } from 'virtual:forms'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-aria-components'
import { textIn } from '../../define/text/language.ts'
import { useApp, useMessagesOf } from '../context.tsx'
import { messages } from './messages.ts'

const useUses = (id: number) => {
  const { server } = useApp()
  return useQuery({
    queryKey: ['images', 'uses', id],
    queryFn: () => server.admin('GET /images/:id/uses', { id, per_page: 20 }),
  })
}

/** The records that show an image, as links. */
export function ImageUses({ id }: { id: number }) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  const { data } = useUses(id)
  if (!data) return null
  if (data.total === 0) return <p className="hint">{t('unused')}</p>
  const left = data.total - data.uses.length
  const kindName = (kind: string) => {
    const form = forms[kind]
    return form && textIn(form.one, language)
  }
  return (
    <ul className="uses">
      {data.uses.map(use => (
        <li key={use.id}>
          <Link href={`/${forms[use.kind]?.path}/${use.id}`}>{use.title}</Link>{' '}
          <span className="hint">
            {kindName(use.kind)}
            {use.status === 'trash' && ` · ${t('inTrash')}`}
          </span>
        </li>
      ))}
      {left > 0 && <li className="hint">{t('others', { count: left })}</li>}
    </ul>
  )
}
