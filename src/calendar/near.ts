import type { Reader } from '../store/store.ts'
import { type Actor, mayRead } from './access.ts'

const earthKm = 6371

/** Great-circle distance in kilometres. */
export function kilometres(
  a: { lat: number; lng: number },
  b: { lat: number; lng: number },
): number {
  const rad = Math.PI / 180
  const half = (x: number) => Math.sin((x * rad) / 2) ** 2
  const h =
    half(b.lat - a.lat) + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * half(b.lng - a.lng)
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)))
}

const mostVenues = 10_000

/** Readable venues within a radius, nearest first (X1). */
export async function venuesNear(
  reader: Reader,
  actor: Actor,
  at: { lat: number; lng: number },
  km: number,
): Promise<number[]> {
  const high = (km / earthKm) * (180 / Math.PI)
  const shrink = Math.cos(Math.min(89.9, Math.abs(at.lat) + high) * (Math.PI / 180))
  const wide = Math.min(360, high / Math.max(shrink, 1e-6))
  const [west, east] = [at.lng - wide, at.lng + wide]
  // Across the date line, or around a pole, every longitude is looked at.
  const wraps = west < -180 || east > 180
  const venues = await reader.venuesWithin({
    south: at.lat - high,
    north: at.lat + high,
    west: wraps ? -180 : west,
    east: wraps ? 180 : east,
  })
  return venues
    .filter(
      ({ status, author }) => status !== 'trash' && mayRead(actor, { facts: { status, author } }),
    )
    .map(venue => ({ id: venue.id, away: kilometres(at, venue) }))
    .filter(({ away }) => away <= km)
    .sort((a, b) => a.away - b.away || a.id - b.id)
    .slice(0, mostVenues)
    .map(({ id }) => id)
}
