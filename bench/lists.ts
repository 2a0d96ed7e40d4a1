/** The lists that must not grow with the calendar; deep pages may cost more. */
export function flatLists(
  api: string,
  venues: number,
): { name: string; path(n: number): string; most: number }[] {
  // Venues are the first records, organizers follow them; both of the busy kind.
  const venue = 3
  const organizer = venues + 3
  const events = (query: string) => (n: number) =>
    `${api}/events?per_page=10&${query.replaceAll('$', String(n % 50))}`
  const list = (name: string, query: string, most = 2) => ({ name, path: events(query), most })
  const other = (name: string, path: string) => ({ name, path: () => `${api}/${path}`, most: 2 })
  return [
    list('default window', 'page=1'),
    list('default window, page 100', 'page=100', 4),
    list('a window of six months', 'start_date=2026-08-01&end_date=2027-01-31'),
    list('all ten years', 'start_date=2000-01-01&end_date=2100-01-01'),
    list('one month', 'start_date=2026-09-01&end_date=2026-09-30'),
    list('overlap', 'starts_before=2026-09-30&ends_after=2026-09-01'),
    list('category', 'categories=2'),
    list('category with those below it', 'categories=5'),
    list('rare tag', 'tags=220'),
    list('common tag', 'tags=41'),
    list('venue', `venue=${venue}`),
    list('organizer', `organizer=${organizer}`),
    list('featured', 'featured=true'),
    list('not featured', 'featured=false'),
    list('category and tag', 'categories=2&tags=42'),
    list('category and venue', `categories=2&venue=${venue}`),
    list('category and featured', 'categories=2&featured=true'),
    list('tag and month', 'tags=41&start_date=2026-09-01&end_date=2026-09-30'),
    list('venue and featured', `venue=${venue}&featured=true`),
    list('near', 'geoloc_lat=45.5&geoloc_lng=-73.6&geoloc_radius=60'),
    list('with coordinates', 'geoloc=true'),
    list('search, rare word', 'search=theremin'),
    list('search, common word', 'search=jazz'),
    list('search and category', 'search=jazz&categories=2'),
    list('French, without fallback', 'ml_language=fr&ml_fallback=false'),
    other('venues', 'venues'),
    other('venues with events', 'venues?has_events=true'),
    other('venues with upcoming events', 'venues?only_with_upcoming=true'),
    other('organizers with upcoming events', 'organizers?only_with_upcoming=true'),
    other('categories in use', 'categories?hide_empty=true'),
    other('tags in use', 'tags?hide_empty=true'),
  ]
}
