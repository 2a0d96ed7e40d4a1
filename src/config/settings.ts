import { fileSettings } from './file-settings.ts'
import { analyticsSettings, layoutSettings, placeSettings } from './layout-settings.ts'
import { limitSettings, storageSettings } from './limit-settings.ts'
import { eventSettings, listSettings } from './list-settings.ts'
import { pageSettings } from './page-settings.ts'
import type { Definitions } from './setting.ts'
import {
  bytes,
  chosenToken,
  flag,
  hostOf,
  instant,
  integer,
  list,
  oneOf,
  publicAddress,
  rangeOf,
  secretText,
  targetOf,
  text,
  wordAndText,
} from './setting-types.ts'
import { signInSettings } from './sign-in-settings.ts'
import { mailSettings, siteSettings } from './site-settings.ts'
import { bucketUrl, keyText } from './storage-types.ts'
import { themeSettings } from './theme-settings.ts'

/** Logs and metrics, for operators. */
const watchSettings = {
  accessLog: {
    type: wordAndText(
      ['off', 'combined', 'json'],
      {
        en: 'behind a format the path of a file, such as combined /var/log/almanac/access.log',
        fr: 'après un format le chemin d’un fichier, par exemple combined /var/log/almanac/access.log',
      },
      (text, word) => word !== 'off' && !text.includes('\0'),
    ),
    default: 'off',
    en: 'Whether each request gets a line in a log of its own: combined, the format of Apache and nginx, or json. On standard output, or at the end of the file that is named.',
    fr: 'Indique si chaque requête reçoit une ligne dans un journal à part : combined, le format d’Apache et de nginx, ou json. Sur la sortie standard, ou à la fin du fichier indiqué.',
  },
  metricsToken: {
    type: chosenToken(),
    default: '',
    secret: true,
    en: 'The token with which Prometheus reads /metrics; empty: there are no metrics.',
    fr: 'Le jeton avec lequel Prometheus lit /metrics ; vide : aucune métrique n’est exposée.',
  },
} as const satisfies Definitions

/** Backups that the service makes, and where all backups are. */
const backupSettings = {
  backupEvery: {
    type: integer(0, 8760),
    default: 0,
    en: 'The number of hours between two backups that the service makes by itself; 0: it makes none.',
    fr: 'Le nombre d’heures entre deux sauvegardes que le service fait de lui-même ; 0 : il n’en fait aucune.',
  },
  backupKeep: {
    type: integer(1, 10_000),
    default: 14,
    en: 'The number of backups that stay when the service has made and verified another; older ones are deleted.',
    fr: 'Le nombre de sauvegardes conservées quand le service en a fait et vérifié une autre ; les plus anciennes sont supprimées.',
  },
  backupFolder: {
    type: text(
      /^[^\0]+$/,
      { en: 'the path of a folder', fr: 'le chemin d’un dossier' },
      { canBeEmpty: true },
    ),
    default: '',
    en: 'The folder of the backups; empty: backups in the data folder.',
    fr: 'Le dossier des sauvegardes ; vide : backups dans le dossier de données.',
  },
  backupStore: {
    type: bucketUrl(),
    default: '',
    secret: true,
    en: 'The bucket of the backups, written like imageStore. Empty: backupFolder.',
    fr: 'Le compartiment (bucket) des sauvegardes, écrit comme imageStore. Vide : backupFolder.',
  },
  backupKey: {
    type: keyText(),
    default: '',
    secret: true,
    en: 'The key with which backups are encrypted. Keep a copy elsewhere: without it they cannot be restored. Empty: they are not encrypted.',
    fr: 'La clé qui chiffre les sauvegardes. Gardez-en une copie ailleurs : sans elle, elles ne peuvent pas être restaurées. Vide : elles ne sont pas chiffrées.',
  },
} as const satisfies Definitions

const mebibyte = 1024 ** 2

/**
 * Every setting, stated once. Its variable and its flag follow from its name: `publicUrl` is `ALMANAC_PUBLIC_URL`,
 * `--public-url`, and `publicUrl` (or `public_url`, `public-url`) in `almanac.yaml`.
 */
