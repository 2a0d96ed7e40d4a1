import { Button } from 'react-aria-components'
import { useMessages } from '../context.tsx'

type Props = { page: number; pages: number; onPage(page: number): void }

/** From page to page of a list; nothing where there is one. */
export function Pager({ page, pages, onPage }: Props) {
  const t = useMessages()
  if (pages <= 1) return null
  return (
    <nav className="pager" aria-label={t('pages')}>
      <Button isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        {t('previousPage')}
      </Button>
      <span>{t('pageOf', { page, pages })}</span>
      <Button isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        {t('nextPage')}
      </Button>
    </nav>
  )
}
