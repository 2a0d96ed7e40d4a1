import type { User } from '../../../sdk/index.ts'
import { useMessagesOf } from '../../context.tsx'
import { messages } from './messages.ts'

/** The state of a user’s account. */
export function State({ user }: { user: User }) {
  const w = useMessagesOf(messages)
  if (user.disabled) return <span className="tag bad">{w('disabled')}</span>
  return user.has_password || user.provider ? (
    w('active')
  ) : (
    <span className="tag">{w('invited')}</span>
  )
}
