import { type Language, type Sentence, say } from '../define/text/language.ts'

/** Everything that pages say, in both languages. */
export const words = {
  events: { en: 'Events', fr: 'Évènements' },
  calendarOf: { en: 'Calendar of events', fr: 'Agenda des évènements' },
  skip: { en: 'Skip to content', fr: 'Aller au contenu' },
  noEvents: { en: 'No events here yet.', fr: 'Aucun évènement pour le moment.' },
  otherLanguage: { en: 'Français', fr: 'English' },
  notFound: { en: 'This page does not exist', fr: 'Cette page n’existe pas' },
  notFoundAbout: {
    en: 'The link may be old, or mistyped.',
    fr: 'Le lien est peut-être ancien ou mal saisi.',
  },
  isPrivate: { en: 'This calendar is private', fr: 'Cet agenda est privé' },
  isProtected: {
    en: 'This event is protected by a password',
    fr: 'Cet évènement est protégé par un mot de passe',
  },
  wentWrong: { en: 'Something went wrong', fr: 'Une erreur est survenue' },
  toCalendar: { en: 'To the calendar', fr: 'Vers l’agenda' },
} as const satisfies Record<string, Sentence>

export type Word = keyof typeof words
export type Say = (word: Word, params?: Readonly<Record<string, string | number>>) => string

/** What pages say in a language. */
export const sayIn =
  (language: Language): Say =>
  (word, params) =>
    say(words[word], language, params)
