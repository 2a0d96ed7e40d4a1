import type { View } from '../../define/derived.ts'
import { fold } from '../../define/text/fold.ts'
import { viewIn } from '../../resources/index.ts'
import type { PageRequest } from '../shell/page.ts'
import { viewNamed } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'

/** A venue that visitors choose by its label: the name, with the city where it has one. */
export type Place = { id: number; name: string; city: string; label: string }

/** The form suggests so many; a script looks for others. */
const maxSuggested = 200
/** Maximum number of venues with one name that are compared. */
const maxAlike = 50
/** Words of a name that are searched, and letters of a word that was perhaps written otherwise. */
const [maxWords, beginning] = [2, 4]

async function placesBy(request: PageRequest, sent: object, max: number): Promise<Place[]> {
  const { views } = await request.reading.list('venue', { ...sent, per_page: max })
  return views.map(view => placeOf(request, view))
}

function placeOf(request: PageRequest, view: View): Place {
  const { id, name, city } = viewIn('venue', view, showContextOf(request))
  const label = city ? `${name.text}, ${city}` : name.text
  return { id: Number(id), name: name.text, city, label }
}

/** Venues with the longest of these words in their name, or its beginning. */
export async function placesLike(request: PageRequest, words: readonly string[]): Promise<Place[]> {
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, maxWords)
  const searched = [...longest, ...longest.map(word => word.slice(0, beginning))]
  const found = new Map<number, Place>()
  for (const search of new Set(searched))
    for (const place of await placesBy(request, { search }, maxAlike)) found.set(place.id, place)
  return [...found.values()]
}

export async function suggestedPlaces(request: PageRequest): Promise<Place[]> {
  const { compare } = new Intl.Collator(request.language)
  const places = await placesBy(request, {}, maxSuggested)
  return places.sort((a, b) => compare(a.label, b.label))
}

/** The published venue that was typed: by its label, or by a name that one venue alone has there. */
export async function matchingPlace(
  request: PageRequest,
  typed: { venue?: string; city?: string; place?: string },
): Promise<Place | undefined> {
  if (typed.place && /^\d{1,15}$/.test(typed.place)) {
    const view = await viewNamed(request.reading, 'venue', typed.place)
    return view && placeOf(request, view)
  }
  const wanted = fold(typed.venue?.trim() ?? '')
  const city = fold(typed.city?.trim() ?? '')
  if (wanted === '') return undefined
  const [name = ''] = (typed.venue ?? '').split(',')
  const candidates = await placesBy(request, { search: name.trim().slice(0, 100) }, maxAlike)
  const labelled = candidates.find(place => fold(place.label) === wanted)
  if (labelled) return labelled
  const named = candidates.filter(
    place => fold(place.name) === wanted && (city === '' || fold(place.city) === city),
  )
  return named.length === 1 ? named[0] : undefined
}
