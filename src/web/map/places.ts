import type { ShownText } from '../../define/record-texts.ts'
import type { VenueView } from '../../resources/view.ts'
import { hrefOf } from '../listing/items.ts'
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

/** A venue as a place; undefined where maps do not show it. */
export function placeOf(
  request: PageRequest,
  venue: VenueView,
  { href, label }: Partial<Pick<Place, 'href' | 'label'>>,
): Place | undefined {
  const { id, name, city, point } = venue
  const spot = point && venue.showsMap ? spotOf(point.lat, point.lng) : undefined
  if (!spot) return undefined
  return {
    id,
    spot,
    name,
    city,
    href: href ?? hrefOf(request, 'venue', venue),
    label: label ?? name.text,
  }
}

/** Directions to a venue on another site: a link that sends no request until it is followed. */
export function directionsTo(venue: VenueView): string | undefined {
  if (!venue.showsMapLink) return undefined
  const { point, hasPlace } = venue
  const to = point ? `${point.lat},${point.lng}` : hasPlace ? venue.address : ''
  return to ? `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}` : undefined
}
