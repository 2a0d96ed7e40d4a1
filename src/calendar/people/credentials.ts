import { type CredentialForm, scopes } from '../../define/account-messages.ts'
import type { Language } from '../../define/field-type.ts'
import type { Reader, StoredRecord, Transaction } from '../../store/index.ts'
import { AccountProblem, type AccountWork, type Credential, credentialOf } from './account-types.ts'
import { allUsers, changeAccount, insertAccount, requiredUser, type Who } from './users.ts'

export type NewCredential = {
  /** The login or ID of its user. */
  login: Who
  form: CredentialForm
  name: string
  scope?: string
  language?: Language | ''
  /** Unix seconds. */
  expires?: number
  /** Only to set one up unattended. */
  secret?: string
}

/** No credential outlives the one that it was made by; without an end of its own it ends with that. */
function endFor({ ends }: AccountWork['actor'], requested: number | undefined) {
  if (ends !== undefined && requested !== undefined && requested > ends)
    throw new AccountProblem('expires-later')
  return requested ?? ends
}

/** Makes a credential; its secret is returned once, here. */
export async function issue(
  work: AccountWork,
  of: NewCredential,
): Promise<{ credential: Credential; secret: string }> {
  const { store, secrets, now } = work
  const scope = of.scope ?? (of.form === 'feed' ? 'read' : 'write')
  if (!scopes.some(name => name === scope)) throw new AccountProblem('scope')
  if (of.form === 'feed' && scope !== 'read') throw new AccountProblem('feed-scope')
  if (of.language && scope === 'admin') throw new AccountProblem('language-scope')
  if (of.expires !== undefined && of.expires <= now()) throw new AccountProblem('expires')
  const expires = endFor(work.actor, of.expires)
  const secret =
    of.secret ?? (of.form === 'application' ? secrets.newApplicationPassword() : secrets.newToken())
  const stored = of.form === 'application' ? secret.replace(/\s+/g, '') : secret
  const credential = await store.write(async tx => {
    const user = await requiredUser(tx, of.login)
    const created = await insertAccount(tx, work, 'credential', {
      user: user.id,
      form: of.form,
      name: of.name,
      scope,
      language: of.language ?? '',
      hash: secrets.digest(stored),
      hint: of.secret === undefined ? stored.slice(-4) : '',
      created: now(),
      expires: expires ?? null,
      revoked: null,
      used: null,
    })
    return credentialOf(created, user)
  })
  return { credential, secret }
}

/** Credentials of one account, or of all. */
export async function credentials(reader: Reader, login?: Who): Promise<Credential[]> {
  const users = login === undefined ? await allUsers(reader) : [await requiredUser(reader, login)]
  const all: Credential[] = []
  for (const user of users) all.push(...(await credentialsOf(reader, user)))
  return all
}

async function credentialsOf(reader: Reader, user: StoredRecord): Promise<Credential[]> {
  const ids = await reader.lookup('credential', 'user', user.id, 1000)
  return (await reader.getMany('credential', ids)).map(one => credentialOf(one, user))
}

/** `of`: whose it must be. */
export const revoke = (work: AccountWork, id: number, of?: number): Promise<Credential> =>
  work.store.write(async tx => {
    const stored = await tx.get('credential', id)
    if (!stored || (of !== undefined && stored.facts.user !== of))
      throw new AccountProblem('unknown-credential')
    const facts = { revoked: work.now() }
    await changeAccount(tx, work, stored, facts)
    const user = await requiredUser(tx, Number(stored.facts.user))
    return credentialOf({ ...stored, facts: { ...stored.facts, ...facts } }, user)
  })

/** Revokes all credentials of an account, in the transaction that is the reason for it. */
export async function revokeAll(tx: Transaction, work: AccountWork, user: number) {
  const ids = await tx.lookup('credential', 'user', user, 10_000)
  for (const each of await tx.getMany('credential', ids))
    if (each.facts.revoked == null) await changeAccount(tx, work, each, { revoked: work.now() })
}

/** The credentials of oneself. One that covers less than everything makes none that cover more. */
export function ownCredentials(work: AccountWork) {
  const { actor, store } = work
  if (actor.id === 0 || actor.scope !== 'admin') throw new AccountProblem('admin-scope')
  return {
    list: () => credentials(store, actor.id),
    issue: (of: Omit<NewCredential, 'login' | 'secret'>) => issue(work, { ...of, login: actor.id }),
    revoke: (id: number) => revoke(work, id, actor.id),
  }
}

export type OwnCredentials = ReturnType<typeof ownCredentials>
