import type { Sentence } from '../define/field-type.ts'
import type { Setting } from './setting.ts'

/** Settings of earlier versions, each with a sentence that says what to use instead. */
export const removedSettings: Readonly<
  Record<string, Sentence & Pick<Setting, 'plain' | 'secret'>>
> = {
  databaseReplicaUrls: {
    plain: 'DATABASE_REPLICA_URLS',
    secret: true,
    en: 'Almanac reads from the database in databaseUrl only: for more readers, put a cache in front or start more processes.',
    fr: 'Almanac ne lit que dans la base de databaseUrl : pour davantage de lecteurs, placez un cache devant ou démarrez d’autres processus.',
  },
}
