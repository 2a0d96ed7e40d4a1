/** The formats of feeds, by what their URLs end with. */
export const feedExtensions = ['ics', 'rss', 'atom', 'json', 'csv', 'geojson'] as const
export type FeedExtension = (typeof feedExtensions)[number]
