import type { AdminOutput } from '../../sdk/index.ts'
import type { Row } from './records.ts'
import { isOfStates } from './stands.ts'

export type PlaceMatch = AdminOutput<'GET /places'>['places'][number]

/** The values of a venue at a place. Fields that the place lacks are empty. */
export function placeFacts({ lat, lng, address, city, zip, province, country }: PlaceMatch) {
  const isState = isOfStates(country)
  return {
    address,
    city,
    zip,
    country,
    province: isState ? '' : province,
    state: isState ? province : '',
    stateprovince: '',
    geo_lat: lat,
    geo_lng: lng,
  }
}

/** The values with which a new venue begins: the city and the country of another. */
export function nearTo(venue: Row | undefined): Record<string, string> {
  const near = ['city', 'country', 'province', 'state'].flatMap(name => {
    const value = venue?.[name]
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return Object.fromEntries(near)
}
