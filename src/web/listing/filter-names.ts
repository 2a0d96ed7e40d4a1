/** Filters of views, called as in the API: the same query string asks the same of a page, a feed and a list. */
export const filterNames = [
  'q',
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'city',
  'featured',
  'free',
  'attendance',
  'audience',
  'accessibility',
  'event_status',
  'availability',
  'occurrences',
] as const
