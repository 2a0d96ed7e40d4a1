import { type ReviewMails, roles } from '../../define/account-messages.ts'
import { existing } from '../../define/base/objects.ts'
import type { Language } from '../../define/field-type.ts'
import { maxPassword, minPassword } from '../../define/password.ts'
import { fold } from '../../define/text/fold.ts'
import { append } from '../../journal/index.ts'
import type { Reader, Row, StoredRecord, Transaction } from '../../store/index.ts'
import { everyRecord } from '../read/every-event.ts'
import {
  AccountProblem,
  type AccountWork,
  canSignIn,
  demoLogin,
  type User,
  userOf,
} from './account-types.ts'
import { endSessions, isDisabled } from './sign-in/sessions.ts'

export type NewUser = {
  login: string
  email?: string
  name?: string
  role: string
  password?: string
  language?: Language | ''
}

/** An account by its login or e-mail address, or by its ID. */
export type Who = string | number

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

export async function requiredUser(
  reader: Pick<Reader, 'lookup' | 'get'>,
  who: Who,
): Promise<StoredRecord> {
  const user = typeof who === 'number' ? await reader.get('user', who) : await findUser(reader, who)
  if (!user) throw new AccountProblem('unknown-user')
  return user
}

export async function allUsers(reader: Reader): Promise<StoredRecord[]> {
  const users: StoredRecord[] = []
  for await (const some of everyRecord(reader, 'user')) users.push(...some)
  return users
}

/** The user who changes an account, and the time. */
type AccountLog = { now(): number; actor: { id: number } }

/** The line of the journal that every change of an account has. */
export const logAccount = (
  tx: Transaction,
  { now, actor }: AccountLog,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) => append(tx, { instant: now(), actor: actor.id, language: '' }, before, after)

export async function insertAccount(
  tx: Transaction,
  work: AccountWork,
  kind: 'user' | 'credential' | 'one_time_link',
  facts: Row,
): Promise<StoredRecord> {
  const id = await tx.insert(kind, facts, {})
  const created = existing(await tx.get(kind, id))
  await logAccount(tx, work, undefined, created)
  return created
}

/** Links that set a password came with the password, e-mail address and state that the account had: another ends them. */
const endsLinks = ({ facts: before }: StoredRecord, facts: Row) =>
  'password' in facts ||
  Boolean(facts.disabled) ||
  (facts.email !== undefined && facts.email !== before.email)

export async function dropLinks(tx: Transaction, user: number) {
  for (const id of await tx.lookup('one_time_link', 'user', user, 100))
    await tx.remove('one_time_link', id)
}

export async function changeAccount(
  tx: Transaction,
  work: AccountLog,
  before: StoredRecord,
  facts: Row,
) {
  const version = await tx.update(before.kind, before.id, facts)
  if (before.kind === 'user' && endsLinks(before, facts)) await dropLinks(tx, before.id)
  await logAccount(tx, work, before, { ...before, version, facts: { ...before.facts, ...facts } })
}

/** The password of an account as it is stored. `refusal`: the error for one that is too short or too long. */
export async function hashed(
  { secrets }: Pick<AccountWork, 'secrets'>,
  password: string | undefined,
  refusal: 'password' | 'new-password' = 'password',
): Promise<Row> {
  if (password === undefined) return {}
  if (password.length < minPassword || password.length > maxPassword)
    throw new AccountProblem(refusal)
  return { password: await secrets.hashPassword(password) }
}

function refuseRole(role: string) {
  if (!roles.some(name => name === role)) throw new AccountProblem('role')
}

function refuseNoEmail(email: string | undefined) {
  if (email && mailboxOf(email) === undefined) throw new AccountProblem('email')
}

/** True if an account has this login or e-mail address, in any case. */
export async function isTaken(reader: Pick<Reader, 'lookup'>, name: string): Promise<boolean> {
  const key = fold(name)
  return (
    (await reader.lookup('user', 'login_key', key, 1)).length > 0 ||
    (await reader.lookup('user', 'email_key', key, 1)).length > 0
  )
}

