import { exact, listOf, text } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import type { Operations } from '../api/operation.ts'

const place = exact(
  { en: 'A place.', fr: 'Un lieu.' },
  {
    label: text({ en: 'The place in one line.', fr: 'Le lieu en une ligne.' }),
    address: text({ en: 'Street and number.', fr: 'La rue et le numéro.' }),
    city: text({ en: 'The city.', fr: 'La ville.' }),
    zip: text({ en: 'The postal code.', fr: 'Le code postal.' }),
    province: text({ en: 'The region or state.', fr: 'La région ou l’État.' }),
    country: text({ en: 'The country.', fr: 'Le pays.' }),
    lat: text({ en: 'The latitude.', fr: 'La latitude.' }),
    lng: text({ en: 'The longitude.', fr: 'La longitude.' }),
  },
)

/** The search for places by the geocoder of the settings. */
export const placesOperations = {
  'GET /places': {
    name: 'searchPlaces',
    access: 'account',
    summary: {
      en: 'Search for places with the configured geocoder; for users who may create venues',
      fr: 'Chercher des lieux avec le géocodeur des réglages ; pour les personnes qui peuvent créer des lieux',
    },
    params: {
      search: {
        type: plain(200, 'Rue de la Mairie, Lyon'),
        required: true,
        en: 'Words of the address or the name.',
        fr: 'Des mots de l’adresse ou du nom.',
      },
    },
    returns: exact(
      { en: 'The places found.', fr: 'Les lieux trouvés.' },
      {
        places: listOf(place, {
          en: 'The places, the best match first.',
          fr: 'Les lieux, le plus pertinent d’abord.',
        }),
      },
    ),
    problems: ['places_unreachable'],
  },
} satisfies Operations
