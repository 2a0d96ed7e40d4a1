import type { Sentence } from '../../define/field-type.ts'
import { languageList } from '../../define/text/language.ts'

/** The help of `import` and `export` and their options. */
const movingHelp = {
  import: {
    en: 'Import events from a file or URL; a repeated import updates them.',
    fr: 'Importer des évènements d’un fichier ou d’une URL ; répétée, l’importation les met à jour.',
  },
  importCsv: {
    en: 'A table: CSV or TSV, with the columns of The Events Calendar or others.',
    fr: 'Un tableau CSV ou TSV, avec les colonnes de The Events Calendar ou d’autres.',
  },
  importIcs: {
    en: 'An iCalendar file or feed (webcal URLs too), with its series.',
    fr: 'Un fichier ou un flux iCalendar (URL en webcal également), avec ses séries.',
  },
  importTec: {
    en: 'A WordPress site with The Events Calendar, in one or two languages.',
    fr: 'Un site WordPress avec The Events Calendar, en une ou deux langues.',
  },
  importJsonLd: {
    en: 'The events that a page, or each page of a sitemap, states as JSON-LD of schema.org.',
    fr: 'Les évènements qu’une page, ou chaque page d’un plan de site, décrit en JSON-LD de schema.org.',
  },
  importLogin: {
    en: 'A login of the site, with its application password in --password-file: drafts too.',
    fr: 'Un identifiant du site, son mot de passe d’application dans --password-file : brouillons compris.',
  },
  importArchive: {
    en: 'An archive of Almanac, into an empty calendar: records keep their IDs.',
    fr: 'Une archive d’Almanac, dans un agenda vide : les fiches gardent leurs ID.',
  },
  importList: {
    en: 'Show the imports, the latest first, including those of the admin screens.',
    fr: 'Afficher les importations, la plus récente d’abord, y compris celles de l’administration.',
  },
  importUndo: {
    en: 'Undo an import: records that it created go to the trash, and those that it changed are as before. Records edited since stay.',
    fr: 'Annuler une importation : les fiches qu’elle a créées vont à la corbeille, celles qu’elle a modifiées redeviennent comme avant. Celles qui ont été modifiées depuis restent.',
  },
  importId: {
    en: 'Its ID, as “import list” shows it.',
    fr: 'Son ID, tel que « import list » l’affiche.',
  },
  importSubscribe: {
    en: 'Subscribe to a feed: the service imports it regularly.',
    fr: 'S’abonner à un flux : le service l’importe régulièrement.',
  },
  importSubscriptions: { en: 'Show the subscriptions.', fr: 'Afficher les abonnements.' },
  importUnsubscribe: {
    en: 'End a subscription; the imported records stay.',
    fr: 'Mettre fin à un abonnement ; les fiches importées restent.',
  },
  importFeed: { en: 'The URL of the feed.', fr: 'L’URL du flux.' },
  importFeedId: {
    en: 'Its ID, as “import subscriptions” shows it.',
    fr: 'Son ID, tel que « import subscriptions » l’affiche.',
  },
  importFormat: {
    en: 'ics, csv, tec or jsonld. Default: ics.',
    fr: 'ics, csv, tec ou jsonld. Par défaut : ics.',
  },
  importEvery: {
    en: 'hourly, twice-daily, daily or weekly. Default: daily.',
    fr: 'hourly, twice-daily, daily ou weekly. Par défaut : daily.',
  },
  export: {
    en: 'Write the calendar to a file or to standard output.',
    fr: 'Écrire l’agenda dans un fichier ou sur la sortie standard.',
  },
  exportFile: {
    en: 'The file. Default: standard output.',
    fr: 'Le fichier. Par défaut : la sortie standard.',
  },
  exportFilter: {
    en: 'Parameters of the list of events, such as "categories=music". Default: all events.',
    fr: 'Des paramètres de la liste des évènements, comme "categories=musique". Par défaut : tous les évènements.',
  },
  exportArchive: {
    en: 'Everything: records, drafts, trash, versions, images, and users without their secrets.',
    fr: 'Tout : fiches, brouillons, corbeille, versions, images, et comptes sans leurs secrets.',
  },
  exportIcs: {
    en: 'Published events, as iCalendar.',
    fr: 'Les évènements publiés, au format iCalendar.',
  },
  exportCsv: {
    en: 'Events as a table, with the columns of The Events Calendar.',
    fr: 'Les évènements en tableau, avec les colonnes de The Events Calendar.',
  },
  exportNdjson: {
    en: 'Events as the API has them, one a line.',
    fr: 'Les évènements tels que l’API les renvoie, un par ligne.',
  },
  importFrom: { en: 'The file or URL.', fr: 'Le fichier ou l’URL.' },
  importDry: {
    en: 'Write nothing, and report what would be.',
    fr: 'Ne rien enregistrer, et indiquer ce qui le serait.',
  },
  importSource: {
    en: 'The name of the source here. Default: the format, or the host of the URL.',
    fr: 'Le nom de la source ici. Par défaut : le format, ou l’hôte de l’URL.',
  },
} as const satisfies Record<string, Sentence>

