import {
  type CredentialForm,
  credentialForms,
  type ReviewMails,
  type Role,
  reviewMailChoices,
  roles,
  type Scope,
  scopes,
} from '../../define/account-messages.ts'
import type { Language, Sentence } from '../../define/field-type.ts'
import { passwordLength } from '../../define/password.ts'
import { languages } from '../../define/text/language.ts'
import type { Cell, Store, StoredRecord } from '../../store/index.ts'
import type { Actor } from '../access/access.ts'

/** Cryptography is passed in; implemented in `src/outside/secrets.ts`. */
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
  /** A code that people type: so many groups of four characters. */
  newCode(groups: number): string
}

/** The author of the example calendar where there is no administrator; the account cannot sign in. */
export const demoLogin = 'demo'

/** The services that work on accounts needs, and its actor. */
export type AccountWork = { store: Store; secrets: Secrets; now(): number; actor: Actor }

export type User = {
  id: number
  login: string
  email: string
  name: string
  role: Role
  language: Language | ''
  reviewMails: ReviewMails
  created: number
  /** Since when it opens nothing; null: it does. */
  disabled: number | null
  hasPassword: boolean
  hasSecondFactor: boolean
  /** True if the account is linked to a person of the provider. */
  hasProvider: boolean
}

/** True if its user can sign in, by a password or as a person of the provider. */
export const canSignIn = (
  { login, disabled, hasPassword }: Pick<User, 'login' | 'disabled' | 'hasPassword'>,
  hasProvider: boolean,
) => disabled === null && login !== demoLogin && (hasPassword || hasProvider)

/** A credential without its secret. Times are Unix seconds; null is never. */
export type Credential = {
  id: number
  user: number
  login: string
  form: CredentialForm
  name: string
  scope: Scope
  language: Language | ''
  /** The last characters, to distinguish credentials. */
  hint: string
  created: number
  expires: number | null
  revoked: number | null
  used: number | null
}

/** The errors of accounts, by code. `http/accounts/account-problems.ts` maps them to responses. */
const accountErrors = {
  forbidden: {
    en: 'Only administrators may do that, with a credential of scope admin that is not limited to a language.',
    fr: 'Seuls les administrateurs le peuvent, avec des identifiants de portée admin qui ne sont pas limités à une langue.',
  },
  'admin-scope': {
    en: 'Only a credential of scope admin that is not limited to a language may do that.',
    fr: 'Seuls des identifiants de portée admin, non limités à une langue, le permettent.',
  },
  login: {
    en: 'A login has 1 to 60 letters, digits and . _ @ + -, without whitespace.',
    fr: 'Un identifiant compte de 1 à 60 lettres, chiffres et . _ @ + -, sans espaces.',
  },
  'login-taken': { en: 'That login is taken.', fr: 'Cet identifiant est déjà pris.' },
  email: { en: 'That is not an e-mail address.', fr: 'Ce n’est pas une adresse e-mail.' },
  'email-taken': {
    en: 'Another account has that e-mail address.',
    fr: 'Un autre compte a cette adresse e-mail.',
  },
  role: {
    en: 'Unknown role. Expected one of: {roles}.',
    fr: 'Rôle inconnu. Attendu : un de ces rôles : {roles}.',
  },
  password: {
    en: `A password has ${passwordLength.en}.`,
    fr: `Un mot de passe compte ${passwordLength.fr}.`,
  },
  'new-password': {
    en: `The new password must have ${passwordLength.en}.`,
    fr: `Le nouveau mot de passe doit compter ${passwordLength.fr}.`,
  },
  code: {
    en: 'That code does not match the new secret. Check the clock of your phone, and enter the code that is shown now.',
    fr: 'Ce code ne correspond pas au nouveau secret. Vérifiez l’heure de votre téléphone et saisissez le code affiché à présent.',
  },
  'no-password': {
    en: 'Your account has no password. Ask an administrator for a link to set one.',
    fr: 'Votre compte n’a pas de mot de passe. Demandez à un administrateur un lien pour en choisir un.',
  },
  'no-second-factor': {
    en: 'The second factor is off.',
    fr: 'La double authentification est désactivée.',
  },
  scope: {
    en: 'Unknown scope. Expected one of: {scopes}.',
    fr: 'Portée inconnue. Attendu : une de ces portées : {scopes}.',
  },
  'feed-scope': {
    en: 'A token for feeds only reads: its scope is read.',
    fr: 'Un jeton de flux ne fait que lire : sa portée est read.',
  },
  'language-scope': {
    en: 'A token for one language cannot manage accounts and settings: its scope is read or write.',
    fr: 'Un jeton limité à une langue ne donne accès ni aux comptes ni aux réglages : sa portée est read ou write.',
  },
  'expires-later': {
    en: 'A token ends no later than the one with which it is created.',
    fr: 'Un jeton expire au plus tard avec celui qui sert à le créer.',
  },
  expires: {
    en: 'The expiry must be in the future.',
    fr: 'La date d’expiration doit être à venir.',
  },
  'unknown-user': {
    en: 'There is no account with that login or e-mail address.',
    fr: 'Aucun compte n’a cet identifiant ou cette adresse e-mail.',
  },
  'unknown-credential': {
    en: 'There is no token with that ID.',
    fr: 'Aucun jeton n’a cet ID.',
  },
  'last-administrator': {
    en: 'This is the last administrator: give another account that role first.',
    fr: 'C’est le dernier administrateur : donnez d’abord ce rôle à un autre compte.',
  },
} as const satisfies Record<string, Sentence>

export type AccountError = keyof typeof accountErrors

export class AccountProblem extends Error {
  readonly code: AccountError
  readonly sentence: Sentence
  constructor(code: AccountError) {
    super(code)
    this.code = code
    this.sentence = accountErrors[code]
  }
}

export type Refusal = 'invalid_username' | 'incorrect_password' | 'invalid_token'
/** The user of a credential, and its scope. `language` limits writing to one language. */
export type Authenticated = { actor: Actor; credential: number; language: Language | '' }

/** A stored word of a closed choice. An unknown word, as from another program, counts as the least. */
const wordOf = <T extends string, L>(words: readonly T[], stored: Cell | undefined, min: L) =>
  words.find(word => word === stored) ?? min

const momentOf = (stored: Cell | undefined) => (stored == null ? null : Number(stored))

export const userOf = ({ id, facts }: StoredRecord): User => ({
  id,
  login: String(facts.login),
  email: String(facts.email ?? ''),
  name: String(facts.name ?? ''),
  role: wordOf(roles, facts.role, 'subscriber'),
  language: wordOf(languages, facts.language, ''),
  reviewMails: wordOf(reviewMailChoices, facts.review_mails, 'now'),
  created: Number(facts.created),
  disabled: momentOf(facts.disabled),
  hasPassword: Boolean(facts.password),
  hasSecondFactor: Boolean(facts.totp),
  hasProvider: facts.subject != null,
})

export const credentialOf = ({ id, facts }: StoredRecord, user: StoredRecord): Credential => ({
  id,
  user: user.id,
  login: String(user.facts.login),
  form: wordOf(credentialForms, facts.form, 'feed'),
  name: String(facts.name),
  scope: wordOf(scopes, facts.scope, 'read'),
  language: wordOf(languages, facts.language, ''),
  hint: String(facts.hint),
  created: Number(facts.created),
  expires: momentOf(facts.expires),
  revoked: momentOf(facts.revoked),
  used: momentOf(facts.used),
})
