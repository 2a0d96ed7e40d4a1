import type { Definitions } from './setting.ts'
import { whole } from './setting-types.ts'

/** How long lists and feeds are. */
export const listSettings = {
  perPage: {
    type: whole(1, 1000),
    default: 10,
    en: 'The number of records on a page of a list when per_page is not given.',
    fr: 'Le nombre de fiches par page d’une liste quand per_page n’est pas donné.',
  },
  mostPerPage: {
    type: whole(1, 1000),
    default: 50,
    en: 'The maximum number of records on a page of a list.',
    fr: 'Le nombre maximal de fiches par page d’une liste.',
  },
  mostInFeed: {
    type: whole(1, 100_000),
    default: 5000,
    en: 'The maximum number of events in a feed, which has no pages.',
    fr: 'Le nombre maximal d’évènements d’un flux, qui n’a pas de pages.',
  },
} as const satisfies Definitions
