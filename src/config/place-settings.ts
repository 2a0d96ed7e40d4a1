import type { Definitions } from './setting.ts'
import { publicAddress, wordAndText } from './setting-types.ts'

/** The search for places in the editor. */
export const placeSettings = {
  geocoder: {
    type: wordAndText(
      ['off', 'nominatim', 'photon', 'ban'],
      {
        en: 'behind it the URL of a server of your own, such as photon https://photon.example.org; the public ones have a limit of use',
        fr: 'après lui l’URL de votre propre serveur, par exemple photon https://photon.exemple.fr ; l’usage des serveurs publics est limité',
      },
      (text, word) => word !== 'off' && publicAddress().parse(text) === text,
    ),
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
} as const satisfies Definitions
