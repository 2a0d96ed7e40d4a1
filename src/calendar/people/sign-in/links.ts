import { type LinkPurpose, linkPurposes } from '../../../define/account-messages.ts'
import { daySeconds } from '../../../define/time/clock.ts'
import type { Reader, StoredRecord, Transaction } from '../../../store/index.ts'
import { type AccountWork, demoLogin, type User, userOf } from '../account-types.ts'
import {
  dropLinks,
  findUser,
  insertAccount,
  insertUser,
  logAccount,
  type NewUser,
  newUser,
  requiredUser,
  type Who,
} from '../users.ts'
import { isDisabled } from './sessions.ts'

/** Seconds for which a link is valid. */
const spans: Record<LinkPurpose, number> = { invitation: 7 * daySeconds, password: daySeconds }

export type OneTimeLink = { token: string; purpose: LinkPurpose; expires: number }

/** A link by which a user sets their own password, once. It takes the place of an earlier one; only its hash is stored. */
async function makeLink(
  tx: Transaction,
  work: AccountWork,
  user: StoredRecord,
  span?: number,
): Promise<OneTimeLink> {
  await dropLinks(tx, user.id)
  const token = work.secrets.newToken()
  const purpose: LinkPurpose = user.facts.password ? 'password' : 'invitation'
  const { ends = Number.POSITIVE_INFINITY } = work.actor
  const expires = Math.min(work.now() + (span ?? spans[purpose]), ends)
  await insertAccount(tx, work, 'one_time_link', {
    user: user.id,
    purpose,
    hash: work.secrets.digest(token),
    created: work.now(),
    expires,
  })
  return { token, purpose, expires }
}

const hour = 3600

/** A link for a forgotten password, if there is such an account with an address, and `allows` agrees. */
export const linkForForgotten = (
  work: AccountWork,
  login: string,
  allows: (user: number) => boolean,
): Promise<{ user: StoredRecord; link: OneTimeLink } | undefined> =>
  work.store.write(async tx => {
    const user = await findUser(tx, login)
    if (!user?.facts.email || isDisabled(user) || user.facts.login === demoLogin) return undefined
    return allows(user.id) ? { user, link: await makeLink(tx, work, user, hour) } : undefined
  })

export const linkFor = (work: AccountWork, who: Who): Promise<OneTimeLink> =>
  work.store.write(async tx => makeLink(tx, work, await requiredUser(tx, who)))

export async function invite(
  work: AccountWork,
  of: NewUser,
): Promise<{ user: User; link: OneTimeLink }> {
  const facts = await newUser(work, of)
  return work.store.write(async tx => {
    const created = await insertUser(tx, work, facts)
    return { user: userOf(created), link: await makeLink(tx, work, created) }
  })
}

export type ValidLink = {
  link: StoredRecord
  user: StoredRecord
  purpose: LinkPurpose
  expires: number
}

/** Finds the link of a token; undefined if it is used or expired. */
export async function findLink(
  reader: Pick<Reader, 'lookup' | 'get'>,
  { secrets, now }: Pick<AccountWork, 'secrets' | 'now'>,
  token: string,
): Promise<ValidLink | undefined> {
  const digest = secrets.digest(token)
  for (const id of await reader.lookup('one_time_link', 'hash', digest, 1)) {
    const link = await reader.get('one_time_link', id)
    if (!link || !secrets.isSame(String(link.facts.hash), digest)) continue
    const expires = Number(link.facts.expires)
    const user = await reader.get('user', Number(link.facts.user))
    if (!user || isDisabled(user) || expires <= now()) continue
    const purpose = linkPurposes.find(one => one === link.facts.purpose) ?? 'password'
    return { link, user, purpose, expires }
  }
  return undefined
}

/** A link that was used is gone, with any other of its user. */
export async function useLink(tx: Transaction, work: AccountWork, { link, user }: ValidLink) {
  await dropLinks(tx, user.id)
  await logAccount(tx, work, link, undefined)
}
