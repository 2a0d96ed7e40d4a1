import { Link } from 'react-aria-components'
import { useMessagesOf } from '../../context.tsx'
import { messages } from './messages.ts'
import type { View } from './view.ts'

type Props = { view: View; pages: number; addressAfter(change: Partial<View>): string }

/** The pages of a table. */
export function Pages({ view: { page }, pages, addressAfter }: Props) {
  const t = useMessagesOf(messages)
  if (pages < 2) return null
  const to = (target: number, word: 'first' | 'previous' | 'next' | 'last', sign: string) => (
    <Link
      href={addressAfter({ page: target })}
      isDisabled={target < 1 || target > pages || target === page}
      className="button"
      aria-label={t(word)}
    >
      <span aria-hidden="true">{sign}</span>
    </Link>
  )
  return (
    <nav aria-label={t('pages')} className="pages">
      {to(1, 'first', '«')}
      {to(page - 1, 'previous', '‹')}
      <span>{t('pageOf', { page, pages })}</span>
      {to(page + 1, 'next', '›')}
      {to(pages, 'last', '»')}
    </nav>
  )
}
