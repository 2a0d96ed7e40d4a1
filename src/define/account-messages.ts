import type { Sentence } from './text/language.ts'

// The words of accounts, credentials, settings and what was done. The API, the command line, the client and the screens say these.

/** From the one that may do everything to the one that may do least. */
export const roles = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'translator',
  'subscriber',
] as const
export type Role = (typeof roles)[number]

export const roleNames: Record<Role, Sentence> = {
  administrator: { en: 'Administrator', fr: 'Administrateur' },
  editor: { en: 'Editor', fr: 'Éditeur' },
  author: { en: 'Author', fr: 'Auteur' },
  contributor: { en: 'Contributor', fr: 'Contributeur' },
  translator: { en: 'Translator', fr: 'Traducteur' },
  subscriber: { en: 'Subscriber', fr: 'Abonné' },
}

/** The choices of editors for e-mails about events that wait for review. */
export const reviewMailChoices = ['now', 'daily', 'none'] as const
export type ReviewMails = (typeof reviewMailChoices)[number]

/** The rights of each role. */
export const roleHints: Record<Role, Sentence> = {
  administrator: {
    en: 'Everything, accounts and settings too.',
    fr: 'Tout, comptes et réglages compris.',
  },
  editor: {
    en: 'All records, of any author.',
    fr: 'Toutes les fiches, quel que soit leur auteur.',
  },
  author: {
    en: 'Publishes and changes their own records.',
    fr: 'Publie et modifie ses propres fiches.',
  },
  contributor: {
    en: 'Writes drafts, which an editor publishes.',
    fr: 'Rédige des brouillons, qu’un éditeur publie.',
  },
  translator: {
    en: 'Reads all records and writes their texts, nothing else.',
    fr: 'Lit toutes les fiches et en écrit les textes, rien d’autre.',
  },
  subscriber: { en: 'Reads only.', fr: 'Ne fait que lire.' },
}

/** The scopes of credentials. */
export const scopes = ['read', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

export const tokenTypes = ['token', 'application-password', 'feed-token'] as const
export type TokenType = (typeof tokenTypes)[number]

export const tokenTypeNames: Record<TokenType, Sentence> = {
  token: { en: 'Token', fr: 'Jeton' },
  'application-password': { en: 'Application password', fr: 'Mot de passe d’application' },
  'feed-token': { en: 'Feed token', fr: 'Jeton de flux' },
}

/** As what each is stored. */
export const formOfType = {
  token: 'bearer',
  'application-password': 'application',
  'feed-token': 'feed',
} as const satisfies Record<TokenType, string>
/** A credential of the form `feed` stands in URLs of feeds, and opens nothing else. */
export type CredentialForm = (typeof formOfType)[TokenType]
export const credentialForms = Object.values(formOfType)

export const typeOfForm = (form: CredentialForm): TokenType =>
  tokenTypes.find(type => formOfType[type] === form) ?? 'token'

export const tokenStates = ['valid', 'expired', 'revoked'] as const

export const tokenStateNames: Record<(typeof tokenStates)[number], Sentence> = {
  valid: { en: 'valid', fr: 'valable' },
  expired: { en: 'expired', fr: 'expiré' },
  revoked: { en: 'revoked', fr: 'révoqué' },
}

/** Times in Unix seconds; null is never. */
export function tokenStateAt(
  { revoked, expires }: { revoked: number | null; expires: number | null },
  now: number,
): (typeof tokenStates)[number] {
  if (revoked !== null) return 'revoked'
  return expires !== null && expires <= now ? 'expired' : 'valid'
}

/** The records that a permission covers. */
export const reaches = ['all', 'own', 'none'] as const
export type Reach = (typeof reaches)[number]

/** The purposes of one-time links. */
export const linkPurposes = ['invitation', 'password'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** The actions on a record, in one word each. */
export const auditActions = [
  'created',
  'changed',
  'deleted',
  'published',
  'scheduled',
  'submitted',
  'withdrawn',
  'trashed',
  'restored',
  'returned',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The inputs of settings in forms. */
export const settingInputs = [
  'text',
  'texts',
  'paragraphs',
  'lines',
  'number',
  'switch',
  'choice',
  'wordAndText',
  'color',
  'zone',
  'file',
  'record',
] as const
export type SettingInput = (typeof settingInputs)[number]

/** The groups of settings, in the order in which people read them. */
export const settingGroups = [
  'site',
  'pages',
  'files',
  'layout',
  'theme',
  'analytics',
  'lists',
  'events',
  'mail',
  'signIn',
  'limits',
  'service',
] as const

/** The origins of the value of a setting; `program`: a program that runs the service in its own process. */
export const settingSources = [
  'flag',
  'environment',
  'file',
  'stored',
  'default',
  'program',
] as const
export type SettingSource = (typeof settingSources)[number]
