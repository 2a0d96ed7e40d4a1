import type { Sentence } from '../../define/text/language.ts'
import { speaking } from '../shell/speaking.ts'

/** What the page about calendars in other sites says. */
const embedWords = {
  title: { en: 'Embed the calendar', fr: 'Intégrer l’agenda' },
  intro: {
    en: 'Show these events on another site. Choose what it shows, then copy the code into the page of that site.',
    fr: 'Montrez ces évènements sur un autre site. Choisissez ce qu’il affiche, puis copiez le code dans la page de ce site.',
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
    en: 'It takes the fonts and colours of the page around it, sets no cookies and needs nothing else.',
    fr: 'Il prend les polices et les couleurs de la page qui l’entoure, ne dépose aucun cookie et n’a besoin de rien d’autre.',
  },
  frame: { en: 'As a frame', fr: 'Dans un cadre' },
  frameAbout: {
    en: 'For sites that allow no scripts. It works without JavaScript too.',
    fr: 'Pour les sites qui n’acceptent pas de script. Il fonctionne aussi sans JavaScript.',
  },
  preview: { en: 'Preview', fr: 'Aperçu' },
  feeds: { en: 'The same events as a feed', fr: 'Les mêmes évènements sous forme de flux' },
  subscribe: { en: 'Subscribe in a calendar', fr: 'S’abonner dans un agenda' },
  look: { en: 'Its look', fr: 'Son apparence' },
  lookAbout: {
    en: 'These CSS variables change it, set on the element or anything around it:',
    fr: 'Ces variables CSS la changent, sur l’élément ou sur ce qui l’entoure :',
  },
  accent: { en: 'links and marks', fr: 'liens et repères' },
  text: { en: 'text', fr: 'texte' },
  background: { en: 'background', fr: 'fond' },
  border: { en: 'lines', fr: 'lignes' },
  font: { en: 'font, as the CSS property', fr: 'police, comme la propriété CSS' },
  radius: { en: 'roundness of corners', fr: 'arrondi des coins' },
  frameTitle: { en: 'Calendar of events', fr: 'Agenda' },
  upcoming: { en: 'Upcoming events', fr: 'Prochains évènements' },
} as const satisfies Record<string, Sentence>

export type EmbedWord = keyof typeof embedWords

export const embedSayIn = speaking(embedWords)
