import { fold } from '../../../define/text/fold.ts'
import { Problem } from '../../../problem/index.ts'
import type { Reader, Row, StoredRecord, Transaction } from '../../../store/index.ts'
import { service } from '../../access/access.ts'
import { demoLogin } from '../account-types.ts'
import {
  asciiLower,
  changeAccount,
  hasHidden,
  insertAccount,
  isTaken,
  mailboxOf,
  newUser,
} from '../users.ts'
import { usableCode, useCode } from './second-factor.ts'
import { type Device, type Entered, isDisabled } from './sessions.ts'
import { type ProviderRules, type SignInBy, type SignInWork, withCode, workOf } from './work.ts'

/** The identity of a user as the provider states it. Fields that it omits are empty. */
export type Identity = {
  issuer: string
  /** Never given to anybody else by that provider, as e-mail addresses and names are. */
  subject: string
  email: string
  isVerified: boolean
  username: string
  name: string
}

type Accounts = Pick<Reader, 'lookup' | 'get'>

/** An issuer is a URL, without whitespace. */
const subjectOf = ({ issuer, subject }: Identity) => `${issuer} ${subject}`
const isOfIssuer = ({ facts }: StoredRecord, issuer: string) =>
  String(facts.subject ?? '').startsWith(`${issuer} `)

/**
 * The account of an identity. Once linked, it stays linked when the e-mail address changes or is given to another person. An
 * address that users entered on their own account proves nothing, so matching by e-mail passes over that account.
 */
async function accountOf(
  reader: Accounts,
  identity: Identity,
  { match, newUsers }: ProviderRules,
): Promise<StoredRecord | undefined> {
  const [id] = await reader.lookup('user', 'subject', subjectOf(identity), 1)
  if (id !== undefined) return reader.get('user', id)
  if (match === 'email' && !identity.isVerified) throw new Problem('provider_email')
  const account = await matching(reader, identity, match)
  if (!account && newUsers === 'none') throw new Problem('provider_no_account')
  return account
}

/** Compares an account with a person of the provider: exactly, since a look-alike may be another mailbox. */
const comparable = {
  email: mailboxOf,
  username: (name: string) => (hasHidden(name) ? undefined : asciiLower(name)),
}
const compared = { email: 'email', username: 'login' } as const

async function matching(
  reader: Accounts,
  identity: Identity,
  match: ProviderRules['match'],
): Promise<StoredRecord | undefined> {
  const given = identity[match]
  if (given === '') return undefined
  const sought = comparable[match](given)
  if (sought === undefined) throw new Problem('provider_no_account')
  for (const user of await lookAlikes(reader, match, [given, sought])) {
    const isSame = comparable[match](String(user.facts[compared[match]] ?? '')) === sought
    const isTheirs =
      isSame &&
      !isOfIssuer(user, identity.issuer) &&
      user.facts.login !== demoLogin &&
      (match === 'username' || !user.facts.email_own)
    if (isTheirs) return user
  }
  return undefined
}

/** The accounts that a search for one of these names finds: with the one that is meant, those that look like it. */
async function lookAlikes(
  reader: Accounts,
  match: ProviderRules['match'],
  names: readonly string[],
): Promise<StoredRecord[]> {
  const column = match === 'email' ? 'email_key' : 'login_key'
  const accounts: StoredRecord[] = []
  for (const key of new Set(names.map(fold))) {
    const [id] = await reader.lookup('user', column, key, 1)
    const user = id === undefined ? undefined : await reader.get('user', id)
    if (user) accounts.push(user)
  }
  return accounts
}

/** Logins that are taken get a number. */
const maxNumbers = 1000

async function freeLogin(reader: Accounts, { username, email, name }: Identity): Promise<string> {
  const [before = ''] = email.split('@')
  const [base = 'user'] = [username, before, name]
    .map(each => each.replace(/[^\p{L}\p{N}._@+-]/gu, '').slice(0, 50))
    .filter(each => each !== '')
  for (let number = 1; number < maxNumbers; number++) {
    const login = number === 1 ? base : `${base}-${number}`
    if (login.toLowerCase() !== demoLogin && !(await isTaken(reader, login))) return login
  }
  throw new Problem('provider_no_account')
}

/** A new account without a password. */
async function newAccount(
  tx: Transaction,
  work: SignInWork,
  identity: Identity,
  role: string,
): Promise<StoredRecord> {
  const own = { ...work, actor: service }
  const { email, isVerified, name } = identity
  const hasEmail = isVerified && mailboxOf(email) !== undefined && !(await isTaken(tx, email))
  const facts: Row = {
    ...(await newUser(own, {
      login: await freeLogin(tx, identity),
      role,
      name,
      ...(hasEmail && { email }),
    })),
    subject: subjectOf(identity),
  }
  return insertAccount(tx, own, 'user', facts)
}

/** The account that was found is theirs from now on. */
async function linked(
  tx: Transaction,
  work: SignInWork,
  user: StoredRecord,
  identity: Identity,
): Promise<StoredRecord> {
  const subject = subjectOf(identity)
  if (user.facts.subject === subject) return user
  await changeAccount(tx, workOf(work, user), user, { subject })
  return (await tx.get('user', user.id)) ?? user
}

/**
 * A new session for an identity of the provider. The provider’s own second factor does not count: an account with a second factor
 * needs its code on every way to sign in.
 */
export async function signInByProvider(
  work: SignInWork,
  { identity, code }: { identity: Identity; code: string | undefined },
  device: Device,
  by: SignInBy,
): Promise<Entered> {
  const { store, sessions, provider: rules } = work
  const user = await accountOf(store, identity, rules)
  if (user && isDisabled(user)) throw new Problem('account_disabled')
  const hasFactor = user?.facts.totp != null
  if (hasFactor && !code) throw new Problem('second_factor_required')
  return withCode(by, user, code ?? '', async () => {
    const usable =
      user && hasFactor ? await usableCode(workOf(work, user), user, code ?? '') : undefined
    return store.write(async tx => {
      const account = await accountOf(tx, identity, rules)
      // what it was checked by has changed since
      if (user && (account?.id !== user.id || account.facts.totp !== user.facts.totp))
        throw new Problem('provider_expired')
      if (account && isDisabled(account)) throw new Problem('account_disabled')
      if (account && hasFactor) await useCode(tx, workOf(work, account), account, usable)
      else if (account?.facts.totp != null) throw new Problem('second_factor_required')
      const theirs = account
        ? await linked(tx, work, account, identity)
        : await newAccount(tx, work, identity, rules.newUsers)
      if (by.before) await tx.remove('session', by.before.session.id)
      return sessions.begin(tx, theirs, device)
    })
  })
}
