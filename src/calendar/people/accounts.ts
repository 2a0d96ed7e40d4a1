import { mayAdminister } from '../access/access.ts'
import { AccountProblem, type AccountWork, type User, userOf } from './account-types.ts'
import { credentials, issue, type NewCredential, revoke } from './credentials.ts'
import { lastUsed, pageOfUsers, type UserQuery } from './list-users.ts'
import { invite, linkFor } from './sign-in/links.ts'
import { endSessions } from './sign-in/sessions.ts'
import {
  addUser,
  allUsers,
  changeUser,
  findUser,
  type NewUser,
  refuseTaken,
  removeUser,
  requiredUser,
  resetFactor,
  setPassword,
  type UserChanges,
  unlink,
  type Who,
} from './users.ts'

/** Accounts and their credentials, as an actor may change them; the change log says who did. */
export function accountsFor(work: AccountWork) {
  const { store } = work
  if (!mayAdminister(work.actor)) throw new AccountProblem('forbidden')
  return {
    count: () => store.count('user'),
    list: async (): Promise<User[]> => (await allUsers(store)).map(userOf),
    /** By login or e-mail address, in any case. */
    async find(login: string): Promise<User | undefined> {
      const user = await findUser(store, login)
      return user && userOf(user)
    },
    get: async (who: Who): Promise<User> => userOf(await requiredUser(store, who)),
    refuseTaken: (login: string) => refuseTaken(store, login),
    add: (of: NewUser) => addUser(work, of),
    setPassword: (who: Who, password: string) => setPassword(work, who, password),
    setRole: (who: Who, role: string) => changeUser(work, who, { role }),
    change: (who: Who, of: UserChanges) => changeUser(work, who, of),
    remove: (who: Who) => removeUser(work, who),
    page: (of: UserQuery) => pageOfUsers(store, of),
    lastUsed: (id: number) => lastUsed(store, id),
    /** An account without a password, and the link by which its user sets one: both, or neither. */
    invite: (of: NewUser) => invite(work, of),
    /** A link by which a user sets another password. */
    link: (who: Who) => linkFor(work, who),
    resetFactor: (who: Who) => resetFactor(work, who),
    unlink: (who: Who) => unlink(work, who),
    endSessions: (who: Who) =>
      store.write(async tx => endSessions(tx, (await requiredUser(tx, who)).id)),
    /** Makes a credential; its secret is returned once, here. */
    issue: (of: NewCredential) => issue(work, of),
    credentials: (login?: Who) => credentials(store, login),
    revoke: (id: number) => revoke(work, id),
  }
}

export type Accounts = ReturnType<typeof accountsFor>
