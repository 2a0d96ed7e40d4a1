import type { Language } from '../define/field-type.ts'
import { fold } from '../define/text/fold.ts'
import type { Followed } from '../journal/record-cache.ts'
import type { Row, Store, StoredRecord, Transaction } from '../store/store.ts'
import { roles, type Scope, scopes, service } from './access.ts'
import {
  AccountProblem,
  type Authenticated,
  type Credential,
  type CredentialForm,
  type Refusal,
  type Secrets,
  shortestPassword,
  type User,
  userOf,
} from './account-types.ts'
import { openEntries } from './credential-cache.ts'

export function openAccounts(
  store: Store,
  secrets: Secrets,
  now: () => number,
  followed: Pick<Followed, 'validity' | 'refresh'>,
) {
  const journal = (
    tx: Transaction,
    verb: 'create' | 'change' | 'remove',
    kind: string,
    id: number,
    version: number,
  ) =>
    tx.log({
      instant: now(),
      actor: service.id,
      verb,
      kind,
      id,
      language: '',
      version,
      detail: null,
    })

  /** By login, or by e-mail address, in any case. */
  async function findUser(name: string): Promise<StoredRecord | undefined> {
    const key = fold(name)
    const [byLogin] = await store.lookup('user', 'login_key', key, 1)
    const [id = undefined] =
      byLogin === undefined && key.includes('@')
        ? await store.lookup('user', 'email_key', key, 1)
        : [byLogin]
    return id === undefined ? undefined : store.get('user', id)
  }

  async function known(login: string): Promise<StoredRecord> {
    const user = await findUser(login)
    if (!user) throw new AccountProblem('unknown-user')
    return user
  }

  async function hashed(password: string | undefined): Promise<Row> {
    if (password === undefined) return {}
    if (password.length < shortestPassword || password.length > 1000)
      throw new AccountProblem('password')
    return { password: await secrets.hashPassword(password) }
  }

  /** The service is never left without an administrator. */
  async function refuseLastAdministrator(user: StoredRecord) {
    if (user.facts.role !== 'administrator') return
    for (let after = 0; ; ) {
      const ids = await store.idsAfter('user', after, 500)
      const others = await store.getMany(
        'user',
        ids.filter(id => id !== user.id),
      )
      if (others.some(({ facts }) => facts.role === 'administrator')) return
      if (ids.length < 500) throw new AccountProblem('last-administrator')
      after = ids.at(-1) as number
    }
  }

  async function credentialsOf(user: StoredRecord): Promise<Credential[]> {
    const ids = await store.lookup('credential', 'user', user.id, 1000)
    return (await store.getMany('credential', ids)).map(({ id, facts }) => ({
      id,
      user: user.id,
      login: String(user.facts.login),
      form: facts.form as CredentialForm,
      name: String(facts.name),
      scope: facts.scope as Scope,
      language: (facts.language ?? '') as Language | '',
      hint: String(facts.hint),
      created: Number(facts.created),
      expires: facts.expires as number | null,
      revoked: facts.revoked as number | null,
      used: facts.used as number | null,
    }))
  }

  const enter = openEntries(store, secrets, now, followed, findUser)

  return {
    count: () => store.count('user'),

    async list(): Promise<User[]> {
      const users: User[] = []
      for (let after = 0; ; ) {
        const ids = await store.idsAfter('user', after, 500)
        users.push(...(await store.getMany('user', ids)).map(userOf))
        if (ids.length < 500) return users
        after = ids.at(-1) as number
      }
    },

    async find(login: string): Promise<User | undefined> {
      const user = await findUser(login)
      return user && userOf(user)
    },

    async add(of: {
      login: string
      email?: string
      name?: string
      role: string
      password?: string
      language?: Language | ''
    }): Promise<User> {
      if (!/^[\p{L}\p{N}._@+-]{1,60}$/u.test(of.login)) throw new AccountProblem('login')
      if (of.email && !/^[^\s@]+@[^\s@]+$/.test(of.email)) throw new AccountProblem('email')
      if (!(roles as readonly string[]).includes(of.role)) throw new AccountProblem('role')
      const password = await hashed(of.password)
      return store.write(async tx => {
        const key = fold(of.login)
        if ((await tx.lookup('user', 'login_key', key, 1)).length > 0)
          throw new AccountProblem('login-taken')
        const facts: Row = {
          login: of.login,
          login_key: key,
          email: of.email ?? '',
          email_key: of.email ? fold(of.email) : null,
          name: of.name ?? '',
          role: of.role,
          language: of.language ?? '',
          created: now(),
          ...password,
        }
        const id = await tx.insert('user', facts, {})
        await journal(tx, 'create', 'user', id, 1)
        return userOf((await tx.get('user', id)) as StoredRecord)
      })
    },

    async setPassword(login: string, password: string): Promise<void> {
      const user = await known(login)
      const facts = await hashed(password)
      await store.write(async tx =>
        journal(tx, 'change', 'user', user.id, await tx.update('user', user.id, facts)),
      )
    },

    async setRole(login: string, role: string): Promise<void> {
      if (!(roles as readonly string[]).includes(role)) throw new AccountProblem('role')
      const user = await known(login)
      if (role !== 'administrator') await refuseLastAdministrator(user)
      await store.write(async tx =>
        journal(tx, 'change', 'user', user.id, await tx.update('user', user.id, { role })),
      )
    },

    /** Removes an account and its credentials; the records that it wrote stay. */
    async remove(login: string): Promise<void> {
      const user = await known(login)
      await refuseLastAdministrator(user)
      await store.write(async tx => {
        for (const id of await tx.lookup('credential', 'user', user.id, 10_000))
          await tx.remove('credential', id)
        await tx.remove('user', user.id)
        await journal(tx, 'remove', 'user', user.id, user.version + 1)
      })
    },

    /** Makes a credential; its secret is told once, here. `secret` is only given to set one up unattended. */
    async issue(of: {
      login: string
      form: CredentialForm
      name: string
      scope?: string
      language?: Language | ''
      /** Unix seconds. */
      expires?: number
      secret?: string
    }): Promise<{ credential: Credential; secret: string }> {
      const scope = of.scope ?? 'write'
      if (!(scopes as readonly string[]).includes(scope)) throw new AccountProblem('scope')
      if (of.expires !== undefined && of.expires <= now()) throw new AccountProblem('expires')
      const user = await known(of.login)
      const secret =
        of.secret ?? (of.form === 'bearer' ? secrets.newToken() : secrets.newApplicationPassword())
      const kept = of.form === 'application' ? secret.replace(/\s+/g, '') : secret
      const id = await store.write(async tx => {
        const id = await tx.insert(
          'credential',
          {
            user: user.id,
            form: of.form,
            name: of.name,
            scope,
            language: of.language ?? '',
            hash: secrets.digest(kept),
            hint: of.secret === undefined ? kept.slice(-4) : '',
            created: now(),
            expires: of.expires ?? null,
            revoked: null,
            used: null,
          },
          {},
        )
        await journal(tx, 'create', 'credential', id, 1)
        return id
      })
      const credential = (await credentialsOf(user)).find(each => each.id === id) as Credential
      return { credential, secret }
    },

    /** Credentials of one account, or of all. */
    async credentials(login?: string): Promise<Credential[]> {
      if (login !== undefined) return credentialsOf(await known(login))
      const all: Credential[] = []
      for (const user of await this.list())
        all.push(...(await credentialsOf((await store.get('user', user.id)) as StoredRecord)))
      return all
    },

    async revoke(id: number): Promise<void> {
      const found = await store.get('credential', id)
      if (!found) throw new AccountProblem('unknown-credential')
      await store.write(async tx =>
        journal(
          tx,
          'change',
          'credential',
          id,
          await tx.update('credential', id, { revoked: now() }),
        ),
      )
    },

    /** HTTP Basic: a login or e-mail address and an application password, its blanks ignored (A7). */
    enterBasic: (login: string, password: string): Promise<Authenticated | Refusal> =>
      enter('application', password.replace(/\s+/g, ''), login),

    enterBearer: (token: string): Promise<Authenticated | Refusal> => enter('bearer', token),
  }
}

export type Accounts = ReturnType<typeof openAccounts>
