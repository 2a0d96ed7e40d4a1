import type { View } from '../../define/derived.ts'
import { fold } from '../../define/text/fold.ts'
import { nearest } from '../../define/text/similar-word.ts'
import { formatWall } from '../../define/time/clock.ts'
import { type EventView, viewIn } from '../../resources/index.ts'
import { eventIn } from '../listing/items.ts'
import type { PageRequest } from '../shell/page.ts'
import { viewNamed } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { startOf } from './dates.ts'
import { isChosen } from './fields.ts'

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
async function placesLike(request: PageRequest, words: readonly string[]): Promise<Place[]> {
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

/** What its sender is asked about once: a venue that was perhaps meant, an event that is perhaps the same. */
export type Similar = { places: Place[]; events: EventView[] }

type Typed = Record<string, string>

/** Venues that are offered, events that are named, events of one day that are compared. */
const max = { places: 3, events: 3, compared: 20 }

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Undefined if nothing is similar, or if the sender has confirmed the proposal already. */
export async function similarTo(request: PageRequest, typed: Typed): Promise<Similar | undefined> {
  if (typed.sure === isChosen) return undefined
  const place = await matchingPlace(request, typed)
  const places = place ? [] : await similarPlaces(request, typed)
  const events = await sameEvents(request, typed, place)
  return places.length + events.length > 0 ? { places, events } : undefined
}

/** Venues of the city whose name has the words of the typed one, or the other way round, as they may be misspelt. */
async function similarPlaces(
  request: PageRequest,
  { venue = '', city: typedCity = '' }: Typed,
): Promise<Place[]> {
  const typed = wordsOf(venue)
  if (typed.length === 0) return []
  const wanted = fold(typedCity.trim())
  const candidates = await placesLike(request, typed)
  return candidates
    .filter(({ city }) => city === '' || wanted === '' || fold(city) === wanted)
    .filter(({ name }) => {
      const own = wordsOf(name)
      return areAmong(own, typed) || areAmong(typed, own)
    })
    .slice(0, max.places)
}

const areAmong = (words: readonly string[], others: readonly string[]) =>
  words.length > 0 &&
  words.every(word =>
    others.some(
      other => other === word || (word.length >= 4 && nearest(word, [other]) !== undefined),
    ),
  )

/** Public events of the same title on the day, at the place if both have one. */
async function sameEvents(
  request: PageRequest,
  { title = '', start_date = '', venue = '' }: Typed,
  place: Place | undefined,
): Promise<EventView[]> {
  const { world } = request
  const at = startOf(start_date, { now: world.now(), zone: world.site.zone })
  const words = wordsOf(title)
  if (at === undefined || words.length === 0) return []
  const day = formatWall(at).slice(0, 10)
  const { views } = await request.reading.list('event', {
    search: words.slice(0, 8).join(' ').slice(0, 100),
    start_date: `${day} 00:00:00`,
    end_date: `${day} 23:59:59`,
    per_page: max.compared,
  })
  const isThere = ({ venues }: EventView) =>
    venues.length === 0 ||
    venue.trim() === '' ||
    venues.some(({ id, name }) =>
      place ? Number(id) === place.id : fold(name.text) === fold(venue.trim()),
    )
  return views
    .map(view => eventIn(request, view))
    .filter(event => wordsOf(event.title.text).join(' ') === words.join(' ') && isThere(event))
    .slice(0, max.events)
}