export const settings = {
  host: {
    type: text(/^[a-z0-9.:_-]+$/i, {
      en: 'an IP address or a host name',
      fr: 'une adresse IP ou un nom d’hôte',
    }),
    default: '127.0.0.1',
    plain: 'HOST',
    en: 'The IP address or host name to listen on; 0.0.0.0 or :: for every network of the machine.',
    fr: 'L’adresse IP ou le nom d’hôte d’écoute ; 0.0.0.0 ou :: pour tous les réseaux de la machine.',
  },
  port: {
    type: integer(0, 65_535),
    default: 8080,
    plain: 'PORT',
    en: 'The port to listen on; 0 for any that is free. A socket of systemd takes the place of host and port.',
    fr: 'Le port d’écoute ; 0 pour n’importe quel port libre. Un socket de systemd prend la place de host et de port.',
  },
  workers: {
    type: integer(1, 64),
    default: 1,
    en: 'The number of processes that serve a calendar on PostgreSQL on this machine, on one port; more than the number of cores does not help. On SQLite one process serves it.',
    fr: 'Le nombre de processus qui servent un agenda sur PostgreSQL sur cette machine, sur un même port ; en avoir plus que de cœurs ne sert à rien. Avec SQLite, un seul processus le sert.',
  },
  publicUrl: {
    type: publicAddress(),
    default: '',
    en: 'The URL at which people reach the service, path included; every URL in responses begins with it. Empty: the host of each request, where allowedHosts permits it.',
    fr: 'L’URL à laquelle on joint le service, chemin compris ; toutes les URL des réponses commencent par elle. Vide : l’hôte de chaque requête, si allowedHosts le permet.',
  },
  allowedHosts: {
    type: list(
      {
        en: 'host names such as calendar.example.org, example.org:8443',
        fr: 'des noms d’hôte tels que agenda.exemple.fr, exemple.fr:8443',
      },
      hostOf,
    ),
    default: [],
    en: 'The hosts that URLs in responses may take from the request when publicUrl is empty, besides those the service listens on.',
    fr: 'Les hôtes que les URL des réponses peuvent reprendre de la requête quand publicUrl est vide, outre ceux sur lesquels le service écoute.',
  },
  apiPath: {
    type: text(
      /^(\/[\w.~-]+)*(\/[\w-]+){3}$/,
      {
        en: 'a path of three segments or more, such as /wp-json/tribe/events/v1',
        fr: 'un chemin d’au moins trois segments, tel que /wp-json/tribe/events/v1',
      },
      { tidy: written => `/${written.replace(/^\/+|\/+$/g, '')}` },
    ),
    default: '/cal/events/v1',
    en: 'The path of the API. Its last three segments are the namespace; /wp-json/tribe/events/v1 for clients of The Events Calendar.',
    fr: 'Le chemin de l’API. Ses trois derniers segments forment l’espace de noms ; /wp-json/tribe/events/v1 pour les clients de The Events Calendar.',
  },
  ...siteSettings,
  ...pageSettings,
  ...fileSettings,
  ...layoutSettings,
  ...themeSettings,
  ...analyticsSettings,
  ...listSettings,
  ...eventSettings,
  ...placeSettings,
  ...storageSettings,
  ...backupSettings,
  logFormat: {
    type: oneOf('auto', 'text', 'json'),
    default: 'auto',
    en: 'The format of the log; auto is text on a terminal and JSON elsewhere.',
    fr: 'Le format du journal ; auto donne du texte dans un terminal et du JSON ailleurs.',
  },
  ...limitSettings,
  ...watchSettings,
  trustedProxies: {
    type: list(
      {
        en: 'IP addresses or ranges such as 127.0.0.1, 10.0.0.0/8',
        fr: 'des adresses IP ou des plages telles que 127.0.0.1, 10.0.0.0/8',
      },
      rangeOf,
    ),
    default: [],
    en: 'The proxies whose X-Forwarded-For, -Host and -Proto headers are trusted.',
    fr: 'Les proxys inverses dont les en-têtes X-Forwarded-For, -Host et -Proto sont acceptés.',
  },
  bodyLimit: {
    type: bytes(256 * mebibyte),
    default: mebibyte,
    en: 'The maximum size of a request body.',
    fr: 'La taille maximale du corps d’une requête.',
  },
  fetchAllow: {
    type: list(
      {
        en: 'origins, host names, IP addresses or ranges such as http://127.0.0.1:9000, 10.0.0.0/8',
        fr: 'des origines, noms d’hôte, adresses IP ou plages tels que http://127.0.0.1:9000, 10.0.0.0/8',
      },
      targetOf,
    ),
    default: [],
    en: 'Private hosts from which images may be downloaded all the same.',
    fr: 'Les hôtes privés d’où des images peuvent malgré tout être téléchargées.',
  },
  clock: {
    type: instant(),
    default: '',
    en: 'The date and time at which the clock starts, for tests and demonstrations; empty for the current time.',
    fr: 'La date et l’heure où démarre l’horloge, pour les tests et les démonstrations ; vide pour l’heure actuelle.',
  },
  private: {
    type: flag(),
    default: false,
    en: 'Whether reading events, venues, organizers, terms and images requires credentials. If off, anyone may read what is published.',
    fr: 'Indique si la lecture des évènements, lieux, organisateurs, catégories, étiquettes et images exige des identifiants. Sinon, chacun peut lire ce qui est publié.',
  },
  ...signInSettings,
  ...mailSettings,
  adminLogin: {
    type: text(
      /^[\p{L}\p{N}._@+-]{1,60}$/u,
      {
        en: 'a login of letters, digits and . _ @ + -',
        fr: 'un identifiant fait de lettres, de chiffres et de . _ @ + -',
      },
      { canBeEmpty: true },
    ),
    default: '',
    en: 'The login of an administrator to create if that account does not exist. An e-mail address is also the address of that account.',
    fr: 'L’identifiant d’un compte administrateur à créer s’il n’existe pas. Une adresse e-mail est aussi celle de ce compte.',
  },
  adminPassword: {
    type: secretText(10),
    default: '',
    secret: true,
    en: 'The password of that administrator, to sign in to the admin screens. The API takes no passwords: to write through it, set adminToken too.',
    fr: 'Le mot de passe de ce compte administrateur. L’API n’accepte pas de mot de passe : pour y écrire, donnez aussi adminToken.',
  },
  adminToken: {
    type: chosenToken(),
    default: '',
    secret: true,
    en: 'A bearer token for that administrator, with scope admin.',
    fr: 'Un jeton d’accès pour ce compte administrateur, de portée admin.',
  },
} as const satisfies Definitions
