import type { SignInBy } from '../../calendar/index.ts'
import { fold } from '../../define/text/fold.ts'
import { Problem, type ProblemCode } from '../../problem/index.ts'
import { maxKey } from '../api/sender.ts'
import type { AttemptLimit } from '../request/limits.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { notify } from './notices.ts'

type Counter = readonly [limit: AttemptLimit, key: string]

/** The problems that count as a failed attempt. */
const failures = new Set<ProblemCode>([
  'sign_in_failed',
  'second_factor_failed',
  'account_disabled',
  'wrong_password',
  'setup_code',
  'link_expired',
  'provider_refused',
  'provider_expired',
  'provider_email',
  'provider_no_account',
])

const isWrongPassword = (error: unknown) =>
  error instanceof Problem && error.code === 'sign_in_failed'

const isFailure = (error: unknown) => error instanceof Problem && failures.has(error.code)

/** Counts before it is tried, so that a thousand attempts at once are a thousand; takes it back when it was none. */
async function tallied<T>(
  counters: readonly Counter[],
  isAttempt: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (const [limit, key] of counters) limit.failed(key)
  const forgive = () => {
    for (const [limit, key] of counters) limit.forgive(key)
  }
  try {
    const result = await work()
    forgive()
    return result
  } catch (error) {
    if (!isAttempt(error)) forgive()
    throw error
  }
}

/** Tries something that can be guessed. Once there have been too many attempts, the right one is refused too. */
async function counted<T>(counters: readonly Counter[], work: () => Promise<T>): Promise<T> {
  for (const [limit, key] of counters) limit.refuse(key)
  return tallied(counters, isFailure, work)
}

/**
 * Sign-ins by network and login, by network alone, and by account from wherever. An account is never locked: once too many have failed,
 * its owner gets an e-mail, and each network may try a few times an hour.
 */
export async function signingIn<T>(
  service: Service,
  { address }: Request,
  login: string,
  work: () => Promise<T>,
): Promise<T> {
  const { attempts, signInAttempts, signIn } = service
  const { ofAddress, ofAccount, ofAccountHere } = signInAttempts
  const user = await signIn.find(login)
  const key = fold(login.slice(0, maxKey))
  // a login of digits is no id
  const account = user ? `id ${user.id}` : `login ${key}`
  const here = `${address} ${account}`
  if (ofAccount.isExceeded(account)) ofAccountHere.refuse(here)
  const ofPasswords = [
    [ofAccount, account],
    [ofAccountHere, here],
  ] as const
  try {
    return await tallied(ofPasswords, isWrongPassword, () =>
      counted(
        [
          [attempts, `${address} sign-in ${key}`],
          [ofAddress, address],
        ],
        work,
      ),
    )
  } catch (error) {
    if (user && isWrongPassword(error) && ofAccount.isExceeded(account))
      notify(service, user, 'passwords')
    throw error
  }
}

/** Codes and links that sign in, by address. */
export const opening = <T>({ attempts }: Service, { address }: Request, work: () => Promise<T>) =>
  counted([[attempts, `${address} opening`]], work)

/** Counts requests that succeed or not, since each sends a mail. */
export function asking({ attempts }: Service, { address }: Request) {
  const key = `${address} forgotten`
  attempts.refuse(key)
  attempts.failed(key)
}

/** A user's own password again, by user: a stolen session does not find it out. */
export const confirming = <T>({ attempts }: Service, user: number, work: () => Promise<T>) =>
  counted([[attempts, `password ${user}`]], work)

/** Codes of the second factor, by user and from wherever. */
export function codeGuesses(service: Service): SignInBy['guesses'] {
  const { ofCodes, ofRecovery } = service.signInAttempts
  return {
    async counted({ user, isRecovery }, work) {
      const key = String(user.id)
      if (!isRecovery) {
        try {
          return await counted(
            ofCodes.map(limit => [limit, key]),
            work,
          )
        } catch (error) {
          if (isFailure(error) && ofCodes.some(limit => limit.isExceeded(key)))
            notify(service, user, 'codes')
          throw error
        }
      }
      try {
        return await work()
      } catch (error) {
        if (isFailure(error)) {
          ofRecovery.refuse(key)
          ofRecovery.failed(key)
        }
        throw error
      }
    },
  }
}
