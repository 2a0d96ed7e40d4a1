import { fetchRefusals } from '../../define/fetch-messages.ts'
import type { Sentence } from '../../define/field-type.ts'

/** The words of `update`. */
export const update = {
  onlyChecks: {
    en: 'Almanac does not replace itself. Pass --check with the URL of the latest release to see whether there is a newer version.',
    fr: 'Almanac ne se remplace pas lui-même. Ajoutez --check avec l’URL de la dernière publication pour savoir s’il existe une version plus récente.',
  },
  unknown: {
    en: 'The newest version could not be determined: {reason}.',
    fr: 'Impossible de connaître la dernière version : {reason}.',
  },
  newest: {
    en: 'Almanac {version} is the newest version.',
    fr: 'Almanac {version} est la dernière version.',
  },
  newer: {
    en: 'Almanac {latest} is available; this is {version}. Read “Before you update” in its changelog, and back up.',
    fr: 'Almanac {latest} est disponible ; cette version est la {version}. Lisez « Before you update » dans son journal des versions, et sauvegardez.',
  },
} as const satisfies Record<string, Sentence>

/** Why nothing is known about the newest version. */
export const updateRefusals = {
  ...fetchRefusals,
  status: { en: 'its URL returned an error', fr: 'son URL a renvoyé une erreur' },
  type: { en: 'the file is not JSON', fr: 'le fichier n’est pas en JSON' },
  content: { en: 'the file names no version', fr: 'le fichier n’indique aucune version' },
} as const satisfies Record<string, Sentence>

