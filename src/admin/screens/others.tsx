import { type ComponentType, lazy } from 'react'
import type { Rights } from '../../sdk/account-types.ts'
import type { Word } from '../words.ts'

type OtherScreen = {
  path: string
  word: Word
  /** Who is led there; what may be done there, the service decides. */
  isFor(may: Rights): boolean
  Screen: ComponentType
}

const seesOthers = (may: Rights) => may.event.read_unpublished === 'all'

/** The screens that are about no records, in the order of the menu. */
export const otherScreens: readonly OtherScreen[] = [
  {
    path: 'review',
    word: 'review',
    isFor: seesOthers,
    Screen: lazy(async () => ({ default: (await import('./review/review.tsx')).Review })),
  },
  {
    path: 'activity',
    word: 'activity',
    isFor: seesOthers,
    Screen: lazy(async () => ({ default: (await import('./activity/activity.tsx')).Activity })),
  },
  {
    path: 'users',
    word: 'users',
    isFor: may => may.accounts,
    Screen: lazy(async () => ({ default: (await import('./users/users.tsx')).Users })),
  },
  {
    path: 'settings',
    word: 'settings',
    isFor: may => may.accounts,
    Screen: lazy(async () => ({ default: (await import('./settings/settings.tsx')).Settings })),
  },
  {
    path: 'tokens',
    word: 'tokens',
    isFor: () => true,
    Screen: lazy(async () => ({ default: (await import('./tokens/tokens.tsx')).Tokens })),
  },
  {
    path: 'account',
    word: 'account',
    isFor: () => true,
    Screen: lazy(async () => ({ default: (await import('./account/account.tsx')).Account })),
  },
]

export const OneUser = lazy(async () => ({ default: (await import('./users/user.tsx')).OneUser }))
