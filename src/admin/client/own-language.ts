import type { SignedIn } from '../../sdk/account-types.ts'
import type { Place } from '../place.ts'

/**
 * Where somebody who has just signed in goes on in their own language; undefined: here. Whoever has asked for a certain screen gets
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
