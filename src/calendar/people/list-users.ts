import { fold } from '../../define/text/fold.ts'
import type { Reader, StoredRecord } from '../../store/index.ts'
import { type User, userOf } from './account-types.ts'
import { allUsers } from './users.ts'

/** The query of a list of accounts: part of a name, a role, a page. */
export type UserQuery = {
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
export async function lastUsed(reader: Reader, user: number): Promise<number | null> {
  let last: number | null = null
  for (const kind of ['session', 'credential']) {
    const ids = await reader.lookup(kind, 'user', user, 1000)
    for (const { facts } of await reader.getMany(kind, ids))
      if (facts.used != null) last = Math.max(last ?? 0, Number(facts.used))
  }
  return last
}

/** A page of accounts by login; accounts are few, and administrators alone list them. */
export async function pageOfUsers(
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
