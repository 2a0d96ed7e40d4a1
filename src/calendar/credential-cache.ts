import { LRUCache } from 'lru-cache'
import type { Language } from '../define/field-type.ts'
import type { Followed } from '../journal/record-cache.ts'
import type { Validity } from '../journal/validity.ts'
import type { Row, Store } from '../store/store.ts'
import type { Scope } from './access.ts'
import {
  type Authenticated,
  type CredentialForm,
  type Refusal,
  type Secrets,
  userOf,
} from './account-types.ts'
import { findUser } from './users.ts'

/** A credential that lets somebody in: until when, and what ends that before. Times are Unix seconds. */
type Known = { entry: Authenticated; expires: number; used: number; made: readonly Validity[] }

/** Credentials that are remembered between requests. */
const mostKnown = 1000
const longestLogin = 254

/**
 * Whom a secret lets in. The response is remembered until the journal tells of a change of the credential or of its owner: a
 * burst of requests reads each of them once.
 */
export function openAuthenticator(
  store: Pick<Store, 'lookup' | 'get' | 'write'>,
  secrets: Secrets,
  now: () => number,
  { validity: validityOf, refresh }: Pick<Followed, 'validity' | 'refresh'>,
) {
  const remembered = new LRUCache<string, Known>({ max: mostKnown })
  const isLive = ({ expires, made }: Known) =>
    expires > now() && !made.some(({ isOver: dead }) => dead)

  /** Validity is taken before a record is read: what changes meanwhile ends what was made of it. */
  async function read(id: number, form: CredentialForm, digest: string, user?: number) {
    const credentialValidity = validityOf('credential', id)
    const facts: Row = (await store.get('credential', id))?.facts ?? { revoked: 1 }
    const expires = facts.expires === null ? Number.POSITIVE_INFINITY : Number(facts.expires)
    if (facts.revoked || !(expires > now()) || facts.form !== form) return undefined
    if (!secrets.isSame(String(facts.hash), digest)) return undefined
    if (user !== undefined && facts.user !== user) return undefined
    const userValidity = validityOf('user', Number(facts.user))
    const owner = await store.get('user', Number(facts.user))
    if (!owner) return undefined
    const { login: name, role } = userOf(owner)
    const entry: Authenticated = {
      credential: id,
      language: (facts.language ?? '') as Language | '',
      actor: { id: owner.id, login: name, role, scope: facts.scope as Scope },
    }
    return {
      entry,
      expires,
      used: Number(facts.used ?? 0),
      made: [credentialValidity, userValidity],
    }
  }

  /** Remembers when a credential was last used, to the minute; use is no change, so the journal does not tell of it. */
  function touch(known: Known) {
    const since = now() - known.used
    if (since < 60) return
    known.used = now()
    void store
      .write(tx => tx.add('credential', [known.entry.credential], 'used', since))
      .catch(() => {})
  }

  /** `login`: the name that came with the secret, where one does. */
  async function enter(
    form: CredentialForm,
    secret: string,
    login?: string,
  ): Promise<Authenticated | Refusal> {
    // Who was revoked a moment ago, by whichever process, is not let in.
    await refresh()
    const digest = secrets.digest(secret)
    const name = `${form} ${digest} ${login ?? ''}`
    const known = remembered.get(name)
    if (known && isLive(known)) {
      touch(known)
      return known.entry
    }
    const user = login === undefined ? undefined : await findUser(store, login)
    if (login !== undefined && !user) return 'invalid_username'
    for (const id of await store.lookup('credential', 'hash', digest)) {
      const found = await read(id, form, digest, user?.id)
      if (!found) continue
      if (name.length < 2 * longestLogin) remembered.set(name, found)
      touch(found)
      return found.entry
    }
    return form === 'application' ? 'incorrect_password' : 'invalid_token'
  }

  return {
    /** HTTP Basic: a login or e-mail address and an application password, its whitespace ignored (A7). */
    basic: (login: string, password: string) =>
      enter('application', password.replace(/\s+/g, ''), login),
    bearer: (token: string) => enter('bearer', token),
    /** A token in the URL of a feed. */
    feed: (token: string) => enter('feed', token),
  }
}

export type Authenticator = ReturnType<typeof openAuthenticator>
