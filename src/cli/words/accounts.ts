import type { Sentence } from '../../define/kind.ts'
import type { Role, Scope } from '../house.ts'

/** The words of `users` and `tokens`. */
export const accounts = {
  askLogin: { en: 'Login', fr: 'Identifiant' },
  askRole: { en: 'Role', fr: 'Rôle' },
  askPassword: {
    en: 'Password (at least 10 characters)',
    fr: 'Mot de passe (au moins 10 caractères)',
  },
  askPasswordOrNone: {
    en: 'Password (at least 10 characters; empty for none)',
    fr: 'Mot de passe (au moins 10 caractères ; vide pour aucun)',
  },
  askAgain: { en: 'The same once more', fr: 'Le même encore une fois' },
  notSame: { en: 'The two passwords differ.', fr: 'Les deux mots de passe diffèrent.' },
  askRemove: {
    en: 'Remove the account {login} and its credentials?',
    fr: 'Supprimer le compte {login} et ses jetons ?',
  },
  yes: { en: 'Yes', fr: 'Oui' },
  no: { en: 'No', fr: 'Non' },
  cancelled: { en: 'Nothing was done.', fr: 'Rien n’a été fait.' },
  needsLogin: {
    en: 'Say which login: almanac users add LOGIN --role {role}.',
    fr: 'Indiquez l’identifiant : almanac users add IDENTIFIANT --role {role}.',
  },
  needsPassword: {
    en: 'Without a terminal to ask on, give --password-file FILE or --generate.',
    fr: 'Sans terminal où le demander, donnez --password-file FICHIER ou --generate.',
  },
  needsYes: {
    en: 'Without a terminal to ask on, confirm with --yes.',
    fr: 'Sans terminal où le demander, confirmez avec --yes.',
  },
  twoPasswords: {
    en: 'Give either --password-file or --generate, not both.',
    fr: 'Donnez soit --password-file, soit --generate, mais pas les deux.',
  },
  noFile: { en: 'The file {path} cannot be read.', fr: 'Le fichier {path} est illisible.' },
  added: {
    en: 'The account {login} is made ({role}).',
    fr: 'Le compte {login} est créé ({role}).',
  },
  needsEntry: {
    en: 'To write through the interface it needs a token: almanac tokens create --user {login} --name NAME.',
    fr: 'Pour écrire par l’interface, il lui faut un jeton : almanac tokens create --user {login} --name NOM.',
  },
  changed: {
    en: 'The password of {login} is changed.',
    fr: 'Le mot de passe de {login} est changé.',
  },
  roleChanged: { en: '{login} is now {role}.', fr: '{login} a maintenant le rôle {role}.' },
  removed: { en: 'The account {login} is removed.', fr: 'Le compte {login} est supprimé.' },
  none: {
    en: 'There is no account yet: almanac users add LOGIN --role administrator.',
    fr: 'Il n’y a encore aucun compte : almanac users add IDENTIFIANT --role administrator.',
  },
  secretOnce: {
    en: 'Keep it now: it is not shown again.',
    fr: 'Notez-le maintenant : il ne sera plus montré.',
  },
  needsToken: {
    en: 'Say whose and what for: almanac tokens create --user LOGIN --name NAME.',
    fr: 'Indiquez pour qui et pour quoi : almanac tokens create --user IDENTIFIANT --name NOM.',
  },
  noTokens: { en: 'There are no tokens.', fr: 'Il n’y a aucun jeton.' },
  badExpiry: {
    en: '--expires is “{value}”; a span such as 90d or a day such as 2027-01-31 is expected.',
    fr: '--expires vaut « {value} ». Valeur attendue : une durée telle que 90d ou un jour tel que 2027-01-31.',
  },
  badId: {
    en: '“{value}” is not the ID of a token.',
    fr: '« {value} » n’est pas l’ID d’un jeton.',
  },
  badUserLanguage: {
    en: '--language is “{value}”; en or fr is expected.',
    fr: '--language vaut « {value} ». Valeur attendue : en ou fr.',
  },
  revoked: { en: 'The token {id} is revoked.', fr: 'Le jeton {id} est révoqué.' },
  password: { en: 'Password', fr: 'Mot de passe' },
  token: { en: 'Bearer token', fr: 'Jeton d’accès' },
  applicationPassword: { en: 'Application password', fr: 'Mot de passe d’application' },
} as const satisfies Record<string, Sentence>

