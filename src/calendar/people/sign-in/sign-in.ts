import { Problem } from '../../../problem/index.ts'
import type { Reader, StoredRecord, Transaction } from '../../../store/index.ts'
import { service } from '../../access/access.ts'
import {
  AccountProblem,
  type AccountWork,
  canSignIn,
  demoLogin,
  type User,
  userOf,
} from '../account-types.ts'
import {
  changeAccount,
  findUser,
  hashed,
  insertUser,
  isSetUp,
  type NewUser,
  newUser,
} from '../users.ts'
import { type Identity, signInByProvider } from './by-provider.ts'
import { findLink, linkForForgotten, useLink, type ValidLink } from './links.ts'
import { ownAccount } from './own-account.ts'
import { plainCode, usableCode, useCode } from './second-factor.ts'
import { type Device, type Entered, endSessions, isDisabled, sessionsOf } from './sessions.ts'
import {
  type ProviderRules,
  passwordChecks,
  type SignInBy,
  type SignInGiven,
  type SignInWork,
  withCode,
  workOf,
} from './work.ts'

/** Credentials of a sign-in; `code` for a second factor. */
type Credentials = { login: string; password: string; code?: string | undefined }

/** True if nothing that the sign-in was checked against has changed meanwhile. */
const isAsChecked = (stored: StoredRecord, user: StoredRecord) =>
  !isDisabled(stored) &&
  stored.facts.password === user.facts.password &&
  (stored.facts.totp ?? null) === (user.facts.totp ?? null)

/** A new session, never one that was there before: that ends. */
async function signIn(
  work: SignInWork,
  { login, password, code }: Credentials,
  device: Device,
  by: SignInBy,
): Promise<Entered> {
  const { store, sessions, isPassword } = work
  const user = await findUser(store, login)
  const isRight = await isPassword(user, password)
  if (!user || !isRight) throw new Problem('sign_in_failed')
  if (isDisabled(user)) throw new Problem('account_disabled')
  const hasFactor = user.facts.totp != null
  if (hasFactor && !code) throw new Problem('second_factor_required')
  const own = workOf(work, user)
  return withCode(by, user, code ?? '', async () => {
    const usable = hasFactor ? await usableCode(own, user, code ?? '') : undefined
    return store.write(async tx => {
      const stored = await tx.get('user', user.id)
      if (!stored || !isAsChecked(stored, user)) throw new Problem('sign_in_failed')
      if (hasFactor) await useCode(tx, own, stored, usable)
      if (by.before) await tx.remove('session', by.before.session.id)
      return sessions.begin(tx, stored, device)
    })
  })
}

type ByLink = { token: string; password: string; name?: string | undefined }

/** Sets a password by a link. Users with a second factor sign in with it afterwards; others are signed in. */
async function passwordByLink(
  work: SignInWork,
  { token, password, name }: ByLink,
  device: Device,
): Promise<Entered | undefined> {
  const { store, sessions } = work
  // hashing is expensive: only holders of a valid link may cause it
  await requiredLink(work, token)
  const facts = { ...(await hashed(work, password)), ...(name && { name }) }
  return store.write(async tx => {
    const link = await requiredLink({ ...work, store: tx }, token)
    const own = workOf(work, link.user)
    await useLink(tx, own, link)
    await changeAccount(tx, own, link.user, facts)
    await endSessions(tx, link.user.id)
    const user = (await tx.get('user', link.user.id)) ?? link.user
    return user.facts.totp == null ? sessions.begin(tx, user, device) : undefined
  })
}

async function requiredLink(
  work: Pick<SignInWork, 'secrets' | 'now'> & { store: Parameters<typeof findLink>[0] },
  token: string,
): Promise<ValidLink> {
  const link = await findLink(work.store, work, token)
  if (!link) throw new Problem('link_expired')
  return link
}

/**
 * Sign-in with a password, and changes to one’s own account. Callers must limit failed attempts: a password and a six-digit code can
 * be guessed.
 */
export function openSignIn(given: SignInGiven) {
  const sessions = sessionsOf(given)
  const work: SignInWork = { ...given, sessions, isPassword: passwordChecks(given.secrets) }
  const firstRun = openFirstRun({ ...given, actor: service })
  return {
    sessions,
    firstRun,
    /** True if this user can sign in. */
    isOpenTo: (user: User) => canSignIn(user, given.provider.isOn),
    ...ownAccount(work),
    /** The user with a login or e-mail address. */
    async find(login: string): Promise<User | undefined> {
      const user = await findUser(given.store, login)
      return user && userOf(user)
    },
    signIn: (credentials: Credentials, device: Device, by: SignInBy) =>
      signIn(work, credentials, device, by),

    /** Signs in a user of the provider; `code` for a second factor here. */
    byProvider: (
      of: { identity: Identity; code: string | undefined },
      device: Device,
      by: SignInBy,
    ) => signInByProvider(work, of, device, by),

    /** Makes the first administrator and signs them in. */
    setUp: (of: { code: string } & Omit<NewUser, 'role'>, device: Device): Promise<Entered> =>
      firstRun.create(of, (tx, user) => sessions.begin(tx, user, device)),

    forgotten: (login: string, allows: (user: number) => boolean) =>
      linkForForgotten({ ...given, actor: service }, login, allows),

    link: (token: string) => requiredLink(work, token),
    useLink: (of: ByLink, device: Device) => passwordByLink(work, of, device),
  }
}

export type SignIn = ReturnType<typeof openSignIn>

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
function openFirstRun(work: FirstRunWork) {
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
