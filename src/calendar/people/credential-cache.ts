import { type Journal, openCache, type Validity } from '../../common/index.ts'
import type { CredentialForm } from '../../define/account-messages.ts'
import type { Changes, ListDependency } from '../../journal/index.ts'
import type { Store } from '../../store/index.ts'
import {
  type Authenticated,
  credentialOf,
  type Refusal,
  type Secrets,
  userOf,
} from './account-types.ts'
import { isNewUse, noteUse } from './last-use.ts'
import { isDisabled } from './sign-in/sessions.ts'
import { findUser } from './users.ts'

/** A valid credential: until when, and what ends it earlier. Times are Unix seconds. */
type CachedCredential = {
  entry: Authenticated
  expires: number
  used: number
  validities: readonly Validity[]
}

/** Enough for about a thousand credentials. */
const memory = 1024 * 1024
const entryBytes = 700
const maxLogin = 254

type Followed = Pick<Changes, 'validity' | 'refresh'> & Journal<ListDependency>

/**
 * The actor of a secret, cached until the journal reports a change of the credential or of its user: a burst of requests reads each of them
 * once.
 */
export function openAuthenticator(
  store: Pick<Store, 'lookup' | 'get' | 'write'>,
  secrets: Secrets,
  now: () => number,
  changes: Followed,
) {
  const { validity, refresh } = changes
  const remembered = openCache({ bytes: memory, journal: changes, now }).table<
    string,
    CachedCredential
  >({
    sizeOf: () => entryBytes,
    dependsOn: ({ validities, expires }) => ({ validities, until: expires }),
  })
  const isLive = ({ expires }: CachedCredential) => expires > now()

  /** Notes when a credential was last used, to the minute. Use is no change, so it is not in the journal. */
  function touch(cached: CachedCredential) {
    const at = now()
    if (!isNewUse(Math.min(cached.used, at), at)) return
    cached.used = at
    void store.write(tx => noteUse(tx, 'credential', cached.entry.credential, at)).catch(() => {})
  }

  /** `login`: the name that came with the secret, where one does. */
  async function enter(
    form: CredentialForm,
    secret: string,
    login?: string,
  ): Promise<Authenticated | Refusal> {
    // A credential that any process has revoked is refused from then on if the database reports changes at once (SQLite). On
    // PostgreSQL the notification of it comes a moment later.
    await refresh()
    const digest = secrets.digest(secret)
    const name = `${form} ${digest} ${login ?? ''}`
    const cached = remembered.get(name)
    if (cached) {
      touch(cached)
      return cached.entry
    }
    const user = login === undefined ? undefined : await findUser(store, login)
    if (login !== undefined && !user) return 'invalid_username'
    for (const id of await store.lookup('credential', 'hash', digest)) {
      const stored = await readCredential({ store, validity }, id)
      const isFitting = stored?.form === form && secrets.isSame(stored.hash, digest)
      if (!isFitting || !isLive(stored) || (user && user.id !== stored.entry.actor.id)) continue
      if (name.length < 2 * maxLogin) remembered.set(name, stored)
      touch(stored)
      return stored.entry
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

/** Validity is taken before a record is read: a concurrent change invalidates the result. */
async function readCredential(
  { store, validity }: { store: Pick<Store, 'get'> } & Pick<Followed, 'validity'>,
  id: number,
): Promise<(CachedCredential & { form: CredentialForm; hash: string }) | undefined> {
  const validities = [validity('credential', id)]
  const stored = await store.get('credential', id)
  if (!stored) return undefined
  const owns = Number(stored.facts.user)
  validities.push(validity('user', owns))
  const owner = await store.get('user', owns)
  if (!owner || isDisabled(owner)) return undefined
  const { form, scope, language, expires, revoked, used } = credentialOf(stored, owner)
  if (revoked !== null) return undefined
  const { login, role } = userOf(owner)
  const actor = {
    id: owner.id,
    login,
    role,
    // accounts and settings have no language: a credential for one language has no part in them
    scope: language && scope === 'admin' ? 'write' : scope,
    ...(expires !== null && { ends: expires }),
  } as const
  return {
    form,
    hash: String(stored.facts.hash),
    entry: { credential: id, language, actor },
    expires: expires ?? Number.POSITIVE_INFINITY,
    used: used ?? 0,
    validities,
  }
}

export type Authenticator = ReturnType<typeof openAuthenticator>
