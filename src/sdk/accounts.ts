import type { LinkKind } from '../define/record.ts'
import type {
  Account,
  AccountLink,
  Activity,
  ActivityKind,
  Counts,
  EventTrial,
  EventTried,
  ImageUse,
  LinkFacts,
  Role,
  Session,
  Setting,
  SignedIn,
  Token,
  TokenType,
  User,
  Version,
  Who,
  WholeVersion,
} from './account-types.ts'
import { type Condition, caller, type Method, type Options } from './call.ts'
import type { Query } from './query.ts'
import type { Language } from './types.ts'

/** `language`: empty is that of the site. */
type AccountDraft = { email?: string; name?: string; language?: Language | '' }
type UserDraft = AccountDraft & { login: string; role: Role }
type UserPatch = AccountDraft & { role?: Role; disabled?: boolean }
type TokenDraft = {
  type: TokenType
  name: string
  scope?: string
  language?: Language | ''
  expires?: string
}

/** What counts are asked for: filters of lists, by their names there; `category` and `venue` by ID. */
export type CountQuery = Query & { kind: 'event' | 'venue' | 'organizer' }

/**
 * Sign-in, sessions, users and tokens of one service. `root` is that of these operations: `https://example.org/admin/api`, or
 * `…/fr/admin/api` for messages in French.
 */
