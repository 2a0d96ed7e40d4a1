import type { Language } from '../define/field-type.ts'
import type { StoredRecord } from '../store/store.ts'
import type { Actor, Role, Scope } from './access.ts'

/** Cryptography comes in through the door; `src/outside/secrets.ts` answers. */
export type Secrets = {
  /** Argon2id of an account password. */
  hashPassword(password: string): Promise<string>
  verifyPassword(password: string, hash: string): Promise<boolean>
  /** SHA-256 of a generated secret, in hex. */
  digest(secret: string): string
  /** Compares in constant time. */
  isSame(a: string, b: string): boolean
  /** A new token: `alm_` and 43 characters. */
  newToken(): string
  /** A new application password: six groups of four characters. */
  newApplicationPassword(): string
}

export type User = {
  id: number
  login: string
  email: string
  name: string
  role: Role
  language: Language | ''
  created: number
}

export type CredentialForm = 'application' | 'bearer'

/** A credential without its secret. Times are Unix seconds; null is never. */
export type Credential = {
  id: number
  user: number
  login: string
  form: CredentialForm
  name: string
  scope: Scope
  language: Language | ''
  /** The last characters, to tell credentials apart. */
  hint: string
  created: number
  expires: number | null
  revoked: number | null
  used: number | null
}

export type AccountError =
  | 'login'
  | 'login-taken'
  | 'email'
  | 'role'
  | 'password'
  | 'scope'
  | 'expires'
  | 'unknown-user'
  | 'unknown-credential'
  | 'last-administrator'

/** What is wrong with an account, by name; the command line and the pages put it in words. */
export class AccountProblem extends Error {
  readonly fieldError: AccountError
  constructor(fieldError: AccountError) {
    super(fieldError)
    this.fieldError = fieldError
  }
}

export const shortestPassword = 10

export type Refusal = 'invalid_username' | 'incorrect_password' | 'invalid_token'
/** Who a credential stands for, and what it covers. `language` limits writing to one language. */
export type Authenticated = { actor: Actor; credential: number; language: Language | '' }

export const userOf = ({ id, facts }: StoredRecord): User => ({
  id,
  login: String(facts.login),
  email: String(facts.email ?? ''),
  name: String(facts.name ?? ''),
  role: facts.role as Role,
  language: (facts.language ?? '') as Language | '',
  created: Number(facts.created),
})