/** The words of `serve` and `config`. */
export const service = {
  ready: { en: 'Almanac is running.', fr: 'Almanac est démarré.' },
  calendar: { en: 'Calendar', fr: 'Agenda' },
  api: { en: 'API', fr: 'API' },
  english: { en: 'English', fr: 'en anglais' },
  french: { en: 'French', fr: 'en français' },
  documentation: { en: 'Documentation', fr: 'Documentation' },
  health: { en: 'Health check', fr: 'État du service' },
  dataFolder: { en: 'Data folder', fr: 'Dossier de données' },
  timezone: { en: 'Time zone', fr: 'Fuseau horaire' },
  language: { en: 'Language', fr: 'Langue' },
  setSite: {
    en: 'Time zone and language are those of the site. To change them, for example:',
    fr: 'Le fuseau horaire et la langue sont ceux du site. Pour les changer, par exemple :',
  },
  setUp: {
    en: 'There is no account yet. Create the first administrator in a browser (the link works until then):',
    fr: 'Il n’y a encore aucun compte. Créez le premier compte administrateur dans un navigateur (le lien sert jusque-là) :',
  },
  nobody: {
    en: 'Nobody can sign in yet: give an account a password with {program} users passwd LOGIN, or create an administrator in a browser (the link works until then):',
    fr: 'Personne ne peut encore se connecter : donnez un mot de passe à un compte avec {program} users passwd IDENTIFIANT, ou créez un administrateur dans un navigateur (le lien sert jusque-là) :',
  },
  insideVersion: {
    en: 'The data folder {folder} is inside the folder of a version, and would be deleted with it. Stop the service and move it: mv {folder} {moveTo}',
    fr: 'Le dossier de données {folder} se trouve dans le dossier d’une version, et serait supprimé avec lui. Arrêtez le service et déplacez-le : mv {folder} {moveTo}',
  },
  notUsed: {
    en: 'not used: the service has a socket, at {address}',
    fr: 'non utilisé : le service a un socket, à {address}',
  },
  notReadAgain: {
    en: 'The settings were read again and are not valid: those of before stay.',
    fr: 'Les réglages ont été relus et ne sont pas valides : les précédents restent en vigueur.',
  },
  oneProcess: {
    en: 'Only workers can be replaced while the service runs, and there is one process: on PostgreSQL, set workers to 2 or more.',
    fr: 'Les processus ne se remplacent pendant que le service fonctionne que s’il y en a plusieurs, et il n’y en a qu’un : avec PostgreSQL, donnez à workers la valeur 2 ou plus.',
  },
  noAccount: {
    en: 'Or here, with a token to write with:',
    fr: 'Ou ici, avec un jeton pour écrire :',
  },
  noToken: {
    en: 'No account has a token yet, and the API takes no passwords. Create a token:',
    fr: 'Aucun compte n’a encore de jeton, et l’API n’accepte pas de mot de passe. Créez un jeton :',
  },
  exposed: {
    en: 'Other machines can reach this service, but publicUrl is not set: URLs in responses\nname the host of the request if allowedHosts permits it, otherwise {address}.\nSet publicUrl to the URL that people use.',
    fr: 'D’autres machines peuvent joindre ce service, mais publicUrl n’est pas défini : les URL des réponses\nreprennent l’hôte de la requête si allowedHosts le permet, sinon {address}.\nDonnez à publicUrl l’URL que le public utilise.',
  },
  tryDemo: {
    en: 'To try it with a bilingual example of 300 events:',
    fr: 'Pour l’essayer avec un exemple bilingue de 300 évènements :',
  },
  changed: {
    en: '{name} is now {to}, stored with the data; it was {from}.',
    fr: '{name} vaut maintenant {to}, valeur enregistrée avec les données ; c’était {from}.',
  },
  noCalendar: {
    en: 'There is no calendar in {dataFolder}. Start one there with {program} serve, or pass the right folder with --data-folder.',
    fr: 'Il n’y a pas d’agenda dans {dataFolder}. Créez-en un avec {program} serve, ou indiquez le bon dossier avec --data-folder.',
  },
  askRenewKey: {
    en: 'Create a new secret.key in {dataFolder}? The passwords of protected events stop working.',
    fr: 'Créer une nouvelle clé secret.key dans {dataFolder} ? Les mots de passe des évènements protégés cesseront de fonctionner.',
  },
  keyWouldRenew: {
    en: 'There would be a new secret.key. {count} {count|protected event|protected events} would stay closed until an editor sets a new password.',
    fr: 'Il y aurait une nouvelle clé secret.key. {count} {count|évènement protégé resterait fermé|évènements protégés resteraient fermés} jusqu’à ce qu’un éditeur leur donne un nouveau mot de passe.',
  },
  keyRenewed: {
    en: 'There is a new secret.key: back it up. {count} {count|protected event stays|protected events stay} closed until an editor sets a new password.',
    fr: 'Il y a une nouvelle clé secret.key : sauvegardez-la. {count} {count|évènement protégé reste fermé|évènements protégés restent fermés} jusqu’à ce qu’un éditeur leur donne un nouveau mot de passe.',
  },
  defaultValue: { en: 'default', fr: 'par défaut' },
  fromFlag: { en: 'flag {name}', fr: 'option {name}' },
  fromEnvironment: { en: 'environment {name}', fr: 'environnement {name}' },
  fromFile: { en: 'file', fr: 'fichier' },
  fromDatabase: { en: 'database', fr: 'base de données' },
  fileRead: { en: 'Settings file: {file}', fr: 'Fichier de réglages : {file}' },
  variableAndFlag: {
    en: 'Variable {variable}, flag {flag}.',
    fr: 'Variable {variable}, option {flag}.',
  },
  onlyVariable: {
    en: 'Variable {variable}, or {variable}_FILE.',
    fr: 'Variable {variable}, ou {variable}_FILE.',
  },
  notStored: {
    en: '{name} is not stored with the data: write it in almanac.yaml or set {variable}. Settings stored with the data: {stored}.',
    fr: '{name} n’est pas enregistré avec les données : écrivez-le dans almanac.yaml ou définissez {variable}. Réglages enregistrés avec les données : {stored}.',
  },
  badValue: {
    en: '{name} cannot be “{value}”. Expected {expects}.',
    fr: '{name} ne peut pas valoir « {value} ». Attendu : {expects}.',
  },
  isSet: {
    en: '{name} is {to}, stored with the data. A running service uses it from its next start.',
    fr: '{name} vaut {to}, valeur enregistrée avec les données. Un service en marche l’utilisera à son prochain démarrage.',
  },
  isUnset: {
    en: '{name} is no longer stored with the data; its default is {to}.',
    fr: '{name} n’est plus enregistré avec les données ; sa valeur par défaut est {to}.',
  },
  isSetNow: {
    en: '{name} is {to}, stored with the data. A running service uses it at once.',
    fr: '{name} vaut {to}, valeur enregistrée avec les données. Un service en marche l’utilise aussitôt.',
  },
  outranked: {
    en: 'But {source} says {value}, and that has priority.',
    fr: 'Mais {source} indique {value}, et a priorité.',
  },
  overridden: {
    en: 'But {source} says {value}, and the next start of the service will store that.',
    fr: 'Mais {source} indique {value}, et le prochain démarrage du service l’enregistrera.',
  },
} as const satisfies Record<string, Sentence>

/** The words of `mail`. */
export const mail = {
  noServer: {
    en: 'No mail server is set. Set ALMANAC_SMTP_URL and ALMANAC_MAIL_FROM, for this command and for the service.',
    fr: 'Aucun serveur de messagerie n’est défini. Définissez ALMANAC_SMTP_URL et ALMANAC_MAIL_FROM, pour cette commande et pour le service.',
  },
  subject: { en: 'A test e-mail from Almanac', fr: 'Un e-mail de test d’Almanac' },
  body: {
    en: 'The mail server is set up correctly: this e-mail has arrived.',
    fr: 'Le serveur de messagerie est bien configuré : cet e-mail est arrivé.',
  },
  sent: {
    en: 'The mail server has accepted the e-mail to {to}. Check that it arrives, and not in the spam folder.',
    fr: 'Le serveur de messagerie a accepté l’e-mail pour {to}. Vérifiez qu’il arrive, et qu’il n’est pas dans les indésirables.',
  },
  refused: {
    en: 'The e-mail was not sent: {message}',
    fr: 'L’e-mail n’a pas été envoyé : {message}',
  },
} as const satisfies Record<string, Sentence>

