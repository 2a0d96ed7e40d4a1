import type { Sentence } from '../define/field-type.ts'
import type { Definitions } from './setting.ts'
import { flag, record } from './setting-types.ts'

/** The initial values of a new event. */
export const eventSettings = {
  defaultVenue: startsWith(
    'venue',
    { en: 'Default venue', fr: 'Lieu par défaut' },
    {
      en: 'The venue with which the form of a new event begins.',
      fr: 'Le lieu déjà choisi dans le formulaire d’un nouvel évènement.',
    },
  ),
  defaultOrganizer: startsWith(
    'organizer',
    { en: 'Default organizer', fr: 'Organisateur par défaut' },
    {
      en: 'The organizer with which the form of a new event begins.',
      fr: 'L’organisateur déjà choisi dans le formulaire d’un nouvel évènement.',
    },
  ),
  defaultCategory: startsWith(
    'category',
    { en: 'Default category', fr: 'Catégorie par défaut' },
    {
      en: 'The category with which the form of a new event begins.',
      fr: 'La catégorie déjà choisie dans le formulaire d’un nouvel évènement.',
    },
  ),
  defaultImage: startsWith(
    'image',
    { en: 'Default image', fr: 'Image par défaut' },
    {
      en: 'The image with which the form of a new event begins.',
      fr: 'L’image déjà choisie dans le formulaire d’un nouvel évènement.',
    },
  ),
  defaultShowMap: {
    type: flag(),
    default: true,
    live: { en: 'New events show a map', fr: 'Carte sur les nouveaux évènements' },
    en: 'Whether the form of a new event begins with the map of its venue and the link to it; events that visitors propose have them as well.',
    fr: 'Indique si la carte du lieu et le lien vers elle sont cochés dans le formulaire d’un nouvel évènement ; les évènements que des visiteurs proposent les ont aussi.',
  },
} as const satisfies Definitions

/** A record that may be gone later: then the form begins without it. */
function startsWith(of: string, live: Sentence, about: Sentence) {
  return { type: record(of), default: 0, live, ...about }
}
