import type { TextView } from '../../define/record-texts.ts'
import type { VenueView } from '../../resources/index.ts'

/** A venue on a map, and what its pin leads to, if it leads anywhere. */
export type Place = {
  id: number
  lat: number
  lng: number
  name: TextView
  href?: string
  /** The label of its pin for screen readers. */
  label: string
}

/** A venue as a place; undefined where maps do not show it. */
export function placeOf(
  { id, name, point, showsMap }: VenueView,
  { href, label = name.text }: Partial<Pick<Place, 'href' | 'label'>> = {},
): Place | undefined {
  if (!point || !showsMap) return undefined
  const { lat, lng } = point
  return { id, lat, lng, name, label, ...(href !== undefined && { href }) }
}

/** A place on the map of another site: a link that sends no request until it is followed. */
export const placeLink = ({ lat, lng }: Pick<Place, 'lat' | 'lng'>) =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`

/** Directions to a venue on the same site. */
export function directionsTo(venue: VenueView): string | undefined {
  if (!venue.showsMapLink) return undefined
  const { point, hasPlace } = venue
  const to = point ? `${point.lat},${point.lng}` : hasPlace ? venue.address : ''
  return to ? `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}` : undefined
}