/** The progress of long work. */
export const progress = {
  begun: {
    en: '{what}: {done} of {total} ({percent})',
    fr: '{what} : {done} sur {total} ({percent})',
  },
  going: {
    en: '{what}: {done} of {total} ({percent}), {rate}/s, {left} left',
    fr: '{what} : {done} sur {total} ({percent}), {rate}/s, encore {left}',
  },
  example: { en: 'Writing the example', fr: 'Écriture de l’exemple' },
  removal: { en: 'Removing the example', fr: 'Suppression de l’exemple' },
  import: { en: 'Importing', fr: 'Importation' },
  trash: { en: 'Emptying the trash', fr: 'Vidage de la corbeille' },
  tables: { en: 'Rebuilding the tables of lists', fr: 'Reconstruction des tables de listes' },
  lists: { en: 'Preparing the lists', fr: 'Préparation des listes' },
  search: { en: 'Preparing the search', fr: 'Préparation de la recherche' },
} as const satisfies Record<string, Sentence>

/** The words of `demo`. */
export const demo = {
  badCount: {
    en: '--count is “{value}”. Expected a whole number from 0 to 1,000,000.',
    fr: '--count vaut « {value} ». Attendu : un nombre entier de 0 à 1 000 000.',
  },
  needsToken: {
    en: 'To write to a running service, set the variable ALMANAC_TOKEN to a bearer token.',
    fr: 'Pour écrire dans un service démarré, donnez un jeton d’accès par la variable ALMANAC_TOKEN.',
  },
  badUrl: {
    en: '--url is “{value}”. Expected a URL such as https://example.org/cal/events/v1.',
    fr: '--url vaut « {value} ». Attendu : une URL telle que https://exemple.fr/cal/events/v1.',
  },
  hasEvents: {
    en: 'The calendar already has {count} {count|event|events}. To add the example all the same: --again.',
    fr: 'L’agenda contient déjà {count} {count|évènement|évènements}. Pour y ajouter l’exemple malgré tout : --again.',
  },
  written: {
    en: 'Created: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {categories} {categories|category|categories}, {tags} {tags|tag|tags}, {images} {images|image|images}.',
    fr: 'Fiches créées : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {categories} {categories|catégorie|catégories}, {tags} {tags|étiquette|étiquettes}, {images} {images|image|images}.',
  },
  skipped: {
    en: 'Already there: {count} {count|record|records}.',
    fr: '{count|Fiche déjà présente|Fiches déjà présentes} : {count}.',
  },
  stopped: {
    en: 'Stopped. The records created so far stay; demo --remove removes them.',
    fr: 'Interrompu. Les fiches déjà créées restent ; demo --remove les supprime.',
  },
  toRemove: {
    en: 'To remove the example again: {command}',
    fr: 'Pour supprimer l’exemple : {command}',
  },
  onlyRemoval: {
    en: '--dry-run goes with --remove.',
    fr: '--dry-run va avec --remove.',
  },
  wouldRemove: {
    en: 'Would be removed, unless other records need them: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {categories} {categories|category|categories}, {tags} {tags|tag|tags}, {images} {images|image|images}.',
    fr: 'Fiches qui seraient supprimées, sauf si d’autres en ont besoin : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {categories} {categories|catégorie|catégories}, {tags} {tags|étiquette|étiquettes}, {images} {images|image|images}.',
  },
  removed: {
    en: 'Removed: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {categories} {categories|category|categories}, {tags} {tags|tag|tags}, {images} {images|image|images}.',
    fr: 'Fiches supprimées : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {categories} {categories|catégorie|catégories}, {tags} {tags|étiquette|étiquettes}, {images} {images|image|images}.',
  },
  left: {
    en: 'Left in place, because they were changed or are used by other events: {count} {count|record|records}.',
    fr: '{count|Fiche laissée|Fiches laissées} en place, car {count|utilisée|utilisées} par d’autres évènements ou {count|modifiée|modifiées} depuis : {count}.',
  },
  onlyHere: {
    en: '--remove works on the data folder, not with --url.',
    fr: '--remove porte sur le dossier de données, pas sur --url.',
  },
  themeHere: {
    en: '--theme works on the data folder, not with --url.',
    fr: '--theme porte sur le dossier de données, pas sur --url.',
  },
  badTheme: {
    en: '--theme is “{value}”. Expected one of: {names}.',
    fr: '--theme vaut « {value} ». Attendu : {names}.',
  },
  nothingToRemove: {
    en: 'There is no example to remove here.',
    fr: 'Il n’y a pas d’exemple à supprimer ici.',
  },
  demoAccount: {
    en: 'Their author is the account “{login}”, which has no password and no token.\nCreate your own: {command}',
    fr: 'Leur auteur est le compte « {login} », qui n’a ni mot de passe ni jeton.\nCréez le vôtre : {command}',
  },
  tokenName: { en: 'demo, for one command', fr: 'demo, le temps d’une commande' },
} as const satisfies Record<string, Sentence>