export function connectAccounts(root: string, options: Options = {}) {
  const call = caller(root.replace(/\/+$/, ''), options)
  const read = <T>(path: string, query: Query = {}) => call<T>('GET', path, { query })
  const write = <T>(method: Method, path: string, json: object = {}) =>
    call<T>(method, path, { json })
  const remove = <T>(path: string, query: Query = {}) => call<T>('DELETE', path, { query })
  return {
    who: () => read<Who>('/session'),
    zones: () => read<{ zones: string[] }>('/zones'),
    setUp: (draft: { code: string; login: string; password: string } & AccountDraft) =>
      write<SignedIn>('POST', '/setup', draft),
    /** `code`: of the second factor, or a recovery code. */
    signIn: (given: { login: string; password: string; code?: string }) =>
      write<SignedIn>('POST', '/session', given),
    /** `begin` says where the provider asks who somebody is; they come back to a screen, which calls `finish`. */
    provider: {
      begin: (screen: string) => write<{ url: string }>('POST', '/provider', { screen }),
      finish: (given: { code?: string } = {}) =>
        write<SignedIn>('POST', '/provider/session', given),
    },
    signOut: () => remove<Who>('/session'),
    /** Has a link for a new password sent; the response is the same for accounts that there are not. */
    forgotten: (login: string) => write<{ received: true }>('POST', '/forgotten', { login }),
    link: (token: string) => write<LinkFacts>('POST', '/link', { token }),
    useLink: (given: { token: string; password: string; name?: string }) =>
      write<Who>('POST', '/link/use', given),

    sessions: {
      list: () => read<{ sessions: Session[] }>('/sessions'),
      end: (id: Session['id']) => remove<{ ended: number }>(`/sessions/${id}`),
      /** All others, or with `everywhere` this one too. */
      endAll: ({ everywhere = false } = {}) =>
        remove<{ ended: number }>('/sessions', everywhere ? {} : { keep: 'current' }),
    },
    account: {
      /** `password`: required for another e-mail address. */
      change: (patch: AccountDraft & { password?: string }) =>
        write<{ user: Account }>('PATCH', '/account', patch),
      changePassword: (
        password: string,
        new_password: string,
        more: { revoke_tokens?: boolean } = {},
      ) => write<SignedIn>('POST', '/password', { password, new_password, ...more }),
    },
    secondFactor: {
      read: () => read<{ enabled: boolean; recovery_codes_left: number }>('/second-factor'),
      /** Not on until it is confirmed; `qr` is an image as SVG. */
      start: (password: string) =>
        write<{ secret: string; uri: string; qr: string }>('POST', '/second-factor', { password }),
      confirm: (code: string) =>
        write<{ recovery_codes: string[]; token: string }>('POST', '/second-factor/confirm', {
          code,
        }),
      newCodes: (password: string) =>
        write<{ recovery_codes: string[] }>('POST', '/second-factor/codes', { password }),
      disable: (password: string) =>
        write<SignedIn>('POST', '/second-factor/disable', { password }),
    },
    users: {
      list: (query: { search?: string; role?: Role; page?: number; per_page?: number } = {}) =>
        read<{ users: User[]; total: number; total_pages: number }>('/users', query),
      read: (id: number) => read<{ user: User }>(`/users/${id}`),
      invite: (draft: UserDraft) =>
        write<{ user: User; link: AccountLink }>('POST', '/users', draft),
      change: (id: number, patch: UserPatch) =>
        write<{ user: User }>('PATCH', `/users/${id}`, patch),
      remove: (id: number) => remove<{ deleted: true }>(`/users/${id}`),
      /** For a forgotten password, or a new invitation. */
      newLink: (id: number) => write<{ link: AccountLink }>('POST', `/users/${id}/link`),
      resetSecondFactor: (id: number) => remove<{ user: User }>(`/users/${id}/second-factor`),
      /** Parts the account from the person of the provider that it belongs to. */
      unlink: (id: number) => remove<{ user: User }>(`/users/${id}/provider`),
      endSessions: (id: number) => remove<{ ended: number }>(`/users/${id}/sessions`),
    },
    settings: {
      /** `tagOf` what comes back is good for the next change. */
      read: () => read<{ settings: Setting[] }>('/settings'),
      /** All of them or none, at once, in a service that runs; null for the default. */
      change: (settings: Record<string, unknown>, condition: Condition = {}) =>
        call<{ settings: Setting[] }>('PATCH', '/settings', { json: { settings }, ...condition }),
    },
    /** What was done, newest first; `next` leads to what is older. */
    activity: (
      query: { user?: number; kind?: ActivityKind; before?: number; per_page?: number } = {},
    ) => read<{ activity: Activity[]; next: number | null }>('/activity', query),
    /** Where an image is shown. */
    imageUses: (id: number, query: { per_page?: number } = {}) =>
      read<{ uses: ImageUse[]; total: number }>(`/images/${id}/uses`, query),
    /** What an event of these fields would show; nothing is stored. */
    tryEvent: (query: EventTried) => read<EventTrial>('/tried-event', query),
    /** Records by status, in one request; `later`: of events those within the dates that are asked for. */
    counts: (query: CountQuery) => read<{ counts: Counts; later?: Counts }>('/counts', query),
    /** Merges records into one, in steps: until `done`, ask again. `fill`: with texts that it lacks. */
    merge: (merging: { kind: LinkKind; into: number; from: readonly number[]; fill?: boolean }) =>
      write<{ done: boolean; changed: number }>('POST', '/merge', merging),
    /** Gives an event that waits for review back to its author, with a word. */
    returnEvent: (id: number, note: string, condition: Condition = {}) =>
      call<{ id: number; status: string }>('POST', `/events/${id}/return`, {
        json: { note },
        ...condition,
      }),
    /** What the authors of records are called, of those that one may read. */
    authors: (kind: 'event' | 'venue' | 'organizer', records: readonly number[]) =>
      read<{ authors: { id: number; name: string }[] }>('/authors', {
        kind,
        records: records.join(','),
      }),
    /** Earlier versions of a record, by the path of its resource (`events`), for those who may edit it. */
    versions: {
      list: (path: string, id: number, query: { before?: number; per_page?: number } = {}) =>
        read<{ versions: Version[]; next: number | null }>(`/${path}/${id}/versions`, query),
      read: (path: string, id: number, version: number) =>
        read<WholeVersion>(`/${path}/${id}/versions/${version}`),
      /** Writes the record as it was in a version; `tagOf` what comes back is good for the next write. */
      restore: (path: string, id: number, version: number, condition: Condition = {}) =>
        call<WholeVersion>('POST', `/${path}/${id}/versions/${version}/restore`, {
          json: {},
          ...condition,
        }),
    },
    tokens: {
      list: (query: { user?: number | 'all' } = {}) => read<{ tokens: Token[] }>('/tokens', query),
      /** The secret is shown once. */
      create: (draft: TokenDraft) =>
        write<{ token: Token; secret: string }>('POST', '/tokens', draft),
      revoke: (id: number) => remove<{ token: Token }>(`/tokens/${id}`),
    },
  }
}

export type Accounts = ReturnType<typeof connectAccounts>
