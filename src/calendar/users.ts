import type { Language } from '../define/field-type.ts'
import { fold } from '../define/text/fold.ts'
import { append } from '../journal/entry.ts'
import type { Reader, Row, StoredRecord, Transaction } from '../store/store.ts'
import { roles } from './access.ts'
import {
  AccountProblem,
  type AccountWork,
  shortestPassword,
  type User,
  userOf,
} from './account-types.ts'

export type NewUser = {
  login: string
  email?: string
  name?: string
  role: string
  password?: string
  language?: Language | ''
}

/** By login, or by e-mail address, in any case. */
export async function findUser(
  reader: Pick<Reader, 'lookup' | 'get'>,
  name: string,
): Promise<StoredRecord | undefined> {
  const key = fold(name)
  const [byLogin] = await reader.lookup('user', 'login_key', key, 1)
  const [id = undefined] =
    byLogin === undefined && key.includes('@')
      ? await reader.lookup('user', 'email_key', key, 1)
      : [byLogin]
  return id === undefined ? undefined : reader.get('user', id)
}

export async function knownUser(reader: Reader, login: string): Promise<StoredRecord> {
  const user = await findUser(reader, login)
  if (!user) throw new AccountProblem('unknown-user')
  return user
}

const atOnce = 500

export async function allUsers(reader: Reader): Promise<StoredRecord[]> {
  const users: StoredRecord[] = []
  for (let after = 0; ; ) {
    const ids = await reader.idsAfter('user', after, atOnce)
    users.push(...(await reader.getMany('user', ids)))
    if (ids.length < atOnce) return users
    after = ids.at(-1) as number
  }
}

/** The line of the journal that every change of an account has. */
export const logAccount = (
  tx: Transaction,
  { now, actor }: AccountWork,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) => append(tx, { instant: now(), actor: actor.id, language: '' }, before, after)

export async function insertAccount(
  tx: Transaction,
  work: AccountWork,
  kind: 'user' | 'credential',
  facts: Row,
): Promise<StoredRecord> {
  const id = await tx.insert(kind, facts, {})
  const made = (await tx.get(kind, id)) as StoredRecord
  await logAccount(tx, work, undefined, made)
  return made
}

export async function changeAccount(
  tx: Transaction,
  work: AccountWork,
  before: StoredRecord,
  facts: Row,
) {
  const version = await tx.update(before.kind, before.id, facts)
  await logAccount(tx, work, before, { ...before, version, facts: { ...before.facts, ...facts } })
}

async function hashed({ secrets }: AccountWork, password: string | undefined): Promise<Row> {
  if (password === undefined) return {}
  if (password.length < shortestPassword || password.length > 1000)
    throw new AccountProblem('password')
  return { password: await secrets.hashPassword(password) }
}

function refuseRole(role: string) {
  if (!roles.some(known => known === role)) throw new AccountProblem('role')
}

export async function refuseTaken(reader: Reader, login: string) {
  if ((await reader.lookup('user', 'login_key', fold(login), 1)).length > 0)
    throw new AccountProblem('login-taken')
}

/** The service is never left without an administrator. */
async function refuseLastAdministrator(tx: Transaction, user: StoredRecord) {
  if (user.facts.role !== 'administrator') return
  const users = await allUsers(tx)
  if (!users.some(({ id, facts }) => id !== user.id && facts.role === 'administrator'))
    throw new AccountProblem('last-administrator')
}

export async function addUser(work: AccountWork, of: NewUser): Promise<User> {
  if (!/^[\p{L}\p{N}._@+-]{1,60}$/u.test(of.login)) throw new AccountProblem('login')
  if (of.email && !/^[^\s@]+@[^\s@]+$/.test(of.email)) throw new AccountProblem('email')
  refuseRole(of.role)
  const password = await hashed(work, of.password)
  return work.store.write(async tx => {
    await refuseTaken(tx, of.login)
    const made = await insertAccount(tx, work, 'user', {
      login: of.login,
      login_key: fold(of.login),
      email: of.email ?? '',
      email_key: of.email ? fold(of.email) : null,
      name: of.name ?? '',
      role: of.role,
      language: of.language ?? '',
      created: work.now(),
      ...password,
    })
    return userOf(made)
  })
}

export async function setPassword(work: AccountWork, login: string, password: string) {
  const facts = await hashed(work, password)
  await work.store.write(async tx => changeAccount(tx, work, await knownUser(tx, login), facts))
}

export async function setRole(work: AccountWork, login: string, role: string) {
  refuseRole(role)
  await work.store.write(async tx => {
    const user = await knownUser(tx, login)
    if (role !== 'administrator') await refuseLastAdministrator(tx, user)
    await changeAccount(tx, work, user, { role })
  })
}

/** Removes an account and its credentials; the records that it wrote stay. */
export async function removeUser(work: AccountWork, login: string) {
  await work.store.write(async tx => {
    const user = await knownUser(tx, login)
    await refuseLastAdministrator(tx, user)
    for (const id of await tx.lookup('credential', 'user', user.id, 10_000))
      await tx.remove('credential', id)
    await tx.remove('user', user.id)
    await logAccount(tx, work, user, undefined)
  })
}
