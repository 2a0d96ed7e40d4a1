import { Problem, type ProblemCode } from '../../problem.ts'
import type { AttemptLimit } from '../limits.ts'
import type { Request } from '../request.ts'
import type { Service } from '../service.ts'

type Counter = readonly [limit: AttemptLimit, key: string]

/** What counts as an attempt that failed. */
const failures = new Set<ProblemCode>([
  'sign_in_failed',
  'second_factor_failed',
  'account_disabled',
  'wrong_password',
  'setup_code',
  'link_over',
  'provider_refused',
  'provider_over',
  'provider_email',
  'provider_no_account',
])

const isFailure = (error: unknown) => error instanceof Problem && failures.has(error.code)

/**
 * Tries something that can be guessed. It counts before it is tried, so that a thousand attempts at once are a thousand, and is taken
 * back when it was none. Once there have been too many, the right password is refused too.
 */
async function counted<T>(counters: readonly Counter[], work: () => Promise<T>): Promise<T> {
  for (const [limit, key] of counters) limit.refuse(key)
  for (const [limit, key] of counters) limit.failed(key)
  const forgive = () => {
    for (const [limit, key] of counters) limit.forgive(key)
  }
  try {
    const result = await work()
    forgive()
    return result
  } catch (error) {
    if (!isFailure(error)) forgive()
    throw error
  }
}

const longestKey = 254

/** Sign-ins by address and login, and by address alone. */
export const signingIn = <T>(
  { attempts, signInAttempts }: Service,
  { address }: Request,
  login: string,
  work: () => Promise<T>,
) =>
  counted(
    [
      [attempts, `${address} sign-in ${login.slice(0, longestKey).toLowerCase()}`],
      [signInAttempts.ofAddress, address],
    ],
    work,
  )

/** A code or link that lets somebody in, by address. */
export const opening = <T>({ attempts }: Service, { address }: Request, work: () => Promise<T>) =>
  counted([[attempts, `${address} opening`]], work)

/** What is counted whether it succeeds or not: each asks for a mail. */
export function asking({ attempts }: Service, { address }: Request) {
  const key = `${address} forgotten`
  attempts.refuse(key)
  attempts.failed(key)
}

/** One's own password again, by user: whoever has their session for a moment does not find it out. */
export const confirming = <T>({ attempts }: Service, user: number, work: () => Promise<T>) =>
  counted([[attempts, `password ${user}`]], work)

/** Codes of six digits, by user and from wherever. */
export function codeGuesses({ signInAttempts: { ofCodes } }: Service) {
  return {
    begin(user: number) {
      ofCodes.refuse(String(user))
      ofCodes.failed(String(user))
    },
    succeeded: (user: number) => ofCodes.forgive(String(user)),
  }
}
