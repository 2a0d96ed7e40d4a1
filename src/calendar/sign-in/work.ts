import type { Store, StoredRecord } from '../../store/store.ts'
import type { Secrets } from '../account-types.ts'
import type { PasswordCheck } from './passwords.ts'
import type { FactorWork, OneTimeCodes } from './second-factor.ts'
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

/** Counts codes of six digits that were tried for a user, from wherever: whoever gets that far knows the password. */
type CodeGuesses = {
  /** Throws 429 if there have been too many. */
  begin(user: number): void
  succeeded(user: number): void
}

/** What a sign-in comes with: the session that was there before, which ends, and what counts codes. */
export type SignInBy = { before?: Entered | undefined; guesses: CodeGuesses }

/** What signing in works with. */
export type SignInWork = SignInGiven & { sessions: Sessions; isPassword: PasswordCheck }

/** What is done in the name of a user. */
export const workOf = (
  { store, secrets, codes, now }: SignInWork,
  user: StoredRecord,
): FactorWork => ({ ...{ store, secrets, codes, now }, actor: actorOf(user) })
