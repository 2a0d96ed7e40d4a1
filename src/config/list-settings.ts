import type { Sentence } from '../define/field-type.ts'
import type { Definitions } from './setting.ts'
import { flag, integer, oneOf, record } from './setting-types.ts'
import { customFields } from './text-types.ts'

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

/** The initial values of a new event. */
export const eventSettings = {
  customFields: {
    type: customFields(),
    default: '',
    live: { en: 'Custom fields', fr: 'Champs personnalisés' },
    en: 'Further fields of events, for their forms, pages, feeds and the API.',
    fr: 'D’autres champs des évènements, pour leurs formulaires, leurs pages, les flux et l’API.',
  },
  defaultVenue: startsWith(
    'venue',
    { en: 'Default venue', fr: 'Lieu par défaut' },
    {
      en: 'The venue preselected in the form of a new event.',
      fr: 'Le lieu déjà choisi dans le formulaire d’un nouvel évènement.',
    },
  ),
  defaultOrganizer: startsWith(
    'organizer',
    { en: 'Default organizer', fr: 'Organisateur par défaut' },
    {
      en: 'The organizer preselected in the form of a new event.',
      fr: 'L’organisateur déjà choisi dans le formulaire d’un nouvel évènement.',
    },
  ),
  defaultCategory: startsWith(
    'category',
    { en: 'Default category', fr: 'Catégorie par défaut' },
    {
      en: 'The category preselected in the form of a new event.',
      fr: 'La catégorie déjà choisie dans le formulaire d’un nouvel évènement.',
    },
  ),
  defaultImage: startsWith(
    'image',
    { en: 'Default image', fr: 'Image par défaut' },
    {
      en: 'The image preselected in the form of a new event.',
      fr: 'L’image déjà choisie dans le formulaire d’un nouvel évènement.',
    },
  ),
} as const satisfies Definitions

/** A record that may be gone later: then the form begins without it. */
function startsWith(of: string, live: Sentence, about: Sentence) {
  return { type: record(of), default: 0, live, ...about }
}
