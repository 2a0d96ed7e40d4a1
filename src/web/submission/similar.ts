import { fold } from '../../define/text/fold.ts'
import { nearest } from '../../define/text/similar-word.ts'
import { formatWall } from '../../define/time/clock.ts'
import type { EventView } from '../../resources/index.ts'
import { eventIn } from '../listing/items.ts'
import type { PageRequest } from '../shell/page.ts'
import { startOf } from './dates.ts'
import { isChosen } from './fields.ts'
import { matchingPlace, type Place, placesLike } from './places.ts'

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
