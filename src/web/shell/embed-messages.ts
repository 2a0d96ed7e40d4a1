import type { Sentence } from '../../define/text/language.ts'
import { messageFormatters } from './message-formatters.ts'

/** The messages of the page about calendars in other sites. */
const embedMessages = {
  title: { en: 'Embed the calendar', fr: 'Intégrer l’agenda' },
  intro: {
    en: 'Show these events on another site. Choose what it shows, then copy the code into the page of that site.',
    fr: 'Affichez ces évènements sur un autre site. Choisissez ce qu’il affiche, puis copiez le code dans la page de ce site.',
  },
  choose: { en: 'What it shows', fr: 'Ce qu’il affiche' },
  view: { en: 'View', fr: 'Vue' },
  month: { en: 'Month', fr: 'Mois' },
  list: { en: 'List', fr: 'Liste' },
  language: { en: 'Language', fr: 'Langue' },
  category: { en: 'Category', fr: 'Catégorie' },
  tag: { en: 'Tag', fr: 'Étiquette' },
  venue: { en: 'Venue', fr: 'Lieu' },
  organizer: { en: 'Organizer', fr: 'Organisateur' },
  search: { en: 'Words', fr: 'Mots' },
  featured: { en: 'Featured events only', fr: 'Évènements à la une seulement' },
  any: { en: 'All', fr: 'Toutes' },
  apply: { en: 'Apply', fr: 'Appliquer' },
  script: { en: 'As part of a page', fr: 'Dans une page' },
  scriptAbout: {
    en: 'It is as high as its content, sets no cookies and needs nothing else.',
    fr: 'Il a la hauteur de son contenu, ne dépose aucun cookie et n’a besoin de rien d’autre.',
  },
  frame: { en: 'As a frame', fr: 'Dans un cadre' },
  frameAbout: {
    en: 'For sites that allow no scripts. It works without JavaScript too.',
    fr: 'Pour les sites qui n’acceptent pas de script. Il fonctionne aussi sans JavaScript.',
  },
  preview: { en: 'Preview', fr: 'Aperçu' },
  feeds: { en: 'The same events as a feed', fr: 'Les mêmes évènements sous forme de flux' },
  subscribe: { en: 'Subscribe in a calendar', fr: 'S’abonner dans un agenda' },
  theme: { en: 'Light or dark', fr: 'Clair ou sombre' },
  auto: { en: 'As the visitor prefers', fr: 'Selon le visiteur' },
  light: { en: 'Light', fr: 'Clair' },
  dark: { en: 'Dark', fr: 'Sombre' },
  week: { en: 'Week', fr: 'Semaine' },
  compact: { en: 'Compact list', fr: 'Liste compacte' },
  whole: { en: 'Whole calendar', fr: 'Tout l’agenda' },
  frameTitle: { en: 'Calendar of events', fr: 'Agenda' },
} as const satisfies Record<string, Sentence>

export type EmbedMessageName = keyof typeof embedMessages

export const embedMessagesIn = messageFormatters(embedMessages)
