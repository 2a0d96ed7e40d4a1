import type { SignedIn } from '../../sdk/account-types.ts'
import type { Place } from '../place.ts'

/**
 * Where the screens are in the language of a user who has just signed in; undefined: here. The URL of a certain screen gives
 * that one, in the language of its address.
 */
export function ownPlace(
  { base, bases, language }: Place,
  path: string,
  { user }: Pick<SignedIn, 'user'>,
): string | undefined {
  const isFirstScreen = path.replace(/\/+$/, '') === base
  return isFirstScreen && user.language !== '' && user.language !== language
    ? `${bases[user.language]}/`
    : undefined
}