export async function refuseTaken(reader: Reader, login: string) {
  if (await isTaken(reader, login)) throw new AccountProblem('login-taken')
}

/** An e-mail address that signs in belongs to one account. */
async function refuseTakenEmail(reader: Reader, email: string, own?: number) {
  const key = fold(email)
  const taken = [
    ...(await reader.lookup('user', 'email_key', key, 2)),
    ...(await reader.lookup('user', 'login_key', key, 1)),
  ]
  if (taken.some(id => id !== own)) throw new AccountProblem('email-taken')
}

/** True if another administrator can sign in, or could after being enabled or invited. */
async function hasAdministrator(reader: Reader, except?: number): Promise<boolean> {
  const users = await allUsers(reader)
  return users.some(
    user =>
      user.id !== except &&
      user.facts.role === 'administrator' &&
      user.facts.login !== demoLogin &&
      !isDisabled(user),
  )
}

/** True if there is an administrator, and an account that signs in. */
export async function isSetUp(reader: Reader, hasProvider: boolean): Promise<boolean> {
  const users = await allUsers(reader)
  return (
    users.some(user => canSignIn(userOf(user), hasProvider)) && (await hasAdministrator(reader))
  )
}

/** The service is never left without an administrator. */
async function refuseLastAdministrator(tx: Transaction, user: StoredRecord) {
  if (user.facts.role !== 'administrator' || isDisabled(user)) return
  if (!(await hasAdministrator(tx, user.id))) throw new AccountProblem('last-administrator')
}

const emailFacts = (email = ''): Row => ({ email, email_key: email ? fold(email) : null })

/**
 * The facts that change with the address: given by the user (unconfirmed) or by an administrator. Sending the current address again changes nothing.
 */
const confirmed = ({ facts }: StoredRecord, email: string, isOwn: boolean): Row =>
  facts.email === email ? {} : { email_own: isOwn ? 1 : null }

/** An account in its stored form. Checks it and hashes its password before the transaction. */
export async function newUser(work: AccountWork, of: NewUser): Promise<Row> {
  if (!/^[\p{L}\p{N}._@+-]{1,60}$/u.test(of.login)) throw new AccountProblem('login')
  refuseNoEmail(of.email)
  refuseRole(of.role)
  return {
    login: of.login,
    login_key: fold(of.login),
    ...emailFacts(of.email),
    name: of.name ?? '',
    role: of.role,
    language: of.language ?? '',
    created: work.now(),
    ...(await hashed(work, of.password)),
  }
}

export async function insertUser(tx: Transaction, work: AccountWork, facts: Row) {
  await refuseTaken(tx, String(facts.login))
  if (facts.email) await refuseTakenEmail(tx, String(facts.email))
  return insertAccount(tx, work, 'user', facts)
}

export async function addUser(work: AccountWork, of: NewUser): Promise<User> {
  const facts = await newUser(work, of)
  return userOf(await work.store.write(tx => insertUser(tx, work, facts)))
}

/** A new password ends all sessions of its user. */
export async function setPassword(work: AccountWork, who: Who, password: string) {
  const facts = await hashed(work, password)
  await work.store.write(async tx => {
    const user = await requiredUser(tx, who)
    await changeAccount(tx, work, user, facts)
    await endSessions(tx, user.id)
  })
}

export type UserChanges = {
  email?: string
  name?: string
  role?: string
  language?: Language | ''
  reviewMails?: ReviewMails
  disabled?: boolean
  /** True for the user’s own account: the e-mail address is not confirmed then. */
  isOwn?: boolean
}

/**
 * Changes the given values. A user whose rights change, or who is disabled, has to sign in again. `check` throws, in the same transaction, if the
 * change is no longer allowed.
 */
