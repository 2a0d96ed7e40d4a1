import { Problem } from '../../../problem/index.ts'
import type { Store, StoredRecord } from '../../../store/index.ts'
import { type Secrets, type User, userOf } from '../account-types.ts'
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

/** The rules by which people of a provider get an account. */
export type ProviderRules = {
  /** True if there is a provider. */
  isOn: boolean
  /** The property that identifies their account at the first sign-in. */
  match: 'email' | 'username'
  /** The role of those who have none; none: they are refused. */
  newUsers: string
}

/** Tries and counts a code of a user, from any address: the caller already knows the password. Throws 429 after too many. */
type CodeGuesses = {
  counted<T>(of: { user: User; isRecovery: boolean }, work: () => Promise<T>): Promise<T>
}

/** The circumstances of a sign-in: the earlier session, which it ends, and the counter of wrong codes. */
export type SignInBy = { before?: Entered | undefined; guesses: CodeGuesses }

/** The services that signing in needs. */
export type SignInWork = SignInGiven & { sessions: Sessions; isPassword: PasswordCheck }

/** The services for work in the name of a user. */
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

/** Each check of a password takes a processor and 20 MiB for a while: so many are made at once, and so many wait. */
const atOnce = 2
const maxWaiting = 50

const seconds = 5

/** Checks account passwords. The time is the same whether the account exists and whether it has a password, so it reveals neither. */
export function passwordChecks(
  secrets: Pick<Secrets, 'hashPassword' | 'verifyPassword' | 'newToken'>,
) {
  let decoy: Promise<string> | undefined
  let running = 0
  const waiting: (() => void)[] = []

  async function taken<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting)
        throw new Problem('service_too_busy', { retryAfter: seconds, params: { seconds } })
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  /** True if this is the password of that account. Without an account it takes as long and is false. */
  return (user: StoredRecord | undefined, password: string): Promise<boolean> =>
    taken(async () => {
      decoy ??= secrets.hashPassword(secrets.newToken())
      const hash = user?.facts.password
      const isThere = typeof hash === 'string' && hash !== ''
      const decoyHash = await decoy
      const isRight = await secrets.verifyPassword(password, isThere ? hash : decoyHash)
      return isRight && isThere
    })
}

type PasswordCheck = ReturnType<typeof passwordChecks>
