import { fold } from '../../define/text/fold.ts'
import type { Reader, StoredRecord } from '../../store/index.ts'
import { mayAdminister } from '../access/access.ts'
import { AccountProblem, type AccountWork, demoLogin, type User, userOf } from './account-types.ts'
import { credentials, issue, type NewCredential, revoke } from './credentials.ts'
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

/** The first administrator, and whether any account has a token: without either, no user can write through the API. */
export async function entryOf(accounts: Accounts) {
  if ((await accounts.count()) > fewAccounts) return { login: '', hasToken: true }
  const users = await accounts.list()
  const administrators = users.filter(({ role }) => role === 'administrator')
  const login = administrators.find(({ login }) => login !== demoLogin)?.login
  const credentials = login === undefined ? [] : await accounts.credentials()
  return { login, hasToken: credentials.some(({ revoked }) => revoked === null) }
}
/** With more accounts than this, the calendar is in use. */
const fewAccounts = 20

/** Set-up without questions: an administrator from the environment, made once (never with a default password). */
export async function firstAdministrator(
  {
    adminLogin,
    adminPassword,
    adminToken,
  }: Record<'adminLogin' | 'adminPassword' | 'adminToken', string>,
  accounts: Accounts,
) {
  if (!adminLogin || (await accounts.find(adminLogin))) return
  await accounts.add({
    login: adminLogin,
    email: adminLogin.includes('@') ? adminLogin : '',
    role: 'administrator',
    ...(adminPassword && { password: adminPassword }),
  })
  if (adminToken)
    await accounts.issue({
      login: adminLogin,
      form: 'bearer',
      name: 'set-up',
      scope: 'admin',
      secret: adminToken,
    })
}

/** The query of a list of accounts: part of a name, a role, a page. */
type UserQuery = {
  search: string
  role: string | undefined
  page: number
  perPage: number
}

/** `used`: when it was last used, in Unix seconds; null: never. */
export type UserPage = {
  users: { user: User; used: number | null }[]
  total: number
  pages: number
}

/** When an account was last used, by a session or a credential; null: never. */
async function lastUsed(reader: Reader, user: number): Promise<number | null> {
  let last: number | null = null
  for (const kind of ['session', 'credential']) {
    const ids = await reader.lookup(kind, 'user', user, 1000)
    for (const { facts } of await reader.getMany(kind, ids))
      if (facts.used != null) last = Math.max(last ?? 0, Number(facts.used))
  }
  return last
}

/** A page of accounts by login; accounts are few, and administrators alone list them. */
async function pageOfUsers(
  reader: Reader,
  { search, role, page, perPage }: UserQuery,
): Promise<UserPage> {
  const letters = fold(search)
  const isMatch = ({ facts }: StoredRecord) =>
    (role === undefined || facts.role === role) &&
    [facts.login_key, facts.email_key, fold(String(facts.name ?? ''))].some(name =>
      String(name ?? '').includes(letters),
    )
  const matches = (await allUsers(reader))
    .filter(isMatch)
    .toSorted((a, b) => (String(a.facts.login_key) < String(b.facts.login_key) ? -1 : 1))
  const onPage = matches.slice((page - 1) * perPage, page * perPage)
  const users: UserPage['users'] = []
  for (const user of onPage)
    users.push({ user: userOf(user), used: await lastUsed(reader, user.id) })
  return { users, total: matches.length, pages: Math.ceil(matches.length / perPage) }
}
