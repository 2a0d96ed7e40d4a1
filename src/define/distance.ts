/** Degrees of latitude and longitude. */
export type GeoPoint = { lat: number; lng: number }

export const earthKm = 6371
const rad = Math.PI / 180

/** Great-circle distance in kilometers. */
export function kilometersBetween(a: GeoPoint, b: GeoPoint): number {
  const half = (x: number) => Math.sin((x * rad) / 2) ** 2
  const h =
    half(b.lat - a.lat) + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * half(b.lng - a.lng)
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** A window of a map; `west` is above `east` where it crosses the date line. */
export type MapWindow = { west: number; south: number; east: number; north: number }

export const isInWindow = ({ west, south, east, north }: MapWindow, { lat, lng }: GeoPoint) =>
  lat >= south &&
  lat <= north &&
  (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east)

/** The middle of a window. */
export function middleOf({ west, south, east, north }: MapWindow): GeoPoint {
  const lng = (west + east) / 2 + (west <= east ? 0 : 180)
  return { lat: (south + north) / 2, lng: lng > 180 ? lng - 360 : lng }
}
