import type { Scope } from '../../define/account-messages.ts'
import type { Sentence } from '../../define/field-type.ts'
import { minPassword } from '../../define/password.ts'

/** The words of `users` and `tokens`. */
export const accounts = {
  askLogin: { en: 'Login', fr: 'Identifiant' },
  askRole: { en: 'Role', fr: 'Rôle' },
  askUser: {
    en: 'Account (login or e-mail address)',
    fr: 'Compte (identifiant ou adresse e-mail)',
  },
  askTokenName: { en: 'Name of the token', fr: 'Nom du jeton' },
  askScope: { en: 'Scope', fr: 'Portée' },
  askPassword: {
    en: `Password (at least ${minPassword} characters)`,
    fr: `Mot de passe (au moins ${minPassword} caractères)`,
  },
  askPasswordOrNone: {
    en: 'Password (at least 10 characters; empty for none)',
    fr: 'Mot de passe (au moins 10 caractères ; vide pour aucun)',
  },
  askAgain: { en: 'Repeat the password', fr: 'Confirmez le mot de passe' },
  notSame: { en: 'The two passwords differ.', fr: 'Les deux mots de passe sont différents.' },
  askRemove: {
    en: 'Remove the account {login} and its credentials?',
    fr: 'Supprimer le compte {login} et ses jetons ?',
  },
  yes: { en: 'Yes', fr: 'Oui' },
  no: { en: 'No', fr: 'Non' },
  cancelled: { en: 'Cancelled: nothing was changed.', fr: 'Annulé : rien n’a été modifié.' },
  needsLogin: {
    en: 'LOGIN is required: {program} users add LOGIN --role {role}.',
    fr: 'L’identifiant est requis : {program} users add IDENTIFIANT --role {role}.',
  },
  needsPassword: {
    en: 'Without a terminal, --password-file FILE or --generate is required.',
    fr: 'Sans terminal, --password-file FICHIER ou --generate est requis.',
  },
  needsYes: {
    en: 'Without a terminal, confirm with --yes.',
    fr: 'Sans terminal, confirmez avec --yes.',
  },
  twoPasswords: {
    en: 'Give either --password-file or --generate, not both.',
    fr: 'Donnez soit --password-file, soit --generate, mais pas les deux.',
  },
  noFile: { en: 'The file {path} cannot be read.', fr: 'Le fichier {path} est illisible.' },
  added: {
    en: 'Account {login} created ({role}).',
    fr: 'Compte {login} créé ({role}).',
  },
  edited: { en: 'Account {login} changed.', fr: 'Compte {login} modifié.' },
  nothingToEdit: {
    en: 'Say what to change: --email, --name or --language.',
    fr: 'Indiquez ce qui change : --email, --name ou --language.',
  },
  needsPasswordLink: {
    en: 'It has no password yet. To print a link that sets one: {program} users link {login}.',
    fr: 'Il n’a pas encore de mot de passe. Pour afficher un lien qui permet d’en choisir un : {program} users link {login}.',
  },
  needsEntry: {
    en: 'To use the API it needs a token: {program} tokens create --user {login} --name NAME.',
    fr: 'Pour utiliser l’API, il lui faut un jeton : {program} tokens create --user {login} --name NOM.',
  },
  changed: {
    en: 'Password of {login} changed.',
    fr: 'Mot de passe de {login} modifié.',
  },
  linkMade: {
    en: 'The person who opens this link sets the password of {login}. It works once, until {expires}:',
    fr: 'Ce lien permet de choisir le mot de passe de {login}. Il sert une fois, jusqu’au {expires} :',
  },
  disabled: { en: '{login} is disabled.', fr: '{login} est désactivé.' },
  enabled: { en: '{login} is enabled.', fr: '{login} est réactivé.' },
  factorReset: {
    en: '{login} now signs in with the password alone.',
    fr: '{login} se connecte maintenant avec le seul mot de passe.',
  },
  roleChanged: { en: 'Role of {login}: {role}.', fr: 'Rôle de {login} : {role}.' },
  wouldRemove: {
    en: 'Account {login} would be removed, with its tokens and sessions.',
    fr: 'Le compte {login} serait supprimé, avec ses jetons et ses sessions.',
  },
  removed: { en: 'Account {login} removed.', fr: 'Compte {login} supprimé.' },
  none: {
    en: 'There is no account yet: {program} users add LOGIN --role administrator --token NAME.',
    fr: 'Il n’y a encore aucun compte : {program} users add IDENTIFIANT --role administrator --token NOM.',
  },
  secretOnce: {
    en: 'Copy it now: it is not shown again.',
    fr: 'Copiez-le maintenant : il ne sera plus affiché.',
  },
  needsToken: {
    en: '--user and --name are required: {program} tokens create --user LOGIN --name NAME.',
    fr: '--user et --name sont requis : {program} tokens create --user IDENTIFIANT --name NOM.',
  },
  twoForms: {
    en: 'Give either --application-password or --feed, not both.',
    fr: 'Donnez soit --application-password, soit --feed, mais pas les deux.',
  },
  noTokens: { en: 'There are no tokens.', fr: 'Il n’y a aucun jeton.' },
  badExpiry: {
    en: '--expires is “{value}”. Expected a duration such as 90d, or a day such as 2027-01-31.',
    fr: '--expires vaut « {value} ». Attendu : une durée telle que 90d ou un jour tel que 2027-01-31.',
  },
  badId: {
    en: '“{value}” is not the ID of a token.',
    fr: '« {value} » n’est pas l’ID d’un jeton.',
  },
  unknownRole: {
    en: 'There is no role “{value}”.{meant} Choose one of {roles}.',
    fr: 'Il n’y a pas de rôle « {value} ».{meant} Rôles possibles : {roles}.',
  },
  unknownScope: {
    en: 'There is no scope “{value}”.{meant} Choose one of {scopes}.',
    fr: 'Il n’y a pas de portée « {value} ».{meant} Portées possibles : {scopes}.',
  },
  badLanguage: {
    en: '--language is “{value}”. Expected en or fr.',
    fr: '--language vaut « {value} ». Attendu : en ou fr.',
  },
  wouldRevoke: {
    en: 'Token {id} of {login} ({name}) would be revoked.',
    fr: 'Le jeton {id} de {login} ({name}) serait révoqué.',
  },
  noToken: { en: 'There is no token {id}.', fr: 'Il n’y a pas de jeton {id}.' },
  revoked: { en: 'Token {id} revoked.', fr: 'Jeton {id} révoqué.' },
  password: { en: 'Password', fr: 'Mot de passe' },
  token: { en: 'Bearer token', fr: 'Jeton d’accès' },
  applicationPassword: { en: 'Application password', fr: 'Mot de passe d’application' },
} as const satisfies Record<string, Sentence>

