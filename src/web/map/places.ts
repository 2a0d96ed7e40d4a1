import type { StoredRecord } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import { addressLine } from '../../resources/venue/postal-address.ts'
import { linkedOf, type ShownText } from '../listing/items.ts'
import type { PageRequest } from '../shell/page.ts'
import { type Spot, spotOf } from './plane.ts'

/** A venue on a map, and what its pin leads to. */
export type Place = {
  id: number
  spot: Spot
  name: ShownText
  city: string
  href: string
  /** What its pin says to those who do not see it. */
  label: string
}

const number = (fact: unknown) => (fact === null || fact === undefined ? Number.NaN : Number(fact))

/** Where a venue is, if that is known and it may be shown on maps. */
function spotOfVenue({ facts }: StoredRecord): Spot | undefined {
  const [lat, lng] = [number(facts.geo_lat), number(facts.geo_lng)]
  return facts.show_map === 0 || Number.isNaN(lat) || Number.isNaN(lng)
    ? undefined
    : spotOf(lat, lng)
}

/** A venue as a place; undefined where maps do not show it. */
export function placeOf(
  asked: PageRequest,
  venue: StoredRecord,
  { href, label }: Partial<Pick<Place, 'href' | 'label'>>,
): Place | undefined {
  const spot = spotOfVenue(venue)
  if (!spot) return undefined
  const { id, name, href: page } = linkedOf(asked, venue)
  const city = String(venue.facts.city ?? '').trim()
  return { id, spot, name, city, href: href ?? page, label: label ?? name.text }
}

/** Where somebody else shows the way to a venue: a link, which nothing is asked of until it is followed. */
export function directionsTo(venue: StoredRecord, language: Language): string | undefined {
  const { facts } = venue
  if (facts.show_map_link === 0) return undefined
  const [lat, lng] = [number(facts.geo_lat), number(facts.geo_lng)]
  const address = facts.address || facts.city ? addressLine(facts, language) : ''
  const to = Number.isNaN(lat) || Number.isNaN(lng) ? address : `${lat},${lng}`
  return to ? `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}` : undefined
}
