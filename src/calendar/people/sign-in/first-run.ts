import { Problem } from '../../../problem/index.ts'
import type { Reader, Transaction } from '../../../store/index.ts'
import { AccountProblem, type AccountWork, demoLogin } from '../account-types.ts'
import { insertUser, isSetUp, type NewUser, newUser } from '../users.ts'
import { plainCode } from './second-factor.ts'
import type { ProviderRules } from './work.ts'

/** A code for the first administrator, different at each start and nowhere stored. */
export const newSetUpCode = ({ newCode }: Pick<AccountWork['secrets'], 'newCode'>) => newCode(3)

type FirstRunWork = AccountWork & {
  setUpCode?: string | undefined
  provider: Pick<ProviderRules, 'isOn'>
}

/**
 * Sets up the first administrator who can sign in, with a code that the service prints. Access to the output of the service implies
 * control of the machine. `setUpCode`: the code that several processes share.
 */
export function openFirstRun(work: FirstRunWork) {
  const code = work.setUpCode ?? newSetUpCode(work.secrets)
  // a password is never taken away, and the last administrator can be neither removed nor disabled, by whatever process
  let isOver = false
  const isDone = (reader: Reader) => isSetUp(reader, work.provider.isOn)

  return {
    code,
    async isOpen(): Promise<boolean> {
      isOver ||= await isDone(work.store)
      return !isOver
    },
    /** Makes the first administrator; of two who come at once, one. */
    async create<T>(
      given: { code: string } & Omit<NewUser, 'role'>,
      then: (tx: Transaction, user: Awaited<ReturnType<typeof insertUser>>) => Promise<T>,
    ): Promise<T> {
      if (!(await this.isOpen())) throw new Problem('setup_done')
      if (!work.secrets.isSame(plainCode(given.code), plainCode(code)))
        throw new Problem('setup_code')
      if (given.login.toLowerCase() === demoLogin) throw new AccountProblem('login-taken')
      const facts = await newUser(work, { ...given, role: 'administrator' })
      return work.store.write(async tx => {
        if (await isDone(tx)) throw new Problem('setup_done')
        return then(tx, await insertUser(tx, work, facts))
      })
    },
  }
}
