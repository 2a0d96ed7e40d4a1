import type { Sentence } from '../define/field-type.ts'
import type { Definitions } from './setting.ts'
import { record } from './setting-types.ts'
import { customFields } from './text-types.ts'

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
