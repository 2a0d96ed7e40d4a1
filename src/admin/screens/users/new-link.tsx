import type { AccountLink } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { SecretWindow } from '../../parts/secret.tsx'
import { momentHere } from '../../parts/times.tsx'
import { messages } from './messages.ts'

type Props = { login: string; link: AccountLink; onClose(): void }

/** A link to choose a password, shown once. */
export function NewLink({ login, link, onClose }: Props) {
  const { locale } = useApp().place
  const w = useMessagesOf(messages)
  return (
    <SecretWindow heading={w('link', { login })} secret={link.url} onClose={onClose}>
      <p>{w('linkAbout', { login, until: momentHere(link.expires, locale) })}</p>
      {link.mailed && <p role="status">{w('mailed', { login })}</p>}
    </SecretWindow>
  )
}
