import type { Sentence } from '../define/field-type.ts'
import type { Setting } from './setting.ts'

type Removed = Sentence & Pick<Setting, 'plain' | 'secret'>

/** The sentence about a limit that is fixed now. */
const fixed = (en: string, fr: string): Removed => ({
  en: `Remove it: the limit is always ${en}.`,
  fr: `Supprimez-le : la limite est toujours de ${fr}.`,
})

const [requests, feed] = [
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
  recordCache: fixed('40 MiB', '40 Mio'),
}
