import type { Definitions } from './setting.ts'
import { bytes, integer, list, oneOf, originOf, span } from './setting-types.ts'

const mebibyte = 1024 ** 2

/** The limits of one caller, and the level of the log. */
export const limitSettings = {
  logLevel: {
    type: oneOf('silent', 'error', 'warn', 'info', 'debug'),
    default: 'info',
    live: { en: 'Level of the log', fr: 'Niveau du journal' },
    en: 'The level of detail of the log.',
    fr: 'Le niveau de détail du journal.',
  },
  corsOrigins: {
    type: list(
      {
        en: '*, or origins such as https://example.org',
        fr: '*, ou des origines telles que https://exemple.fr',
      },
      originOf,
    ),
    default: ['*'],
    live: { en: 'Sites that may call the API', fr: 'Sites autorisés à appeler l’API' },
    en: 'The sites whose pages may call the API from a browser; * for all.',
    fr: 'Les sites dont les pages peuvent appeler l’API depuis un navigateur ; * pour tous.',
  },
  rateLimit: {
    type: integer(0, 1_000_000_000),
    default: 0,
    live: { en: 'Requests per minute', fr: 'Requêtes par minute' },
    en: 'The number of requests per minute that one IP address may send; 0 for no limit.',
    fr: 'Le nombre de requêtes permises par minute et par adresse IP ; 0 pour aucune limite.',
  },
  uploadLimit: {
    type: bytes(1024 * mebibyte),
    default: 16 * mebibyte,
    live: { en: 'Maximum size of an image file', fr: 'Taille maximale du fichier d’une image' },
    en: 'The maximum size of an image file.',
    fr: 'La taille maximale du fichier d’une image.',
  },
  pixelLimit: {
    type: integer(1, 1_000_000_000),
    default: 50_000_000,
    live: { en: 'Maximum pixels of an image', fr: 'Nombre maximal de pixels d’une image' },
    en: 'The maximum number of pixels of an image.',
    fr: 'Le nombre maximal de pixels d’une image.',
  },
  fetchTimeout: {
    type: span('ms', 1, 600_000),
    default: 10_000,
    live: {
      en: 'Maximum time to download an image',
      fr: 'Durée maximale du téléchargement d’une image',
    },
    en: 'The maximum time to download an image, in milliseconds.',
    fr: 'La durée maximale du téléchargement d’une image, en millisecondes.',
  },
} as const satisfies Definitions