/** The rights of each scope. */
export const scopes: Record<Scope, Sentence> = {
  read: { en: 'reading', fr: 'la lecture' },
  write: { en: 'reading and writing records', fr: 'la lecture et l’écriture des fiches' },
  admin: { en: 'everything', fr: 'tout' },
}

/** The headings of the lists. */
export const headings = {
  id: { en: 'ID', fr: 'ID' },
  login: { en: 'LOGIN', fr: 'IDENTIFIANT' },
  role: { en: 'ROLE', fr: 'RÔLE' },
  email: { en: 'E-MAIL', fr: 'E-MAIL' },
  name: { en: 'NAME', fr: 'NOM' },
  created: { en: 'CREATED', fr: 'CRÉÉ' },
  type: { en: 'TYPE', fr: 'TYPE' },
  scope: { en: 'SCOPE', fr: 'PORTÉE' },
  language: { en: 'LANGUAGE', fr: 'LANGUE' },
  last_characters: { en: 'LAST CHARACTERS', fr: 'DERNIERS CARACTÈRES' },
  expires: { en: 'EXPIRES', fr: 'EXPIRE' },
  events: { en: 'EVENTS', fr: 'ÉVÈNEMENTS' },
  files: { en: 'FILES', fr: 'FICHIERS' },
  size: { en: 'SIZE', fr: 'TAILLE' },
  last_used: { en: 'LAST USED', fr: 'DERNIÈRE UTILISATION' },
  state: { en: 'STATE', fr: 'ÉTAT' },
  table: { en: 'TABLE', fr: 'TABLE' },
  rows: { en: 'ROWS', fr: 'LIGNES' },
  checksum: { en: 'CHECKSUM', fr: 'SOMME DE CONTRÔLE' },
} as const satisfies Record<string, Sentence>

/** The words of `users erase`. */
export const erasure = {
  ask: {
    en: 'Erase what is stored about “{who}”? This cannot be undone.',
    fr: 'Effacer ce qui est enregistré au sujet de « {who} » ? C’est irréversible.',
  },
  nothing: {
    en: 'Nothing is stored about “{who}”.',
    fr: 'Rien n’est enregistré au sujet de « {who} ».',
  },
  preview: {
    en: 'To erase: {erased}. To look at: {stays}.',
    fr: 'À effacer : {erased}. À examiner : {stays}.',
  },
  erased: {
    en: 'Erased: {erased}. To look at: {stays}.',
    fr: 'Effacé : {erased}. À examiner : {stays}.',
  },
  place: { en: 'Where', fr: 'Où' },
  record: { en: 'Record', fr: 'Fiche' },
  title: { en: 'Title', fr: 'Titre' },
  outcome: { en: 'Outcome', fr: 'Résultat' },
  goes: { en: 'erased', fr: 'effacé' },
  stays: { en: 'stays', fr: 'reste' },
} as const satisfies Record<string, Sentence>

/** The words of `trash`. */
export const trash = {
  ask: {
    en: 'Permanently delete everything in the trash? This cannot be undone.',
    fr: 'Supprimer définitivement le contenu de la corbeille ? C’est irréversible.',
  },
  badAge: {
    en: '--older-than is “{value}”. Expected a duration such as 30d.',
    fr: '--older-than vaut « {value} ». Attendu : une durée telle que 30d.',
  },
  wouldEmpty: {
    en: 'Would be deleted permanently: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {pages} {pages|page|pages}.',
    fr: 'Fiches qui seraient supprimées définitivement : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {pages} {pages|page|pages}.',
  },
  emptied: {
    en: 'Deleted permanently: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {pages} {pages|page|pages}.',
    fr: 'Fiches supprimées définitivement : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {pages} {pages|page|pages}.',
  },
} as const satisfies Record<string, Sentence>
