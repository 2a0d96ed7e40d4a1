import type { User } from '../../../sdk/account-types.ts'
import { useWordsOf } from '../../context.tsx'
import { words } from './words.ts'

/** Whether a user can sign in. */
export function State({ user }: { user: User }) {
  const w = useWordsOf(words)
  if (user.disabled) return <span className="tag bad">{w('disabled')}</span>
  return user.has_password || user.provider ? (
    w('active')
  ) : (
    <span className="tag">{w('invited')}</span>
  )
}
