import type { Definitions } from './setting.ts'
import { oneOf, publicAddress } from './setting-types.ts'

/** The search for places in the editor. */
export const placeSettings = {
  geocoder: {
    type: oneOf('off', 'nominatim', 'photon', 'ban'),
    default: 'off',
    live: {
      en: 'Search for places',
      fr: 'Recherche de lieux',
      words: {
        off: { en: 'Off', fr: 'Désactivée' },
        nominatim: { en: 'Nominatim (OpenStreetMap)', fr: 'Nominatim (OpenStreetMap)' },
        photon: { en: 'Photon (OpenStreetMap)', fr: 'Photon (OpenStreetMap)' },
        ban: { en: 'Géoplateforme (France)', fr: 'Géoplateforme (France)' },
      },
    },
    en: 'The service by which editors find the address and the position of a venue. What they type there is sent to it.',
    fr: 'Le service par lequel les éditeurs trouvent l’adresse et la position d’un lieu. Ce qu’ils y saisissent lui est envoyé.',
  },
  geocoderUrl: {
    type: publicAddress(),
    default: '',
    live: {
      en: 'URL of the search for places',
      fr: 'URL de la recherche de lieux',
      where: { setting: 'geocoder', is: ['nominatim', 'photon', 'ban'] },
    },
    en: 'The URL of a server of your own for it; empty: the public one, which has a limit of use.',
    fr: 'L’URL de votre propre serveur pour cela ; vide : le serveur public, dont l’usage est limité.',
  },
} as const satisfies Definitions
