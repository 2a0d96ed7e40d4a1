import { Problem } from '../../../problem/index.ts'
import type { StoredRecord, Transaction } from '../../../store/index.ts'
import { AccountProblem } from '../account-types.ts'
import { revokeAll } from '../credentials.ts'
import { changeAccount, changeUser, hashed, noFactor, type UserChanges } from '../users.ts'
import { beginFactor, confirmedFactor, newRecovery } from './second-factor.ts'
import { type Entered, isDisabled } from './sessions.ts'
import { type SignInWork, workOf } from './work.ts'

async function refuseWrongPassword(
  { isPassword }: SignInWork,
  { user }: Entered,
  password: string,
) {
  if (!user.facts.password) throw new AccountProblem('no-password')
  if (!(await isPassword(user, password))) throw new Problem('wrong_password')
}

/** The current user of a session, if it has not ended: both may have changed since they were checked. */
async function current(tx: Transaction, { session, user }: Entered): Promise<StoredRecord> {
  const stored = await tx.get('user', user.id)
  const isThere = (await tx.get('session', session.id)) !== undefined
  if (!stored || !isThere || isDisabled(stored) || stored.facts.password !== user.facts.password)
    throw new Problem('session_expired')
  return stored
}

type NewPassword = { password: string; next: string; revokesTokens: boolean }

/** Another password for oneself: this session goes on by another token, all others end, and tokens too if that is wanted. */
async function changePassword(
  work: SignInWork,
  entered: Entered,
  { password, next, revokesTokens }: NewPassword,
): Promise<Entered> {
  await refuseWrongPassword(work, entered, password)
  const facts = await hashed(work, next, 'new-password')
  return work.store.write(async tx => {
    const user = await current(tx, entered)
    await changeAccount(tx, workOf(work, user), user, facts)
    if (revokesTokens) await revokeAll(tx, workOf(work, user), user.id)
    return work.sessions.rotate(tx, entered)
  })
}

type OwnChanges = Pick<UserChanges, 'email' | 'name' | 'language' | 'reviewMails'>

/** True if it changes the address that links for a new password are sent to. */
export const changesEmail = ({ user }: Entered, { email }: OwnChanges) =>
  email !== undefined && email !== String(user.facts.email ?? '')

/** Another e-mail address takes the password: links for a new one go there. */
async function changeOwn(
  work: SignInWork,
  entered: Entered,
  { changes, password }: { changes: OwnChanges; password: string },
) {
  const { user } = entered
  const isGuarded = changesEmail(entered, changes)
  if (isGuarded) await refuseWrongPassword(work, entered, password)
  const check = isGuarded ? (tx: Transaction) => current(tx, entered) : undefined
  return changeUser(workOf(work, user), user.id, { ...changes, isOwn: true }, check)
}

/** Puts the second factor on, with its recovery codes: all of it is stored at once, or nothing. */
async function confirmFactor(given: SignInWork, entered: Entered, code: string) {
  const work = workOf(given, entered.user)
  const confirmed = await confirmedFactor(work, entered.user, code)
  if (!confirmed) throw new AccountProblem('code')
  const { codes, facts } = newRecovery(work)
  const rotated = await given.store.write(async tx => {
    const user = await current(tx, entered)
    if (user.facts.totp_next !== confirmed.totp) throw new AccountProblem('code')
    await changeAccount(tx, work, user, { ...confirmed, ...facts })
    return given.sessions.rotate(tx, entered)
  })
  return { entered: rotated, codes }
}

/** Changes by users of their own account. Changes that weaken it take the password again. */
export const ownAccount = (work: SignInWork) => ({
  changePassword: (entered: Entered, of: NewPassword) => changePassword(work, entered, of),

  changeAccount: (entered: Entered, of: { changes: OwnChanges; password: string }) =>
    changeOwn(work, entered, of),

  async beginFactor(entered: Entered, password: string, issuer: string) {
    await refuseWrongPassword(work, entered, password)
    return beginFactor(workOf(work, entered.user), entered.user, issuer)
  },

  confirmFactor: (entered: Entered, code: string) => confirmFactor(work, entered, code),

  async newRecovery(entered: Entered, password: string): Promise<string[]> {
    await refuseWrongPassword(work, entered, password)
    const own = workOf(work, entered.user)
    const { codes, facts } = newRecovery(own)
    await work.store.write(async tx => {
      const user = await current(tx, entered)
      if (user.facts.totp == null) throw new AccountProblem('no-second-factor')
      await changeAccount(tx, own, user, facts)
    })
    return codes
  },

  async disableFactor(entered: Entered, password: string): Promise<Entered> {
    await refuseWrongPassword(work, entered, password)
    return work.store.write(async tx => {
      const user = await current(tx, entered)
      await changeAccount(tx, workOf(work, user), user, noFactor)
      return work.sessions.rotate(tx, entered)
    })
  },
})
