import type { Store, StoredRecord } from '../../../store/store.ts'
import { type Secrets, type User, userOf } from '../account-types.ts'
import type { PasswordCheck } from './passwords.ts'
import { type FactorWork, isRecoveryCode, type OneTimeCodes } from './second-factor.ts'
import { actorOf, type Entered, type SessionSpans, type Sessions } from './sessions.ts'

export type SignInGiven = {
  store: Store
  secrets: Secrets
  codes: OneTimeCodes
  now(): number
  spans: SessionSpans
  provider: ProviderRules
  /** The code for the first administrator that several processes have in common. */
  setUpCode?: string | undefined
}

/** How people of a provider come by an account. */
export type ProviderRules = {
  /** What their account is found by, the first time. */
  match: 'email' | 'username'
  /** The role of those who have none; none: they are refused. */
  newUsers: string
}

/** Tries and counts a code of a user, from any address: the caller already knows the password. Throws 429 after too many. */
type CodeGuesses = {
  counted<T>(of: { user: User; isRecovery: boolean }, work: () => Promise<T>): Promise<T>
}

/** What a sign-in comes with: the session that was there before, which ends, and what counts codes. */
export type SignInBy = { before?: Entered | undefined; guesses: CodeGuesses }

/** What signing in works with. */
export type SignInWork = SignInGiven & { sessions: Sessions; isPassword: PasswordCheck }

/** What is done in the name of a user. */
export const workOf = (
  { store, secrets, codes, now }: SignInWork,
  user: StoredRecord,
): FactorWork => ({ store, secrets, codes, now, actor: actorOf(user) })

/** Does what opens an account; where that has a second factor, the code is counted. */
export const withCode = <T>(
  { guesses }: SignInBy,
  user: StoredRecord | undefined,
  code: string,
  work: () => Promise<T>,
): Promise<T> =>
  user?.facts.totp == null
    ? work()
    : guesses.counted({ user: userOf(user), isRecovery: isRecoveryCode(code) }, work)
