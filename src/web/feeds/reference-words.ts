import type { FeedExtension } from '../shell/feed-extensions.ts'
import type { PageRequest } from '../shell/page.ts'

/** The format that the query of a page with events asks for, as The Events Calendar and WordPress name it. */
export function askedFormat({ query }: Pick<PageRequest, 'query'>): FeedExtension | undefined {
  if (query.has('ical') || query.has('outlook-ical')) return 'ics'
  const feed = query.get('feed')?.toLowerCase()
  if (feed === undefined) return undefined
  if (feed === 'ical' || feed === 'ics') return 'ics'
  return feed === 'atom' ? 'atom' : 'rss'
}

/** Filters of The Events Calendar, as the list of the API calls them. */
const filterWords = new Map([
  ['tribe_events_cat', 'categories'],
  ['tribe-bar-search', 'search'],
])

/** The view and the day that a query names. */
export type Display = { view: string; day: string }

export const displayOf = ({ query }: Pick<PageRequest, 'query'>): Display => ({
  view: query.get('eventDisplay')?.toLowerCase() ?? '',
  day: (query.get('tribe-bar-date') || query.get('eventDate') || '').slice(0, 10),
})

/** A request whose query has the filters of the API. */
export function withOurFilters(request: PageRequest): PageRequest {
  const { query, url } = request
  if (![...query.keys()].some(name => filterWords.has(name))) return request
  const own = new URLSearchParams()
  for (const [name, value] of query) {
    const word = filterWords.get(name)
    if (word === undefined) own.append(name, value)
    // a form sends all its fields, and our own word counts
    else if (value.trim() !== '' && !query.has(word)) own.append(word, value)
  }
  return { ...request, query: own, url: { ...url, search: `?${own}` } }
}
