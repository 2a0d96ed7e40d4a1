import type { Sentence } from '../../define/text/language.ts'
import { speaking } from '../shell/speaking.ts'

/** What the form says besides the sentences of the fields. */
export const words = {
  propose: { en: 'Propose an event', fr: 'Proposer un évènement' },
  about: {
    en: 'Tell us about your event. The editors read every submission before it is published. Fields marked * are required.',
    fr: 'Faites-nous connaître votre évènement. La rédaction lit chaque proposition avant toute publication. Les champs marqués d’un * sont obligatoires.',
  },
  theEvent: { en: 'The event', fr: 'L’évènement' },
  thePlace: { en: 'Where and by whom', fr: 'Où et par qui' },
  you: {
    en: 'About you, for the editors only',
    fr: 'À propos de vous, pour la rédaction seulement',
  },
  none: { en: 'None', fr: 'Aucune' },
  venue: { en: 'Name of the venue', fr: 'Nom du lieu' },
  organizer: { en: 'Organizer', fr: 'Organisateur' },
  yourConsent: { en: 'Your consent', fr: 'Votre accord' },
  consent: {
    en: 'I agree that my name, my e-mail address and my note are kept with this proposal so that the editors can reach me. They are never published.',
    fr: 'J’accepte que mon nom, mon adresse e-mail et mon message soient conservés avec cette proposition, pour que la rédaction puisse me joindre. Ils ne sont jamais publiés.',
  },
  homepage: { en: 'Leave this empty', fr: 'Laissez ce champ vide' },
  send: { en: 'Send the proposal', fr: 'Envoyer la proposition' },
  wrong: { en: 'Please correct the following:', fr: 'Veuillez corriger ceci :' },
  again: {
    en: 'Please look over the form and send it once more.',
    fr: 'Veuillez relire le formulaire et l’envoyer de nouveau.',
  },
  tooMany: {
    en: 'Many events were proposed from here. Please try again in an hour.',
    fr: 'De nombreux évènements ont été proposés d’ici. Veuillez réessayer dans une heure.',
  },
  thanks: { en: 'Thank you', fr: 'Merci' },
  received: {
    en: 'Your proposal has arrived. The editors will look at it.',
    fr: 'Votre proposition est arrivée. La rédaction va l’examiner.',
  },
} as const satisfies Record<string, Sentence>

export type FormWord = keyof typeof words

export const formWordsIn = speaking(words)
