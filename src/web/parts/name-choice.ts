import { fold } from '../../define/text/fold.ts'
import { linkFilters, viewIn } from '../../resources/index.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'

/** What is chosen by its name where a calendar has too many to list them. */
export const namedKinds = ['venue', 'organizer'] as const
export type NamedKind = (typeof namedKinds)[number]

/** The parameter with the typed name. */
export const nameField = (kind: NamedKind) => `${kind}_name`

const suggested = {
  event: { path: 'events', query: 'occurrences=series&per_page=8&_fields=events.title&q=' },
  venue: { path: 'venues', query: 'per_page=20&_fields=venues.venue,venues.city&search=' },
  organizer: { path: 'organizers', query: 'per_page=20&_fields=organizers.organizer&search=' },
}

/** For `data-suggests`: URLs of the API that a script ends with what is typed, a space between two. */
export function suggestsFrom(request: PageRequest, ...kinds: (keyof typeof suggested)[]): string {
  const root = new URL(showContextOf(request).rootIn[request.language]).pathname
  return kinds.map(kind => `${root}/${suggested[kind].path}?${suggested[kind].query}`).join(' ')
}

/** The most records of one name that are compared. */
const maxAlike = 50

/** Those that are called so, or so with their city behind a comma. */
async function called(request: PageRequest, kind: NamedKind, typed: string) {
  const [name = ''] = typed.split(',')
  const search = name.trim().slice(0, 100)
  const { views } = await request.reading.list(kind, { search, per_page: maxAlike })
  const wanted = fold(typed.trim())
  const labels = ({ name, city = '' }: { name: { text: string }; city?: string }) => [
    name.text,
    `${name.text}, ${city}`,
  ]
  return views
    .map(view => viewIn(kind, view, showContextOf(request)))
    .filter(record => labels(record).some(label => fold(label) === wanted))
}

/** A typed name leads to the filter by what it names; a name that nothing has, to a search. */
export async function redirectedName(request: PageRequest): Promise<Content | undefined> {
  const { query, url } = request
  if (!namedKinds.some(kind => query.has(nameField(kind)))) return undefined
  const kept = new URLSearchParams(query)
  for (const kind of namedKinds) {
    const typed = query.get(nameField(kind))?.trim() ?? ''
    kept.delete(nameField(kind))
    if (typed === '') continue
    const records = await called(request, kind, typed)
    if (records.length > 0) kept.set(linkFilters[kind], records.map(({ id }) => id).join(','))
    else kept.set('q', [kept.get('q'), typed].filter(Boolean).join(' '))
  }
  return redirect(`${url.path}${kept.size > 0 ? `?${kept}` : ''}`, 302)
}
