import { Problem } from '../../../problem/index.ts'
import type { StoredRecord } from '../../../store/index.ts'
import type { Secrets } from '../account-types.ts'

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

export type PasswordCheck = ReturnType<typeof passwordChecks>
