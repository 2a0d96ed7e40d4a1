import type { Sentence } from '../define/field-type.ts'
import type { Setting } from './setting.ts'

type Removed = Sentence & Pick<Setting, 'plain' | 'secret'>

/** The sentence about a limit that is fixed now. */
const fixed = (en: string, fr: string): Removed => ({
  en: `Remove it: the limit is always ${en}.`,
  fr: `Supprimez-le : la limite est toujours de ${fr}.`,
})

/** The sentence about a part of the URL of a bucket. */
const inUrl = (name: string): Removed => ({
  secret: true,
  en: `Put it into ${name}: s3://KEY:SECRET@bucket/prefix?endpoint=https://s3.example.org&region=eu-west-3.`,
  fr: `Placez-le dans ${name} : s3://CLE:SECRET@compartiment/prefixe?endpoint=https://s3.exemple.fr&region=eu-west-3.`,
})

const dark: Removed = {
  en: 'Remove it: dark pages have the colors of light ones, made readable. For others, use rules for :root[data-scheme=dark] in stylesheet.',
  fr: 'Supprimez-le : les pages sombres ont les couleurs des claires, rendues lisibles. Pour d’autres, écrivez des règles pour :root[data-scheme=dark] dans stylesheet.',
}

const counter: Removed = {
  en: 'Put it into analytics: the service, the URL of its script, the site and attributes, such as plausible https://plausible.io/js/script.js example.org.',
  fr: 'Placez-le dans analytics : le service, l’URL de son script, le site et les attributs, par exemple plausible https://plausible.io/js/script.js exemple.fr.',
}

const currency: Removed = {
  en: 'Remove it: the symbol and its place follow from currencyCode, language and the region of the language.',
  fr: 'Supprimez-le : le symbole et sa place découlent de currencyCode, de language et de la région de la langue.',
}

const api: Removed = {
  en: 'Use apiPath with both, such as /wp-json/tribe/events/v1.',
  fr: 'Utilisez apiPath avec les deux, par exemple /wp-json/tribe/events/v1.',
}

const idle = fixed(
  '2 days; sessionMaxAge bounds every session',
  '2 jours ; sessionMaxAge borne toute session',
)

const [responses, requests, feed] = [
  fixed('32 MiB', '32 Mio'),
  fixed('1,000 requests', '1\u202f000 requêtes'),
  fixed('5,000 events', '5\u202f000 évènements'),
]

/** Settings of earlier versions, under all names that they had, each with a sentence that says what to use instead. */
export const removedSettings: Readonly<Record<string, Removed>> = {
  databaseReplicaUrls: {
    plain: 'DATABASE_REPLICA_URLS',
    secret: true,
    en: 'Almanac reads from the database in databaseUrl only: for more readers, put a cache in front or start more processes.',
    fr: 'Almanac ne lit que dans la base de databaseUrl : pour davantage de lecteurs, placez un cache devant ou démarrez d’autres processus.',
  },
  attemptWindow: fixed(
    '5 minutes; attemptLimit is the number of attempts within it',
    '5 minutes ; attemptLimit est le nombre d’échecs permis pendant ce temps',
  ),
  bodyMemory: fixed('64 MiB', '64 Mio'),
  fetchTimeout: fixed('10 seconds', '10 secondes'),
  gracePeriod: fixed('10 seconds', '10 secondes'),
  imageMemory: fixed('512 MiB, or 40 % of the memory', '512 Mio, ou 40 % de la mémoire'),
  maxConcurrentRequests: requests,
  mostRequests: requests,
  maxFeedEvents: feed,
  mostInFeed: feed,
  maxOccurrences: fixed('5,000 dates', '5\u202f000 dates'),
  pixelLimit: fixed('50 million pixels', '50 millions de pixels'),
  responseCache: responses,
  answerCache: responses,
  recordCache: fixed('40 MiB', '40 Mio'),
  imageStoreEndpoint: inUrl('imageStore'),
  imageStoreRegion: inUrl('imageStore'),
  imageStoreKey: inUrl('imageStore'),
  imageStoreSecret: inUrl('imageStore'),
  backupStoreEndpoint: inUrl('backupStore'),
  backupStoreRegion: inUrl('backupStore'),
  backupStoreKey: inUrl('backupStore'),
  backupStoreSecret: inUrl('backupStore'),
  darkAccentColor: dark,
  darkSecondColor: dark,
  darkPaperColor: dark,
  darkInkColor: dark,
  accessLogFile: {
    en: 'Put it behind the format in accessLog, such as combined /var/log/almanac/access.log.',
    fr: 'Placez-le après le format dans accessLog, par exemple combined /var/log/almanac/access.log.',
  },
  basePath: api,
  namespace: api,
  currencySymbol: currency,
  currencyPosition: currency,
  sessionIdleTimeout: idle,
  sessionIdle: idle,
  updateUrl: {
    en: 'Remove it, and give the URL to the command: almanac update --check URL.',
    fr: 'Supprimez-le, et donnez l’URL à la commande : almanac update --check URL.',
  },
  adminEmail: {
    en: 'Use the e-mail address as adminLogin, or enter it on the screen of the account.',
    fr: 'Donnez l’adresse e-mail comme adminLogin, ou saisissez-la sur l’écran du compte.',
  },
  analyticsScript: counter,
  analyticsSite: counter,
  analyticsAttributes: counter,
  defaultShowMap: {
    en: 'Remove it: new events show their map, where mapSource names one, until an editor unticks it.',
    fr: 'Supprimez-le : les nouveaux évènements affichent leur carte, si mapSource en désigne une, tant qu’on ne la décoche pas.',
  },
  logoHeight: {
    en: 'Use a rule for .site .name img in stylesheet.',
    fr: 'Écrivez une règle pour .site .name img dans stylesheet.',
  },
  geocoderUrl: {
    en: 'Put it behind the service in geocoder, such as photon https://photon.example.org.',
    fr: 'Placez-le après le service dans geocoder, par exemple photon https://photon.exemple.fr.',
  },
  mapTiles: {
    en: 'Put it behind url in mapSource, such as url https://tiles.example.org/{z}/{x}/{y}.png.',
    fr: 'Placez-le après url dans mapSource, par exemple url https://tuiles.exemple.fr/{z}/{x}/{y}.png.',
  },
}

/** The stored values of an earlier version, with those of removed settings in the ones that have taken their place. */
export function carriedOver(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { analyticsScript, analyticsSite, analyticsAttributes, geocoderUrl, mapTiles, ...others } =
    stored
  const values: Record<string, unknown> = others
  const join = (name: string, first: unknown, ...more: unknown[]) => {
    const texts = more.filter(text => typeof text === 'string' && text !== '')
    if (texts.length > 0 && typeof first === 'string') values[name] = [first, ...texts].join(' ')
  }
  join('analytics', values.analytics, analyticsScript, analyticsSite, analyticsAttributes)
  join('geocoder', values.geocoder, geocoderUrl)
  const mapSource = values.mapSource ?? 'url'
  if (mapSource === 'url') join('mapSource', mapSource, mapTiles)
  return values
}
