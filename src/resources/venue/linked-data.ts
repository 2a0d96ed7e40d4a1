import type { StoredRecord } from '../../define/record.ts'
import { shown } from '../../define/record-texts.ts'
import { exact, ref } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { derived, type Named, optional } from '../../define/shown.ts'
import { embeddable, isA, named, namedSchema, reachedSchema, withoutEmpty } from '../linked-data.ts'

/** schema.org Place of a venue. */
export function place(record: StoredRecord, resource: Named, context: ShowContext) {
  const { facts } = record
  const placed = facts.geo_lat !== null && facts.geo_lng !== null
  return {
    '@type': 'Place',
    ...named(record, resource, context),
    address: {
      '@type': 'PostalAddress',
      ...withoutEmpty({
        streetAddress: facts.address,
        addressLocality: facts.city,
        addressRegion: facts.state || facts.province,
        postalCode: facts.zip,
        addressCountry: facts.country,
      }),
    },
    ...(placed && {
      geo: { '@type': 'GeoCoordinates', latitude: facts.geo_lat, longitude: facts.geo_lng },
    }),
    ...withoutEmpty({
      telephone: facts.phone,
      sameAs: shown(record, 'website', context.language),
    }),
  }
}

export const placeData = optional(
  derived<Record<string, unknown> | undefined>(
    ref('PlaceLinkedData'),
    ({ record }, context, { resource, isAlone }) =>
      isAlone ? embeddable(place(record, resource, context)) : undefined,
  ),
)

const number = { type: 'number' }
const parts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry']

export const placeSchema = exact(
  {
    en: 'The venue as a schema.org Place.',
    fr: 'Le lieu sous la forme Place de schema.org.',
  },
  {
    '@type': isA('Place'),
    ...namedSchema,
    address: exact(
      {
        en: 'The address; empty parts are left out.',
        fr: 'L’adresse ; les parties vides sont omises.',
      },
      {
        '@type': isA('PostalAddress'),
        ...Object.fromEntries(parts.map(part => [part, { type: 'string', minLength: 1 }])),
      },
      parts,
    ),
    geo: exact(
      { en: 'The coordinates.', fr: 'Les coordonnées.' },
      { '@type': isA('GeoCoordinates'), latitude: number, longitude: number },
    ),
    ...reachedSchema,
  },
  ['description', 'geo', 'telephone', 'sameAs'],
)
