import type { Sentence } from '../../define/text/language.ts'
import { messageFormatters } from './message-formatters.ts'

/** The messages of the form besides the sentences of the fields. */
export const messages = {
  propose: { en: 'Submit an event', fr: 'Proposer un évènement' },
  about: {
    en: 'Tell us about your event. The editors read every submission before it is published. Fields marked * are required.',
    fr: 'Faites-nous connaître votre évènement. Les éditeurs lisent chaque proposition avant toute publication. Les champs marqués d’un * sont obligatoires.',
  },
  theEvent: { en: 'The event', fr: 'L’évènement' },
  thePlace: { en: 'Where and by whom', fr: 'Où et par qui' },
  you: {
    en: 'About you, for the editors only',
    fr: 'À propos de vous, pour les éditeurs seulement',
  },
  venue: { en: 'Name of the venue', fr: 'Nom du lieu' },
  organizer: { en: 'Organizer', fr: 'Organisateur' },
  youIfYouLike: {
    en: 'About you, if you like, for the editors only',
    fr: 'À propos de vous, si vous le souhaitez, pour les éditeurs seulement',
  },
  yourConsent: { en: 'Your consent', fr: 'Votre accord' },
  consent: {
    en: 'I agree that my name, my e-mail address and my note are kept with this proposal so that the editors can reach me. They are never published.',
    fr: 'J’accepte que mon nom, mon adresse e-mail et mon message soient conservés avec cette proposition, pour que les éditeurs puissent me joindre. Ils ne sont jamais publiés.',
  },
  consentToReport: {
    en: 'If I give them, I agree that my name and my e-mail address are kept with this report until the editors have dealt with it. They are never published.',
    fr: 'Si je les indique, j’accepte que mon nom et mon adresse e-mail soient conservés avec ce signalement jusqu’à ce que les éditeurs l’aient traité. Ils ne sont jamais publiés.',
  },
  imageHint: {
    en: 'JPEG, PNG, WebP, GIF or AVIF. Nobody but the editors sees it before the event is published.',
    fr: 'JPEG, PNG, WebP, GIF ou AVIF. Seuls les éditeurs la voient avant la publication de l’évènement.',
  },
  altHint: {
    en: 'A description of the image, for people who cannot see it.',
    fr: 'Une description de l’image, pour les personnes qui ne peuvent pas la voir.',
  },
  keptImage: {
    en: 'The image “{name}” is kept. Another file takes its place.',
    fr: 'L’image « {name} » est conservée. Un autre fichier la remplace.',
  },
  phone: { en: 'Phone of the organizer', fr: 'Téléphone de l’organisateur' },
  phoneHint: { en: 'Shown with the event.', fr: 'Affiché avec l’évènement.' },
  families: { en: 'For families', fr: 'En famille' },
  fromAge: { en: 'From age', fr: 'À partir de (âge)' },
  toAge: { en: 'Up to age', fr: 'Jusqu’à (âge)' },
  otherLanguage: { en: 'Also in {language}', fr: 'Aussi en {language}' },
  otherLanguageHint: {
    en: 'If you like: for readers of the other language.',
    fr: 'Si vous le souhaitez : pour les lecteurs de l’autre langue.',
  },
  asked: { en: 'Please look at this before you send it.', fr: 'Regardez ceci avant l’envoi.' },
  askedVenue: { en: 'Did you mean this venue?', fr: 'Vouliez-vous dire ce lieu ?' },
  otherVenue: { en: 'No, another place: {name}', fr: 'Non, un autre lieu : {name}' },
  askedEvent: {
    en: 'The calendar already has an event of this title on this day:',
    fr: 'L’agenda contient déjà un évènement de ce titre ce jour-là :',
  },
  askedEventHint: {
    en: 'If it is the same one, there is nothing to send. If yours is another one, send it.',
    fr: 'S’il s’agit du même, il n’y a rien à envoyer. Si le vôtre est différent, envoyez-le.',
  },
  signedIn: {
    en: 'You are signed in: with your own screen you can come back to your events.',
    fr: 'Votre session est ouverte : votre propre écran permet de revenir sur vos évènements.',
  },
  ownScreen: { en: 'Add the event there', fr: 'Y ajouter l’évènement' },
  hasImage: {
    en: 'Your proposal has an image. Another file takes its place.',
    fr: 'Votre proposition a une image. Un autre fichier la remplace.',
  },
  withoutImage: { en: 'Remove the image', fr: 'Retirer l’image' },
  moreDates: { en: 'More dates', fr: 'Autres dates' },
  moreDatesHint: {
    en: 'Each date lasts as long as the first one.',
    fr: 'Chaque date dure autant que la première.',
  },
  venueHint: {
    en: 'Choose a venue from the list, or type another name and its address.',
    fr: 'Choisissez un lieu de la liste, ou saisissez un autre nom et son adresse.',
  },
  homepage: { en: 'Leave this empty', fr: 'Laissez ce champ vide' },
  send: { en: 'Send the proposal', fr: 'Envoyer la proposition' },
  wrong: { en: 'Please correct the following:', fr: 'Veuillez corriger ceci :' },
  again: {
    en: 'The form came back very quickly, or after a long time. Please look it over and send it once more.',
    fr: 'Le formulaire est revenu très vite, ou au bout d’un long moment. Veuillez le relire et l’envoyer de nouveau.',
  },
  tooMany: {
    en: 'Many events were proposed from here. Please try again in an hour.',
    fr: 'De nombreux évènements ont été proposés depuis ce réseau. Veuillez réessayer dans une heure.',
  },
  thanks: { en: 'Thank you', fr: 'Merci' },
  received: {
    en: 'Your proposal has arrived. The editors will look at it.',
    fr: 'Votre proposition est arrivée. Les éditeurs vont l’examiner.',
  },
  correctLink: { en: 'Correct your proposal', fr: 'Corriger votre proposition' },
  linkAbout: {
    en: 'Keep this link: with it you can correct your proposal until it is reviewed, and say later if the event changes or is cancelled.',
    fr: 'Conservez ce lien : il permet de corriger votre proposition tant qu’elle n’est pas examinée, et de dire plus tard si l’évènement change ou est annulé.',
  },
  correctAbout: {
    en: 'You can correct your proposal until it is reviewed.',
    fr: 'Vous pouvez corriger votre proposition tant qu’elle n’est pas examinée.',
  },
  returned: {
    en: 'The editors ask for a change:',
    fr: 'Les éditeurs demandent une modification :',
  },
  save: { en: 'Send the correction', fr: 'Envoyer la correction' },
  corrected: {
    en: 'Your correction has arrived. The editors will look at it.',
    fr: 'Votre correction est arrivée. Les éditeurs vont l’examiner.',
  },
  changed: {
    en: 'Your proposal has changed meanwhile. Please look over the form and send it once more.',
    fr: 'Votre proposition a changé entre-temps. Veuillez relire le formulaire et l’envoyer de nouveau.',
  },
  ended: { en: 'This link no longer works', fr: 'Ce lien n’est plus valable' },
  report: { en: 'Report a mistake', fr: 'Signaler une erreur' },
  reportAbout: {
    en: 'Tell the editors what is wrong with this event.',
    fr: 'Dites aux éditeurs ce qui est faux dans cet évènement.',
  },
  sendReport: { en: 'Send the report', fr: 'Envoyer le signalement' },
  reportReceived: {
    en: 'Your report has arrived. The editors will look at it.',
    fr: 'Votre signalement est arrivé. Les éditeurs vont l’examiner.',
  },
  allEvents: { en: 'All events', fr: 'Tous les évènements' },
  endedAbout: {
    en: 'The event is no longer there, or the link is not complete.',
    fr: 'L’évènement n’est plus là, ou le lien est incomplet.',
  },
  isPublished: { en: 'Your event is published', fr: 'Votre évènement est publié' },
  isPublishedAbout: {
    en: 'Tell the editors if it is cancelled or has changed. Its page stays as it is until they agree.',
    fr: 'Dites aux éditeurs s’il est annulé ou s’il a changé. Sa page reste telle quelle jusqu’à leur accord.',
  },
  isCancelled: { en: 'It is cancelled', fr: 'Il est annulé' },
  reason: { en: 'The reason', fr: 'Le motif' },
  reasonHint: {
    en: 'Shown on its page. It may be empty.',
    fr: 'Affiché sur sa page. Il peut être vide.',
  },
  hasChanged: { en: 'It has changed', fr: 'Il a changé' },
  sendCancelled: { en: 'Tell the editors', fr: 'Le dire aux éditeurs' },
  sendChange: { en: 'Send the change to the editors', fr: 'Envoyer la modification aux éditeurs' },
  nothingChanged: {
    en: 'Nothing is different from the page of the event.',
    fr: 'Rien ne diffère de la page de l’évènement.',
  },
} as const satisfies Record<string, Sentence>

export type FormMessageName = keyof typeof messages

export const formMessagesIn = messageFormatters(messages)
