import type { Definitions } from './setting.ts'
import { flag, integer, oneOf } from './setting-types.ts'

/** The length of lists and feeds, and their search. */
export const listSettings = {
  perPage: {
    type: integer(1, 1000),
    default: 10,
    live: { en: 'Records per page', fr: 'Fiches par page' },
    en: 'The number of records on a page of a list when per_page is not given.',
    fr: 'Le nombre de fiches par page d’une liste quand per_page n’est pas donné.',
  },
  maxPerPage: {
    type: integer(1, 1000),
    default: 50,
    previousName: 'mostPerPage',
    live: { en: 'Maximum records per page', fr: 'Nombre maximal de fiches par page' },
    en: 'The maximum number of records on a page of a list.',
    fr: 'Le nombre maximal de fiches par page d’une liste.',
  },
  recurrenceHorizon: {
    type: integer(1, 50),
    default: 5,
    live: { en: 'Years of recurring dates', fr: 'Années de dates répétées' },
    en: 'The number of years from today for which the dates of recurring events are in lists.',
    fr: 'Le nombre d’années, à compter d’aujourd’hui, pour lesquelles les listes contiennent les dates des évènements récurrents.',
  },
  importRole: {
    type: oneOf('administrator', 'editor'),
    default: 'administrator',
    live: {
      en: 'Who may import',
      fr: 'Qui peut importer',
      words: {
        administrator: { en: 'Administrators', fr: 'Les administrateurs' },
        editor: { en: 'Administrators and editors', fr: 'Les administrateurs et les éditeurs' },
      },
    },
    en: 'The lowest role that may import from files and URLs, and subscribe to feeds.',
    fr: 'Le rôle le plus bas qui peut importer depuis des fichiers et des URL, et s’abonner à des flux.',
  },
  maxImportRecords: {
    type: integer(1, 1_000_000),
    default: 50_000,
    live: { en: 'Maximum records of an import', fr: 'Nombre maximal de fiches par importation' },
    en: 'The maximum number of records that an import or a subscription reads from its source.',
    fr: 'Le nombre maximal de fiches qu’une importation ou un abonnement lit dans sa source.',
  },
  geolocation: {
    type: flag(),
    default: true,
    live: { en: 'Search by distance', fr: 'Recherche par distance' },
    en: 'Whether events can be searched by distance from a place.',
    fr: 'Permet de chercher les évènements par distance d’un lieu.',
  },
  fallback: {
    type: flag(),
    default: true,
    live: { en: 'Texts in the other language', fr: 'Textes dans l’autre langue' },
    en: 'Whether a text that is missing in one language is shown in the other.',
    fr: 'Affiche dans l’autre langue un texte absent de la langue demandée.',
  },
} as const satisfies Definitions