/** The texts of `--help`. */
export const help = {
  almanac: {
    en: `An events calendar in ${languageList('en')}, served over HTTP.`,
    fr: `Un agenda d’évènements ${languageList('fr')}, servi par HTTP.`,
  },
  lang: {
    en: 'Use this language; by default that of ALMANAC_LANG, LC_ALL or LANG.',
    fr: 'Utiliser cette langue ; à défaut, celle d’ALMANAC_LANG, de LC_ALL ou de LANG.',
  },
  json: {
    en: 'Print data and errors as JSON.',
    fr: 'Afficher les données et les erreurs en JSON.',
  },
  quiet: {
    en: 'Print errors only.',
    fr: 'N’afficher que les erreurs.',
  },
  help: { en: 'Show this help.', fr: 'Afficher cette aide.' },
  completion: {
    en: 'Print a script by which the shell completes commands and options, e.g. for ~/.bashrc: source <(almanac completion bash)',
    fr: 'Afficher un script qui permet au shell de compléter commandes et options, par exemple pour ~/.bashrc : source <(almanac completion bash)',
  },
  completionShell: { en: 'bash, zsh or fish', fr: 'bash, zsh ou fish' },
  dryRun: {
    en: 'Delete nothing; print what would be deleted.',
    fr: 'Ne rien supprimer ; indiquer ce qui serait supprimé.',
  },
  version: { en: 'Show the version.', fr: 'Afficher la version.' },
  configFile: {
    en: 'The settings file; by default almanac.yaml in this folder, otherwise /etc/almanac.yaml.',
    fr: 'Le fichier de réglages ; à défaut, almanac.yaml dans ce dossier, sinon /etc/almanac.yaml.',
  },
  otherSettings: {
    en: 'Every setting is an option too: almanac {command} --help --all',
    fr: 'Chaque réglage est aussi une option : almanac {command} --help --all',
  },
  configGet: { en: 'Show one setting in effect.', fr: 'Afficher un réglage en vigueur.' },
  configList: { en: 'The same as config.', fr: 'La même chose que config.' },
  default: { en: 'Default: {value}.', fr: 'Par défaut : {value}.' },
  backup: {
    en: 'Back up the calendar, and restore backups.',
    fr: 'Sauvegarder l’agenda, et restaurer des sauvegardes.',
  },
  backupCreate: {
    en: 'Make a backup, also while the service runs.',
    fr: 'Faire une sauvegarde, même pendant que le service fonctionne.',
  },
  backupList: {
    en: 'List the backups, newest first.',
    fr: 'Lister les sauvegardes, la plus récente d’abord.',
  },
  backupVerify: {
    en: 'Read every file of a backup again and compare it.',
    fr: 'Relire chaque fichier d’une sauvegarde et le comparer.',
  },
  backupRestore: {
    en: 'Verify a backup and put it into the data folder and the database; the service must be stopped.',
    fr: 'Vérifier une sauvegarde et la mettre dans le dossier de données et la base de données ; le service doit être arrêté.',
  },
  backupNamed: {
    en: 'The name or folder of the backup; by default the newest.',
    fr: 'Le nom ou le dossier de la sauvegarde ; par défaut, la plus récente.',
  },
  backupTo: {
    en: 'The folder of the backups; by default the one of the settings.',
    fr: 'Le dossier des sauvegardes ; par défaut, celui des réglages.',
  },
  backupKeep: {
    en: 'Verify the new backup, then keep only this number of backups, the newest.',
    fr: 'Vérifier la nouvelle sauvegarde, puis ne conserver que ce nombre de sauvegardes, les plus récentes.',
  },
  doctor: {
    en: 'Examine the folder, database, disk, clock, URL, mail and backups, and say what to do.',
    fr: 'Examiner le dossier, la base de données, le disque, l’horloge, l’URL, la messagerie et les sauvegardes, et indiquer que faire.',
  },
  serve: { en: 'Start the service.', fr: 'Démarrer le service.' },
  users: { en: 'Accounts.', fr: 'Les comptes.' },
  usersAdd: {
    en: 'Create an account, with a token if you wish.',
    fr: 'Créer un compte, avec un jeton si vous le souhaitez.',
  },
  usersList: { en: 'List the accounts.', fr: 'Lister les comptes.' },
  usersShow: { en: 'Show an account.', fr: 'Afficher un compte.' },
  usersEdit: {
    en: 'Change the e-mail address, name or language of an account; "" clears one.',
    fr: 'Modifier l’adresse e-mail, le nom ou la langue d’un compte ; "" efface la valeur.',
  },
  userLanguage: {
    en: 'The language of its e-mails and links; by default that of the site.',
    fr: 'La langue de ses e-mails et de ses liens ; par défaut, celle du site.',
  },
  usersPasswd: { en: 'Change a password.', fr: 'Changer un mot de passe.' },
  usersRole: { en: 'Change the role of an account.', fr: 'Changer le rôle d’un compte.' },
  usersLink: {
    en: 'Print a one-time link by which the user sets a password.',
    fr: 'Afficher un lien à usage unique pour choisir un mot de passe.',
  },
  usersDisable: {
    en: 'Disable an account: its sessions end, its tokens are refused.',
    fr: 'Désactiver un compte : ses sessions se ferment, ses jetons sont refusés.',
  },
  usersEnable: { en: 'Enable an account again.', fr: 'Réactiver un compte.' },
  usersResetFactor: {
    en: 'Turn the second factor of an account off.',
    fr: 'Désactiver la double authentification d’un compte.',
  },
  usersRemove: {
    en: 'Remove an account and its tokens; its records stay.',
    fr: 'Supprimer un compte et ses jetons ; ses fiches restent.',
  },
  tokens: {
    en: 'Bearer tokens and application passwords.',
    fr: 'Les jetons d’accès et les mots de passe d’application.',
  },
  tokensCreate: {
    en: 'Create a token; it is printed once, on standard output.',
    fr: 'Créer un jeton ; il est affiché une seule fois, sur la sortie standard.',
  },
  tokensList: {
    en: 'List tokens, without their secrets.',
    fr: 'Lister les jetons, sans leurs secrets.',
  },
  tokensRevoke: { en: 'Revoke a token immediately.', fr: 'Révoquer un jeton immédiatement.' },
  webhooks: {
    en: 'Webhooks: URLs that get a message of each change.',
    fr: 'Les webhooks : les URL qui reçoivent un message à chaque changement.',
  },
  webhookAction: {
    en: 'What to do: {actions}. Default: list.',
    fr: 'Ce qu’il faut faire : {actions}. Par défaut : list.',
  },
  webhookValues: {
    en: 'The ID of the webhook or the URL of a new one, then name=value, as the API takes them.',
    fr: 'L’ID du webhook ou l’URL du nouveau, puis nom=valeur, comme dans l’API.',
  },
  webhookUser: {
    en: 'The administrator who does it, and owns what is added. Default: the first one.',
    fr: 'L’administrateur ou l’administratrice au nom de qui agir, et à qui appartient ce qui est ajouté. Par défaut : le premier compte de ce rôle.',
  },
  keys: {
    en: 'The key that seals the passwords of events.',
    fr: 'La clé de hachage des mots de passe des évènements.',
  },
  keysRenew: {
    en: 'Create a new secret.key when the old one is lost; protected events need new passwords then.',
    fr: 'Créer une nouvelle clé secret.key quand l’ancienne est perdue ; les évènements protégés demandent alors de nouveaux mots de passe.',
  },
  config: {
    en: 'Show the settings in effect and where they come from; secrets stay hidden.',
    fr: 'Afficher les réglages en vigueur et leur provenance ; les secrets restent masqués.',
  },
  explain: {
    en: 'Describe each setting, with its variable and flag.',
    fr: 'Décrire chaque réglage, avec sa variable et son option.',
  },
  demo: {
    en: 'Fill the calendar with a bilingual example around today, or remove it.',
    fr: 'Remplir l’agenda d’un exemple bilingue autour d’aujourd’hui, ou le supprimer.',
  },
  theme: {
    en: 'Give the site a theme: municipal, festival or university.',
    fr: 'Donner au site un thème : municipal, festival ou university.',
  },
  login: { en: 'The login, or an e-mail address.', fr: 'L’identifiant, ou une adresse e-mail.' },
  newLogin: { en: 'The login of the account.', fr: 'L’identifiant du compte.' },
  role: { en: 'What the account may do: {roles}.', fr: 'Ce que le compte peut faire : {roles}.' },
  newRole: {
    en: 'What the account may do: {roles}. Asked on a terminal; default elsewhere: subscriber.',
    fr: 'Ce que le compte peut faire : {roles}. Demandé dans un terminal ; ailleurs, par défaut : subscriber.',
  },
  email: { en: 'The e-mail address of the account.', fr: 'L’adresse e-mail du compte.' },
  name: { en: 'The name shown to people.', fr: 'Le nom affiché.' },
  passwordFile: {
    en: 'Read the password from a file; - for standard input.',
    fr: 'Lire le mot de passe dans un fichier ; - pour l’entrée standard.',
  },
  generate: {
    en: 'Generate a password and print it.',
    fr: 'Générer un mot de passe et l’afficher.',
  },
  issueToken: {
    en: 'Also create a bearer token with this name, and print it.',
    fr: 'Créer aussi un jeton d’accès de ce nom, et l’afficher.',
  },
  issuePassword: {
    en: 'Also create an application password with this name, and print it.',
    fr: 'Créer aussi un mot de passe d’application de ce nom, et l’afficher.',
  },
  yes: { en: 'Do not ask for confirmation.', fr: 'Ne pas demander de confirmation.' },
  tokenUser: {
    en: 'The account that the token represents.',
    fr: 'Le compte que le jeton représente.',
  },
  ofUser: { en: 'Only those of this account.', fr: 'Seulement ceux de ce compte.' },
  tokenName: { en: 'A name to recognize it.', fr: 'Un nom pour le reconnaître.' },
  scope: {
    en: 'What the token allows, within the rights of the account: {scopes}. Default: write.',
    fr: 'Ce que le jeton permet, dans la limite des droits du compte : {scopes}. Par défaut : write.',
  },
  tokenLanguage: {
    en: 'Allow writing in this language only.',
    fr: 'N’autoriser l’écriture que dans cette langue.',
  },
  expires: {
    en: 'When it expires: after 90d (h, d, w, m, y), or at the end of a day such as 2027-01-31. Default: never.',
    fr: 'Son expiration : après 90d (h, d, w, m, y), ou à la fin d’un jour tel que 2027-01-31. Par défaut : jamais.',
  },
  applicationPassword: {
    en: 'Create an application password, for HTTP Basic, instead of a bearer token.',
    fr: 'Créer un mot de passe d’application, pour HTTP Basic, au lieu d’un jeton d’accès.',
  },
  feedToken: {
    en: 'Create a token for the URLs of feeds, which reads what the account may read, instead of a bearer token.',
    fr: 'Créer un jeton pour les URL des flux, qui lit ce que le compte peut lire, au lieu d’un jeton d’accès.',
  },
  tokenId: {
    en: 'The ID of the token, from tokens list.',
    fr: 'L’ID du jeton, d’après tokens list.',
  },
  count: {
    en: 'The number of events. Default: 300.',
    fr: 'Le nombre d’évènements. Par défaut : 300.',
  },
  url: {
    en: 'The API root of a running service, such as https://example.org/cal/events/v1; ALMANAC_TOKEN holds a token for it.',
    fr: 'La racine de l’API d’un service démarré, telle que https://exemple.fr/cal/events/v1 ; ALMANAC_TOKEN contient un jeton pour ce service.',
  },
  removeDemo: {
    en: 'Remove the example, except what was changed since or is used by other events.',
    fr: 'Supprimer l’exemple, sauf ce qui a été modifié depuis ou sert à d’autres évènements.',
  },
  again: {
    en: 'Add the example even if there are events already; its own records are not duplicated.',
    fr: 'Ajouter l’exemple même s’il y a déjà des évènements ; ses propres fiches ne sont pas dupliquées.',
  },
  mail: { en: 'E-mail.', fr: 'Les e-mails.' },
  update: {
    en: 'Check whether there is a newer version of Almanac. No other command does.',
    fr: 'Vérifier s’il existe une version plus récente d’Almanac. Aucune autre commande ne le fait.',
  },
  updateCheck: {
    en: 'Ask this URL, whose JSON has “version” or “tag_name”, such as that of the latest release.',
    fr: 'Interroger cette URL, dont le JSON contient « version » ou « tag_name », comme celle de la dernière publication.',
  },
  mailTest: {
    en: 'Send a test e-mail and say what the mail server answers.',
    fr: 'Envoyer un e-mail de test et afficher la réponse du serveur de messagerie.',
  },
  mailTo: { en: 'Where it goes.', fr: 'L’adresse du destinataire.' },
  ...movingHelp,
  move: {
    en: 'Move a calendar between a data folder and PostgreSQL; the source stays as it is.',
    fr: 'Transférer un agenda entre un dossier de données et PostgreSQL ; la source reste inchangée.',
  },
  moveFrom: {
    en: 'Where the calendar is: its data folder, or a postgres:// URL.',
    fr: 'Où se trouve l’agenda : son dossier de données, ou une URL postgres://.',
  },
  moveTo: {
    en: 'Where it goes: a folder, or the URL of an empty database.',
    fr: 'Où il va : un dossier, ou l’URL d’une base de données vide.',
  },
  moveFromFolder: {
    en: 'With a postgres:// URL in --from: its data folder, with the images. Default: that of the settings.',
    fr: 'Avec une URL postgres:// dans --from : son dossier de données, avec les images. Par défaut : celui des réglages.',
  },
  moveToFolder: {
    en: 'With a postgres:// URL in --to: where its images go. Default: they stay where they are.',
    fr: 'Avec une URL postgres:// dans --to : où vont ses images. Par défaut : elles restent où elles sont.',
  },
  moveFromImages: {
    en: 'The s3:// URL of the bucket that has the images, where they are in no folder.',
    fr: 'L’URL s3:// du compartiment qui contient les images, si elles ne sont pas dans un dossier.',
  },
  moveToImages: {
    en: 'The s3:// URL of a bucket: the images go there, not to a folder.',
    fr: 'L’URL s3:// d’un compartiment : les images y vont, et non dans un dossier.',
  },
  moveCheck: {
    en: 'Move nothing: compare two calendars by count and checksum.',
    fr: 'Ne rien transférer : comparer deux agendas par nombres et sommes de contrôle.',
  },
  usersErase: {
    en: 'Erase what is stored about a person: account, organizers, submissions, previous versions, imports. Texts stay and are listed.',
    fr: 'Effacer ce qui est enregistré au sujet d’une personne : compte, organisateurs, propositions, versions antérieures, importations. Les textes restent et sont listés.',
  },
  erasedPerson: {
    en: 'Login, name or e-mail address, all of it.',
    fr: 'L’identifiant, le nom ou l’adresse e-mail, en entier.',
  },
  trash: { en: 'The trash.', fr: 'La corbeille.' },
  trashEmpty: {
    en: 'Delete the events, venues, organizers and pages in the trash permanently; images stay.',
    fr: 'Supprimer définitivement les évènements, lieux, organisateurs et pages de la corbeille ; les images restent.',
  },
  olderThan: {
    en: 'Only items unchanged for, e.g., 30d (h, d, w, m, y).',
    fr: 'Seulement ce qui n’a pas changé depuis 30d, par exemple (h, d, w, m, y).',
  },
  configSet: {
    en: 'Store a setting of the site with the data: {names}.',
    fr: 'Enregistrer un réglage du site avec les données : {names}.',
  },
  configUnset: {
    en: 'Forget a setting that is stored with the data: its default applies again.',
    fr: 'Retirer un réglage enregistré avec les données : sa valeur par défaut s’applique de nouveau.',
  },
  setName: { en: 'The name of the setting.', fr: 'Le nom du réglage.' },
  setValue: { en: 'Its new value.', fr: 'Sa nouvelle valeur.' },
  helpCommand: {
    en: 'Show the help of a command.',
    fr: 'Afficher l’aide d’une commande.',
  },
  values: { en: 'value', fr: 'valeur' },
} as const satisfies Record<string, Sentence>

