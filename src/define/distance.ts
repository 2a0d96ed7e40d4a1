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
