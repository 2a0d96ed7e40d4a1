import type { SignedIn } from '../../sdk/index.ts'
import type { Place } from '../place.ts'

/**
 * The URL of the screens in the language of a user who has just signed in; undefined: this one. The URL of a certain screen leads to it in the
 * language of its address.
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