/** What each role may do. */
export const roles: Record<Role, Sentence> = {
  administrator: { en: 'everything, accounts included', fr: 'tout, comptes compris' },
  editor: { en: 'every record', fr: 'toutes les fiches' },
  author: { en: 'own records, published', fr: 'ses propres fiches, publiées' },
  contributor: { en: 'own records, as drafts', fr: 'ses propres fiches, en brouillon' },
  subscriber: { en: 'reading only', fr: 'la lecture seulement' },
}

/** What each scope covers. */
export const scopes: Record<Scope, Sentence> = {
  read: { en: 'reading', fr: 'la lecture' },
  write: { en: 'reading and writing records', fr: 'la lecture et l’écriture des fiches' },
  admin: { en: 'everything', fr: 'tout' },
}

/** What is wrong with an account or a token, by the name of the flaw. */
export const flaws = {
  login: {
    en: 'A login has 1 to 60 letters, digits and . _ @ + -, without blanks.',
    fr: 'Un identifiant compte de 1 à 60 lettres, chiffres et . _ @ + -, sans espaces.',
  },
  'login-taken': { en: 'That login is taken.', fr: 'Cet identifiant est déjà pris.' },
  email: { en: 'That is not an e-mail address.', fr: 'Ce n’est pas une adresse e-mail.' },
  role: {
    en: 'That role is unknown; there are {roles}.',
    fr: 'Ce rôle est inconnu ; il y a {roles}.',
  },
  password: {
    en: 'A password has 10 to 1000 characters.',
    fr: 'Un mot de passe compte de 10 à 1000 caractères.',
  },
  scope: {
    en: 'That scope is unknown; there are {scopes}.',
    fr: 'Cette portée est inconnue ; il y a {scopes}.',
  },
  expires: { en: 'A token ends in the future.', fr: 'La fin d’un jeton est dans l’avenir.' },
  'unknown-user': {
    en: 'There is no account of that name.',
    fr: 'Il n’y a aucun compte de ce nom.',
  },
  'unknown-credential': {
    en: 'There is no token with that ID.',
    fr: 'Aucun jeton ne porte cet ID.',
  },
  'last-administrator': {
    en: 'This is the last administrator: give another account that role first.',
    fr: 'C’est le dernier administrateur : donnez d’abord ce rôle à un autre compte.',
  },
} as const satisfies Record<string, Sentence>

/** The headings of the lists. */
export const headings = {
  id: { en: 'ID', fr: 'ID' },
  login: { en: 'LOGIN', fr: 'IDENTIFIANT' },
  role: { en: 'ROLE', fr: 'RÔLE' },
  email: { en: 'E-MAIL', fr: 'E-MAIL' },
  name: { en: 'NAME', fr: 'NOM' },
  created: { en: 'CREATED', fr: 'CRÉÉ' },
  form: { en: 'FORM', fr: 'FORME' },
  scope: { en: 'SCOPE', fr: 'PORTÉE' },
  language: { en: 'LANGUAGE', fr: 'LANGUE' },
  hint: { en: 'ENDS IN', fr: 'FINIT PAR' },
  expires: { en: 'EXPIRES', fr: 'EXPIRE' },
  used: { en: 'USED', fr: 'UTILISÉ' },
  state: { en: 'STATE', fr: 'ÉTAT' },
} as const satisfies Record<string, Sentence>

/** The state of a token. */
export const states = {
  live: { en: 'valid', fr: 'valable' },
  expired: { en: 'expired', fr: 'expiré' },
  revoked: { en: 'revoked', fr: 'révoqué' },
} as const satisfies Record<string, Sentence>
