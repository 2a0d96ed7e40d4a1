import type { FeedExtension } from '../shell/feed-extensions.ts'
import { csv } from './csv.ts'
import type { FeedFormat } from './format.ts'
import { ics } from './ics.ts'
import { geojson, jsonFeed } from './json-feed.ts'
import { atom, rss } from './rss.ts'

export const feedFormats: Record<FeedExtension, FeedFormat> = {
  ics,
  rss,
  atom,
  json: jsonFeed,
  csv,
  geojson,
}
