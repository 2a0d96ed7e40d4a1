import { atom } from './atom.ts'
import { csv } from './csv.ts'
import type { FeedFormat } from './format.ts'
import { geojson } from './geojson.ts'
import { ics } from './ics.ts'
import { jsonFeed } from './json-feed.ts'
import { rss } from './rss.ts'

/** Every format of feeds, by what its URLs end with. */
export const feedFormats = { ics, rss, atom, json: jsonFeed, csv, geojson } satisfies Record<
  string,
  FeedFormat
>
export type FeedExtension = keyof typeof feedFormats
export const feedExtensions = Object.keys(feedFormats) as FeedExtension[]
