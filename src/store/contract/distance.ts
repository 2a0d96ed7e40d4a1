import {
  earthKm,
  type GeoPoint,
  isInWindow,
  kilometersBetween,
  type MapWindow,
} from '../../define/distance.ts'
import type { Visible } from './visible.ts'

export type Place = GeoPoint

/** Around a point: events at venues within so many kilometres that the caller sees. */
export type Near = Place & {
  km: number
  venues: Visible
  /** Only those in it. */
  within?: MapWindow
}

const rad = Math.PI / 180

/** More than anyone leafs through. */
const maxVenues = 10_000

type Box = { south: number; north: number; west: number; east: number }

/** A box that holds the circle, or what is asked for of it. */
export function boxAround({ lat, lng, km, within }: Omit<Near, 'venues'>): Box {
  if (within) return within.west <= within.east ? within : { ...within, west: -180, east: 180 }
  const high = km / earthKm / rad
  const furthest = Math.abs(lat) + high
  const wide = furthest < 90 ? Math.min(360, high / Math.cos(furthest * rad)) : 360
  const [west, east] = [lng - wide, lng + wide]
  // Across the date line, or around a pole, every longitude is looked at.
  const wraps = west < -180 || east > 180
  return {
    south: lat - high,
    north: lat + high,
    west: wraps ? -180 : west,
    east: wraps ? 180 : east,
  }
}

/** The IDs of these venues that are within the circle, nearest first (X1). */
export const nearestFirst = (
  near: Omit<Near, 'venues'>,
  venues: Iterable<Place & { id: number }>,
): number[] =>
  Array.from(venues)
    .filter(venue => !near.within || isInWindow(near.within, venue))
    .map(venue => ({ id: venue.id, away: kilometersBetween(near, venue) }))
    .filter(({ away }) => away <= near.km)
    .sort((a, b) => a.away - b.away || a.id - b.id)
    .slice(0, maxVenues)
    .map(({ id }) => id)