export async function changeUser(
  work: AccountWork,
  who: Who,
  of: UserChanges,
  check?: (tx: Transaction) => Promise<unknown>,
): Promise<User> {
  const { email, name, role, language, reviewMails, disabled, isOwn = false } = of
  if (role !== undefined) refuseRole(role)
  refuseNoEmail(email)
  return work.store.write(async tx => {
    const user = await requiredUser(tx, who)
    await check?.(tx)
    if (email) await refuseTakenEmail(tx, email, user.id)
    const isDemoted = role !== undefined && role !== 'administrator'
    if (isDemoted || disabled) await refuseLastAdministrator(tx, user)
    const facts: Row = {
      ...(email !== undefined && { ...emailFacts(email), ...confirmed(user, email, isOwn) }),
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
      ...(language !== undefined && { language }),
      ...(reviewMails !== undefined && { review_mails: reviewMails }),
      ...(disabled !== undefined && {
        disabled: disabled ? (user.facts.disabled ?? work.now()) : null,
      }),
    }
    await changeAccount(tx, work, user, facts)
    if (disabled || (role !== undefined && role !== user.facts.role)) await endSessions(tx, user.id)
    return userOf({ ...user, facts: { ...user.facts, ...facts } })
  })
}

/** Removes an account, its credentials and its sessions; the records that it wrote stay. */
export async function removeUser(work: AccountWork, who: Who) {
  await work.store.write(async tx => {
    const user = await requiredUser(tx, who)
    await refuseLastAdministrator(tx, user)
    for (const kind of ['credential', 'one_time_link', 'saved_view'])
      for (const id of await tx.lookup(kind, 'user', user.id, 10_000)) await tx.remove(kind, id)
    await endSessions(tx, user.id)
    await tx.remove('user', user.id)
    await logAccount(tx, work, user, undefined)
  })
}

/** Takes the second factor from a user who has lost it; they sign in again, with their password alone. */
export const resetFactor = (work: AccountWork, who: Who): Promise<User> =>
  work.store.write(async tx => {
    const user = await requiredUser(tx, who)
    await changeAccount(tx, work, user, noFactor)
    await endSessions(tx, user.id)
    return userOf({ ...user, facts: { ...user.facts, ...noFactor } })
  })

/** Unlinks an account from its person at the provider. The next person whom it matches gets it. */
export const unlink = (work: AccountWork, who: Who): Promise<User> =>
  work.store.write(async tx => {
    const user = await requiredUser(tx, who)
    await changeAccount(tx, work, user, { subject: null })
    await endSessions(tx, user.id)
    return userOf({ ...user, facts: { ...user.facts, subject: null } })
  })

/** The stored facts of an account without a second factor. */
export const noFactor: Row = { totp: null, totp_next: null, totp_used: null, recovery: null }

/** Characters that screens do not show, or show as something else: control, format and filler characters, and unassigned code points. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

export const hasHidden = (text: string) => hidden.test(text)

/** Lower case of A–Z alone: Unicode's lower case makes one letter of several (the Kelvin sign is a k). */
export const asciiLower = (text: string) =>
  text.replace(/[A-Z]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 32))

/** A domain as DNS knows it; undefined: a name cannot be written like that. */
function asciiDomain(domain: string): string | undefined {
  if (/^[\x21-\x7e]+$/.test(domain)) return asciiLower(domain)
  // full width and other compatibility forms of letters are another spelling, not another letter
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || domain.normalize('NFKC') !== domain)
    return undefined
  const host = URL.parse(`http://${domain}`)?.hostname
  return host && /[^\d.]$/.test(host) ? host : undefined
}

/**
 * The mailbox that an e-mail address means, to be compared exactly: A–Z in lower case, the domain in its ASCII form. Nothing else is
 * alike: `é` is another letter than `e`, and another person may have it. Undefined: no e-mail address.
 */
export function mailboxOf(email: string): string | undefined {
  const [, name, domain] = /^([^\s@]{1,100})@([^\s@]{1,150})$/.exec(email) ?? []
  if (!name || !domain || hasHidden(email)) return undefined
  const host = asciiDomain(domain)
  return host && `${asciiLower(name)}@${host}`
}
