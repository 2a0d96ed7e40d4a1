import { exact } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import {
  linkedData,
  named,
  namedSchema,
  reachedSchema,
  typeNamed,
  withoutEmpty,
} from '../shared/linked-data.ts'
import { VenueRecord, type VenueView } from './view.ts'

/** schema.org Place of a venue. */
export function place(view: VenueView, context: ShowContext) {
  const { point, postalParts } = view
  return {
    '@type': 'Place',
    ...named(view, context),
    address: {
      '@type': 'PostalAddress',
      ...withoutEmpty({
        streetAddress: postalParts.street,
        addressLocality: postalParts.city,
        addressRegion: postalParts.region,
        postalCode: postalParts.zip,
        addressCountry: postalParts.country,
      }),
    },
    ...(point && { geo: { '@type': 'GeoCoordinates', latitude: point.lat, longitude: point.lng } }),
    ...withoutEmpty({ telephone: view.phone, sameAs: view.website }),
  }
}

export const placeData = linkedData('PlaceLinkedData', VenueRecord, place)

const number = { type: 'number' }
const parts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry']

export const placeSchema = exact(
  {
    en: 'The venue as a schema.org Place.',
    fr: 'Le lieu sous la forme Place de schema.org.',
  },
  {
    '@type': typeNamed('Place'),
    ...namedSchema,
    address: exact(
      {
        en: 'The address; empty parts are left out.',
        fr: 'L’adresse ; les parties vides sont omises.',
      },
      {
        '@type': typeNamed('PostalAddress'),
        ...Object.fromEntries(parts.map(part => [part, { type: 'string', minLength: 1 }])),
      },
      parts,
    ),
    geo: exact(
      { en: 'The coordinates.', fr: 'Les coordonnées.' },
      { '@type': typeNamed('GeoCoordinates'), latitude: number, longitude: number },
    ),
    ...reachedSchema,
  },
  ['description', 'geo', 'telephone', 'sameAs'],
)
