import {
  bytes,
  flag,
  instant,
  list,
  oneOf,
  originOf,
  publicAddress,
  rangeOf,
  secretText,
  span,
  targetOf,
  text,
  whole,
  zone,
} from './kinds.ts'
import type { Definitions } from './setting.ts'

const mebibyte = 1024 ** 2

/**
 * Every setting, stated once. Its variable and its flag follow from its name: `publicUrl` is `ALMANAC_PUBLIC_URL`,
 * `--public-url`, and `publicUrl` (or `public_url`, `public-url`) in `almanac.yaml`.
 */
export const settings = {
  host: {
    kind: text(/^[a-z0-9.:_-]+$/i, {
      en: 'an address or a host name',
      fr: 'une adresse ou un nom d’hôte',
    }),
    default: '127.0.0.1',
    plain: 'HOST',
    en: 'The address to listen on; 0.0.0.0 or :: for every network of the machine.',
    fr: 'L’adresse d’écoute ; 0.0.0.0 ou :: pour tous les réseaux de la machine.',
  },
  port: {
    kind: whole(0, 65_535),
    default: 8080,
    plain: 'PORT',
    en: 'The port to listen on; 0 for any that is free.',
    fr: 'Le port d’écoute ; 0 pour n’importe quel port libre.',
  },
  publicUrl: {
    kind: publicAddress(),
    default: '',
    en: 'The address by which people reach the service, path included; empty for the address it listens on.',
    fr: 'L’adresse à laquelle on joint le service, chemin compris ; vide pour l’adresse d’écoute.',
  },
  basePath: {
    kind: text(
      /^(\/[\w.~-]+)+$/,
      { en: 'a path such as /wp-json', fr: 'un chemin tel que /wp-json' },
      { canBeEmpty: true, tidy: written => written.replace(/\/+$/, '').replace(/^(?=[^/])/, '/') },
    ),
    default: '',
    en: 'A path in front of the namespace, such as /wp-json.',
    fr: 'Un chemin placé devant l’espace de noms, tel que /wp-json.',
  },
  namespace: {
    kind: text(
      /^[\w-]+(\/[\w-]+){2}$/,
      {
        en: 'three segments such as tribe/events/v1',
        fr: 'trois segments tels que tribe/events/v1',
      },
      { tidy: written => written.replace(/^\/+|\/+$/g, '') },
    ),
    default: 'cal/events/v1',
    en: 'The namespace of the interface; tribe/events/v1 for clients of The Events Calendar.',
    fr: 'L’espace de noms de l’interface ; tribe/events/v1 pour les clients de The Events Calendar.',
  },
  language: {
    kind: oneOf('en', 'fr'),
    default: 'en',
    en: 'The language spoken where a request asks for none.',
    fr: 'La langue employée quand une requête n’en demande aucune.',
  },
  timezone: {
    kind: zone(),
    default: 'UTC',
    en: 'The time zone of the site, for events that name none.',
    fr: 'Le fuseau horaire du site, pour les évènements qui n’en indiquent pas.',
  },
  currencySymbol: {
    kind: text(
      /^[^<>]{1,10}$/,
      { en: 'a symbol such as $', fr: 'un symbole tel que €' },
      { canBeEmpty: true },
    ),
    default: '$',
    en: 'The symbol shown with costs that are bare numbers.',
    fr: 'Le symbole affiché avec les tarifs qui ne sont que des nombres.',
  },
  currencyPosition: {
    kind: oneOf('prefix', 'postfix'),
    default: 'prefix',
    en: 'Whether the symbol stands before (prefix) or after (postfix) the number.',
    fr: 'La place du symbole : avant (prefix) ou après (postfix) le nombre.',
  },
  currencyCode: {
    kind: text(
      /^[A-Z]{3}$/,
      { en: 'three letters such as EUR', fr: 'trois lettres telles que EUR' },
      { tidy: written => written.toUpperCase() },
    ),
    default: 'USD',
    en: 'The currency by its ISO 4217 code.',
    fr: 'La monnaie, par son code ISO 4217.',
  },
  perPage: {
    kind: whole(1, 1000),
    default: 10,
    en: 'How many records a page of a list has when nothing is asked.',
    fr: 'Le nombre de fiches par page d’une liste quand rien n’est demandé.',
  },
  mostPerPage: {
    kind: whole(1, 1000),
    default: 50,
    en: 'How many records a page of a list has at most.',
    fr: 'Le nombre maximal de fiches par page d’une liste.',
  },
  geolocation: {
    kind: flag(),
    default: true,
    en: 'Whether events can be searched by place.',
    fr: 'Peut-on chercher les évènements par lieu géographique ?',
  },
  fallback: {
    kind: flag(),
    default: true,
    en: 'Whether a text that is missing in one language is shown in the other.',
    fr: 'Un texte absent dans une langue est-il montré dans l’autre ?',
  },
  dataFolder: {
    kind: text(/^[^\0]+$/, { en: 'the path of a folder', fr: 'le chemin d’un dossier' }),
    default: 'data',
    en: 'Where the database and the pictures are kept.',
    fr: 'Le dossier où sont conservées la base de données et les images.',
  },
  logLevel: {
    kind: oneOf('silent', 'error', 'warn', 'info', 'debug'),
    default: 'info',
    en: 'How much is written to the log.',
    fr: 'Ce qui est écrit dans le journal, du silence au moindre détail.',
  },
  logFormat: {
    kind: oneOf('auto', 'text', 'json'),
    default: 'auto',
    en: 'The form of the log; auto is text on a terminal and JSON elsewhere.',
    fr: 'La forme du journal ; auto donne du texte dans un terminal et du JSON ailleurs.',
  },
  trustedProxies: {
    kind: list(
      {
        en: 'addresses or ranges such as 127.0.0.1, 10.0.0.0/8',
        fr: 'des adresses ou des plages telles que 127.0.0.1, 10.0.0.0/8',
      },
      rangeOf,
    ),
    default: [],
    en: 'The proxies whose X-Forwarded-For header is believed.',
    fr: 'Les serveurs mandataires (proxys) dont l’en-tête X-Forwarded-For est cru.',
  },
  corsOrigins: {
    kind: list(
      {
        en: '*, or origins such as https://example.org',
        fr: '*, ou des origines telles que https://exemple.fr',
      },
      originOf,
    ),
    default: ['*'],
    en: 'The sites whose pages may call the interface from a browser; * for all.',
    fr: 'Les sites dont les pages peuvent appeler l’interface depuis un navigateur ; * pour tous.',
  },
  bodyLimit: {
    kind: bytes(256 * mebibyte),
    default: mebibyte,
    en: 'The largest body of a request.',
    fr: 'La taille maximale du corps d’une requête.',
  },
  uploadLimit: {
    kind: bytes(1024 * mebibyte),
    default: 16 * mebibyte,
    en: 'The largest picture that is accepted.',
    fr: 'La taille maximale d’une image acceptée.',
  },
  pixelLimit: {
    kind: whole(1, 1_000_000_000),
    default: 50_000_000,
    en: 'How many pixels a picture has at most.',
    fr: 'Le nombre maximal de pixels d’une image.',
  },
  fetchAllow: {
    kind: list(
      {
        en: 'origins, host names, addresses or ranges such as http://127.0.0.1:9000, 10.0.0.0/8',
        fr: 'des origines, noms d’hôte, adresses ou plages tels que http://127.0.0.1:9000, 10.0.0.0/8',
      },
      targetOf,
    ),
    default: [],
    en: 'Private places from which pictures may be fetched all the same.',
    fr: 'Les endroits privés d’où l’on peut malgré tout copier des images.',
  },
  fetchTimeout: {
    kind: span('ms', 1, 600_000),
    default: 10_000,
    en: 'How long fetching a picture may take, in milliseconds.',
    fr: 'La durée maximale de la copie d’une image, en millisecondes.',
  },
  clock: {
    kind: instant(),
    default: '',
    en: 'The instant at which the clock starts, for tests and demonstrations; empty for now.',
    fr: 'L’instant où démarre l’horloge, pour les essais et les démonstrations ; vide pour maintenant.',
  },
  rateLimit: {
    kind: whole(0, 1_000_000_000),
    default: 0,
    en: 'How many requests an address may send per minute; 0 for any number.',
    fr: 'Le nombre de requêtes permises par minute et par adresse ; 0 pour ne pas limiter.',
  },
  attemptLimit: {
    kind: whole(1, 1_000_000),
    default: 20,
    en: 'How many wrong credentials an address may send for a login before it must wait.',
    fr: 'Le nombre d’échecs d’authentification permis par adresse et par identifiant avant une attente.',
  },
  attemptWindow: {
    kind: span('s', 1, 86_400),
    default: 300,
    en: 'How long failed attempts are remembered, in seconds.',
    fr: 'La durée pendant laquelle les échecs d’authentification comptent, en secondes.',
  },
  answerCache: {
    kind: bytes(8192 * mebibyte, 0),
    default: 32 * mebibyte,
    en: 'How much memory kept answers may take; 0 keeps none.',
    fr: 'La mémoire que peuvent occuper les réponses conservées ; 0 n’en conserve aucune.',
  },
  recordCache: {
    kind: bytes(8192 * mebibyte),
    default: 24 * mebibyte,
    en: 'How much memory ready records may take.',
    fr: 'La mémoire que peuvent occuper les fiches prêtes à l’envoi.',
  },
  gracePeriod: {
    kind: span('ms', 0, 600_000),
    default: 10_000,
    en: 'How long requests in progress may take when the service stops, in milliseconds.',
    fr: 'Le temps laissé aux requêtes en cours quand le service s’arrête, en millisecondes.',
  },
  adminLogin: {
    kind: text(
      /^[\p{L}\p{N}._@+-]{1,60}$/u,
      {
        en: 'a login of letters, digits and . _ @ + -',
        fr: 'un identifiant fait de lettres, de chiffres et de . _ @ + -',
      },
      { canBeEmpty: true },
    ),
    default: '',
    en: 'The login of an administrator to make when there is none of that name.',
    fr: 'L’identifiant d’un compte administrateur à créer s’il n’existe pas.',
  },
  adminEmail: {
    kind: text(
      /^[^\s@]+@[^\s@]+$/,
      { en: 'an e-mail address', fr: 'une adresse e-mail' },
      { canBeEmpty: true },
    ),
    default: '',
    en: 'The e-mail address of that administrator.',
    fr: 'L’adresse e-mail de ce compte administrateur.',
  },
  adminPassword: {
    kind: secretText(10),
    default: '',
    secret: true,
    en: 'The password of that administrator.',
    fr: 'Le mot de passe de ce compte administrateur.',
  },
  adminToken: {
    kind: secretText(20),
    default: '',
    secret: true,
    en: 'A bearer token for that administrator, with admin scope.',
    fr: 'Un jeton d’accès pour ce compte administrateur, de portée « admin ».',
  },
} as const satisfies Definitions