/** The placeholders of values in the help. */
export const placeholders = {
  file: { en: 'file', fr: 'fichier' },
  folder: { en: 'folder', fr: 'dossier' },
  place: { en: 'place', fr: 'endroit' },
  name: { en: 'name', fr: 'nom' },
  when: { en: 'when', fr: 'quand' },
  age: { en: 'age', fr: 'durée' },
  number: { en: 'number', fr: 'nombre' },
  address: { en: 'address', fr: 'adresse' },
  login: { en: 'login', fr: 'identifiant' },
  role: { en: 'role', fr: 'rôle' },
  scope: { en: 'scope', fr: 'portée' },
  root: { en: 'root', fr: 'racine' },
  value: { en: 'value', fr: 'valeur' },
  setting: { en: 'setting', fr: 'réglage' },
  action: { en: 'action', fr: 'action' },
  values: { en: 'values', fr: 'valeurs' },
  command: { en: 'command', fr: 'commande' },
} as const satisfies Record<string, Sentence>

/** The headings of the help; other words of it are the same in both languages. */
export const titles = {
  'Usage:': { en: 'Usage:', fr: 'Utilisation :' },
  'Arguments:': { en: 'Arguments:', fr: 'Arguments :' },
  'Options:': { en: 'Options:', fr: 'Options :' },
  'Global Options:': { en: 'Global options:', fr: 'Options globales :' },
  'Examples:': { en: 'Examples:', fr: 'Exemples :' },
  'Commands:': { en: 'Commands:', fr: 'Commandes :' },
} as const satisfies Record<string, Sentence>
