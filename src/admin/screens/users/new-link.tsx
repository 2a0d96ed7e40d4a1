import { Button } from 'react-aria-components'
import type { AccountLink } from '../../../sdk/index.ts'
import { useApp, useMessages, useMessagesOf } from '../../context.tsx'
import { Secret } from '../../parts/secret.tsx'
import { momentHere } from '../../parts/times.tsx'
import { Window } from '../../parts/window.tsx'
import { messages } from './messages.ts'

type Props = { login: string; link: AccountLink; onClose(): void }

/** A link to choose a password, shown once. */
export function NewLink({ login, link, onClose }: Props) {
  const { locale } = useApp().place
  const t = useMessages()
  const w = useMessagesOf(messages)
  const title = w('link', { login })
  return (
    <Window isOpen heading={title}>
      <p>{w('linkAbout', { login, until: momentHere(link.expires, locale) })}</p>
      {link.mailed && <p role="status">{w('mailed', { login })}</p>}
      <Secret label={title} secret={link.url} />
      <div className="actions">
        <Button className="primary" onPress={onClose}>
          {t('close')}
        </Button>
      </div>
    </Window>
  )
}
