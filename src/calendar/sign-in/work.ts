import type { Store, StoredRecord } from '../../store/store.ts'
import type { Secrets } from '../account-types.ts'
import type { PasswordCheck } from './passwords.ts'
import type { FactorWork, OneTimeCodes } from './second-factor.ts'
import { actorOf, type SessionSpans, type Sessions } from './sessions.ts'

export type SignInGiven = {
  store: Store
  secrets: Secrets
  codes: OneTimeCodes
  now(): number
  spans: SessionSpans
}

/** What signing in works with. */
export type SignInWork = SignInGiven & { sessions: Sessions; isPassword: PasswordCheck }

/** What is done in the name of a user. */
export const workOf = (
  { store, secrets, codes, now }: SignInWork,
  user: StoredRecord,
): FactorWork => ({ ...{ store, secrets, codes, now }, actor: actorOf(user) })
