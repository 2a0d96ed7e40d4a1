import type { Scope } from '../../define/account-messages.ts'
import type { Sentence } from '../../define/field-type.ts'
import { minPassword } from '../../define/password.ts'

/** The words of `import`. */
export const imports = {
  done: {
    en: 'Events: {created} created, {updated} updated, {unchanged} unchanged, {skipped} skipped, {refused} refused.',
    fr: 'Évènements : {created} {created|créé|créés}, {updated} {updated|modifié|modifiés}, {unchanged} {unchanged|inchangé|inchangés}, {skipped} {skipped|ignoré|ignorés}, {refused} {refused|refusé|refusés}.',
  },
  would: {
    en: 'Nothing was written. Events: {created} to create, {updated} to update, {unchanged} unchanged, {skipped} to skip, {refused} refused.',
    fr: 'Rien n’a été enregistré. Évènements : {created} à créer, {updated} à modifier, {unchanged} {unchanged|inchangé|inchangés}, {skipped} à ignorer, {refused} {refused|refusé|refusés}.',
  },
  gone: {
    en: '{found} {found|event is|events are} no longer in the source; {changed} of them changed here.',
    fr: '{found} {found|évènement n’est plus|évènements ne sont plus} dans la source ; {changed} {changed|a été modifié|ont été modifiés} ici.',
  },
  none: {
    en: 'There has been no import yet.',
    fr: 'Il n’y a pas encore eu d’importation.',
  },
  badId: {
    en: '“{value}” is not the ID of an import; “almanac import list” shows them.',
    fr: '« {value} » n’est pas l’ID d’une importation ; « almanac import list » les affiche.',
  },
  undone: {
    en: 'Records: {removed} removed, {restored} as before, {left} left as they are.',
    fr: 'Fiches : {removed} {removed|retirée|retirées}, {restored} {restored|rétablie|rétablies}, {left} {left|laissée telle quelle|laissées telles quelles}.',
  },
  wouldUndo: {
    en: 'Records: {removed} would be removed, {restored} would be as before, {left} would stay. One that others need stays too.',
    fr: 'Fiches : {removed} {removed|serait retirée|seraient retirées}, {restored} {restored|rétablie|rétablies}, {left} {left|laissée telle quelle|laissées telles quelles}. Celles dont d’autres ont besoin restent aussi.',
  },
  wouldUnsubscribe: {
    en: 'Subscription {id} to {url} would end.',
    fr: 'L’abonnement {id} à {url} prendrait fin.',
  },
  noFeeds: { en: 'There are no subscriptions.', fr: 'Il n’y a pas d’abonnement.' },
  badUrl: {
    en: '“{value}” is not a URL. Expected one such as https://example.org/events.ics.',
    fr: '« {value} » n’est pas une URL. Attendu : une URL telle que https://example.org/events.ics.',
  },
  badFeedId: {
    en: '“{value}” is not the ID of a subscription; “almanac import subscriptions” shows them.',
    fr: '« {value} » n’est pas l’ID d’un abonnement ; « almanac import subscriptions » les affiche.',
  },
  subscribed: {
    en: 'Subscription {id}: {source}. The service reads it from now on.',
    fr: 'Abonnement {id} : {source}. Le service le lit désormais.',
  },
  unsubscribed: { en: 'Subscription {id} has ended.', fr: 'L’abonnement {id} est terminé.' },
  checked: { en: 'Last read (UTC)', fr: 'Dernière lecture (UTC)' },
  url: { en: 'URL', fr: 'URL' },
  id: { en: 'ID', fr: 'ID' },
  started: { en: 'Started (UTC)', fr: 'Début (UTC)' },
  format: { en: 'Format', fr: 'Format' },
  source: { en: 'Source', fr: 'Source' },
  state: { en: 'State', fr: 'État' },
  origin: { en: 'From', fr: 'Origine' },
  readAs: { en: '{name}: {value}', fr: '{name} : {value}' },
  interrupted: {
    en: 'Interrupted. Run the same command again to continue.',
    fr: 'Interrompu. La même commande reprend là où elle en était.',
  },
  notOneOf: {
    en: '--{name} is “{value}”. Expected one of: {all}.',
    fr: '--{name} vaut « {value} ». Valeurs possibles : {all}.',
  },
  notUpTo: {
    en: '--{name} is “{value}”. Expected a whole number from 0 to {max}.',
    fr: '--{name} vaut « {value} ». Attendu : un nombre entier de 0 à {max}.',
  },
  tooLong: {
    en: '--{name} is too long.',
    fr: '--{name} est trop long.',
  },
  halfLogin: {
    en: '--login and --password-file belong together.',
    fr: '--login et --password-file vont ensemble.',
  },
} as const satisfies Record<string, Sentence>

/** The words of `export`. */
export const exports = {
  written: { en: 'Written to {file}.', fr: 'Enregistré dans {file}.' },
  noFolder: {
    en: 'There is no folder {folder}.',
    fr: 'Il n’y a pas de dossier {folder}.',
  },
  badFilter: {
    en: '--filter is “{value}”. Expected parameters of the list of events, such as "categories=music&start_date=2027-01-01".',
    fr: '--filter vaut « {value} ». Attendu : des paramètres de la liste des évènements, tels que "categories=musique&start_date=2027-01-01".',
  },
  notRead: {
    en: 'The events could not be read (status {status}).',
    fr: 'Les évènements n’ont pas pu être lus (statut {status}).',
  },
} as const satisfies Record<string, Sentence>

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

/** The words of `webhooks`. */
export const webhooks = {
  none: { en: 'There are no webhooks.', fr: 'Il n’y a aucun webhook.' },
  unknown: {
    en: 'There is no “{value}” for webhooks. Expected one of these:{words}',
    fr: '« {value} » n’existe pas pour les webhooks. Attendu : l’un de ces mots.{words}',
  },
  unknownValue: {
    en: '“{value}” is no value of this operation. Expected name=value, with one of these names: {names}.',
    fr: '« {value} » n’est pas une valeur de cette opération. Attendu : nom=valeur, avec l’un de ces noms : {names}.',
  },
  noValues: {
    en: '“{value}” is one too many: this operation takes no values.',
    fr: '« {value} » est de trop : cette opération ne prend aucune valeur.',
  },
  needsId: {
    en: 'The ID of the webhook is missing. Expected a number from: {program} webhooks list.',
    fr: 'L’ID du webhook manque. Attendu : un nombre donné par {program} webhooks list.',
  },
  noAdministrator: {
    en: 'There is no administrator yet: {program} users add LOGIN --role administrator.',
    fr: 'Il n’y a encore aucun compte d’administration : {program} users add IDENTIFIANT --role administrator.',
  },
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
  url: { en: 'URL', fr: 'URL' },
  failures: { en: 'FAILURES', fr: 'ÉCHECS' },
  error: { en: 'ERROR', fr: 'ERREUR' },
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
