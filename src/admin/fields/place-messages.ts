import type { Sentence } from '../../define/text/language.ts'

export const placeMessages = {
  find: { en: 'Search for a place', fr: 'Chercher un lieu' },
  findAbout: {
    en: 'It fills the address and sets the pin. What you type is sent to the search service of the settings.',
    fr: 'Remplit l’adresse et pose l’épingle. Votre saisie est envoyée au service de recherche choisi dans les réglages.',
  },
  search: { en: 'Search', fr: 'Chercher' },
  none: { en: 'No place found.', fr: 'Aucun lieu trouvé.' },
  found: { en: 'Places found', fr: 'Lieux trouvés' },
} as const satisfies Record<string, Sentence>
