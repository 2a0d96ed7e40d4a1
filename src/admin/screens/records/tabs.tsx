import { Link } from 'react-aria-components'
import { formatNumber } from '../../../define/text/number-formats.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { messages } from './messages.ts'
import { tabsOf, type View } from './view.ts'

type Props = {
  form: Form
  view: View
  /** By tab; undefined: not known yet. Records that the user may not list have no count. */
  counts: Record<string, number | undefined> | undefined
  addressAfter(change: Partial<View>): string
}

/** Rare statuses are shown where there is something in them. */
const isRare = (id: string) => id === 'private' || id === 'future' || id === 'pending'

/** The statuses, each with how many there are. */
export function Tabs({ form, view, counts, addressAfter }: Props) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const isVisible = (id: string) =>
    counts ? counts[id] !== undefined && (counts[id] > 0 || !isRare(id)) : !isRare(id)
  const tabs = tabsOf(form).filter(({ id }) => id === view.tab || isVisible(id))
  if (tabs.length === 0) return null
  return (
    <nav aria-label={t('tabs')} className="tabs">
      <ul>
        {tabs.map(({ id }) => (
          <li key={id}>
            <Link
              href={addressAfter({ tab: id })}
              {...(id === view.tab && { 'aria-current': 'page' as const })}
            >
              {t(id)}
              {counts?.[id] !== undefined && (
                <span className="number">{formatNumber(counts[id], locale)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
