import { cities } from '../cities.ts'
import type { Draft, VenueBody } from '../draft.ts'
import { website } from '../organizers.ts'
import { capitalPlaces } from './capital.ts'
import { easternPlaces } from './eastern.ts'
import { farPlaces } from './far.ts'
import { montrealPlaces } from './montreal.ts'
import type { Place } from './place.ts'

export type { Place } from './place.ts'

const everyPlace = [...montrealPlaces, ...capitalPlaces, ...easternPlaces, ...farPlaces]

export const places = new Map(everyPlace.map(place => [place.key, place]))

export const venues: Draft<VenueBody>[] = everyPlace.map((place, index) => ({
  key: place.key,
  body: venue(place, index + 10),
}))

function venue(place: Place, number: number): VenueBody {
  const { city, province, country, centre, phone } = cities[place.in]
  return {
    venue: place.en,
    description: `<p>${place.about.en}</p>`,
    website: website(place.key, 'en'),
    address: place.address,
    city,
    province,
    country,
    zip: place.zip,
    phone: phone.replace('##', String(number)),
    geo_lat: (centre[0] + place.off[0]).toFixed(4),
    geo_lng: (centre[1] + place.off[1]).toFixed(4),
    ml_language: 'en',
    translations: {
      fr: {
        venue: place.fr,
        description: `<p>${place.about.fr}</p>`,
        website: website(place.key, 'fr'),
      },
    },
  }
}
