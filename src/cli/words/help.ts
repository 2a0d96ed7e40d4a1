import type { Sentence } from '../../define/kind.ts'

/** What `--help` says. */
export const help = {
  almanac: {
    en: 'An events calendar in English and French, served over HTTP.',
    fr: 'Un agenda d’évènements en français et en anglais, servi par HTTP.',
  },
  lang: {
    en: 'Speak this language; by default that of LC_ALL or LANG.',
    fr: 'Parler cette langue ; à défaut, celle de LC_ALL ou de LANG.',
  },
  json: { en: 'Print data as JSON.', fr: 'Écrire les données en JSON.' },
  quiet: {
    en: 'Say only what goes wrong.',
    fr: 'Ne signaler que les problèmes.',
  },
  help: { en: 'Show this help.', fr: 'Afficher cette aide.' },
  version: { en: 'Show the version.', fr: 'Afficher la version.' },
  configFile: {
    en: 'The settings file; by default almanac.yaml in this folder.',
    fr: 'Le fichier de réglages ; à défaut, almanac.yaml dans ce dossier.',
  },
  default: { en: 'Default: {value}.', fr: 'Par défaut : {value}.' },
  serve: { en: 'Start the service.', fr: 'Démarrer le service.' },
  users: { en: 'Accounts.', fr: 'Les comptes.' },
  usersAdd: {
    en: 'Make an account, and a credential for it if you like.',
    fr: 'Créer un compte et, au besoin, de quoi s’authentifier.',
  },
  usersList: { en: 'List the accounts.', fr: 'Lister les comptes.' },
  usersPasswd: { en: 'Change a password.', fr: 'Changer un mot de passe.' },
  usersRole: { en: 'Change the role of an account.', fr: 'Changer le rôle d’un compte.' },
  usersRemove: {
    en: 'Remove an account and its credentials; what it wrote stays.',
    fr: 'Supprimer un compte et ses jetons ; ses écrits restent.',
  },
  tokens: {
    en: 'Bearer tokens and application passwords.',
    fr: 'Les jetons d’accès et les mots de passe d’application.',
  },
  tokensCreate: {
    en: 'Make a token; it is printed once, on standard output.',
    fr: 'Créer un jeton ; il est écrit une seule fois, sur la sortie standard.',
  },
  tokensList: {
    en: 'List tokens, without their secrets.',
    fr: 'Lister les jetons, sans leurs secrets.',
  },
  tokensRevoke: { en: 'Revoke a token at once.', fr: 'Révoquer un jeton sur-le-champ.' },
  config: {
    en: 'Show the settings in effect and where they come from; secrets stay hidden.',
    fr: 'Montrer les réglages en vigueur et leur provenance ; les secrets restent cachés.',
  },
  explain: {
    en: 'Say above each setting what it is for, and its variable and flag.',
    fr: 'Dire au-dessus de chaque réglage à quoi il sert, sa variable et son option.',
  },
  demo: {
    en: 'Fill the calendar with a bilingual example around today.',
    fr: 'Remplir l’agenda d’un exemple bilingue autour d’aujourd’hui.',
  },
  login: { en: 'The login, or an e-mail address.', fr: 'L’identifiant, ou une adresse e-mail.' },
  newLogin: { en: 'The login of the account.', fr: 'L’identifiant du compte.' },
  role: { en: 'What it may do: {roles}.', fr: 'Ce qu’il peut faire : {roles}.' },
  email: { en: 'The e-mail address of the account.', fr: 'L’adresse e-mail du compte.' },
  name: { en: 'The name shown to people.', fr: 'Le nom affiché.' },
  userLanguage: { en: 'The language of the account.', fr: 'La langue du compte.' },
  passwordFile: {
    en: 'Read the password from a file; - for standard input.',
    fr: 'Lire le mot de passe dans un fichier ; - pour l’entrée standard.',
  },
  generate: { en: 'Make up a password and print it.', fr: 'Inventer un mot de passe et l’écrire.' },
  issueToken: {
    en: 'Make a bearer token of this name too, and print it.',
    fr: 'Créer aussi un jeton d’accès de ce nom, et l’écrire.',
  },
  issuePassword: {
    en: 'Make an application password of this name too, and print it.',
    fr: 'Créer aussi un mot de passe d’application de ce nom, et l’écrire.',
  },
  yes: { en: 'Do not ask for confirmation.', fr: 'Ne pas demander de confirmation.' },
  tokenUser: { en: 'The account it stands for.', fr: 'Le compte dont il tient lieu.' },
  ofUser: { en: 'Only those of this account.', fr: 'Seulement ceux de ce compte.' },
  tokenName: { en: 'A name to know it by.', fr: 'Un nom pour le reconnaître.' },
  scope: {
    en: 'What it covers, within what the account may do: {scopes}.',
    fr: 'Ce qu’il couvre, dans la limite des droits du compte : {scopes}.',
  },
  tokenLanguage: {
    en: 'Let it write in this language only.',
    fr: 'Ne le laisser écrire que dans cette langue.',
  },
  expires: {
    en: 'When it ends: after 90d (h, d, w, m, y), or with a day such as 2027-01-31.',
    fr: 'Quand il prend fin : après 90d (h, d, w, m, y), ou avec un jour tel que 2027-01-31.',
  },
  applicationPassword: {
    en: 'Make an application password, for HTTP Basic, instead of a bearer token.',
    fr: 'Créer un mot de passe d’application, pour HTTP Basic, au lieu d’un jeton d’accès.',
  },
  tokenId: { en: 'Its ID, as listed.', fr: 'Son ID, tel qu’il est listé.' },
  count: { en: 'How many events to write.', fr: 'Le nombre d’évènements à écrire.' },
  url: {
    en: 'The root of the interface of a running service, such as https://example.org/cal/events/v1.',
    fr: 'La racine de l’interface d’un service en marche, telle que https://exemple.fr/cal/events/v1.',
  },
  demoToken: {
    en: 'A bearer token for that service; better given as ALMANAC_TOKEN.',
    fr: 'Un jeton d’accès à ce service ; mieux vaut le donner par ALMANAC_TOKEN.',
  },
  again: {
    en: 'Write even if there are events already; those of the example are not doubled.',
    fr: 'Écrire même s’il y a déjà des évènements ; ceux de l’exemple ne sont pas doublés.',
  },
  values: { en: 'value', fr: 'valeur' },
} as const satisfies Record<string, Sentence>

/** The headings of the help; other words of it are the same in both languages. */
export const titles: Record<string, Sentence> = {
  'Usage:': { en: 'Usage:', fr: 'Emploi :' },
  'Arguments:': { en: 'Arguments:', fr: 'Arguments :' },
  'Options:': { en: 'Options:', fr: 'Options :' },
  'Global Options:': { en: 'Everywhere:', fr: 'Partout :' },
  'Commands:': { en: 'Commands:', fr: 'Commandes :' },
}
