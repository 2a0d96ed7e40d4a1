import type { cities } from '../cities.ts'

/** A venue as we write it down; its city gives the rest. `off` is how far it lies from the centre, in degrees. */
export type Place = {
  key: string
  in: keyof typeof cities
  en: string
  fr: string
  address: string
  zip: string
  off: [lat: number, lng: number]
  about: { en: string; fr: string }
}
