import { type Language, type Sentence, say } from '../define/text/language.ts'
import { eventStatusNames } from '../resources/event/holding.ts'

/** Everything that pages say, in both languages. */
export const words = {
  events: { en: 'Events', fr: 'Évènements' },
  calendarOf: { en: 'Calendar of events', fr: 'Agenda' },
  skip: { en: 'Skip to content', fr: 'Aller au contenu' },
  otherLanguage: { en: 'Français', fr: 'English' },
  views: { en: 'Views', fr: 'Vues' },
  month: { en: 'Month', fr: 'Mois' },
  week: { en: 'Week', fr: 'Semaine' },
  day: { en: 'Day', fr: 'Jour' },
  list: { en: 'List', fr: 'Liste' },
  map: { en: 'Map', fr: 'Carte' },
  today: { en: 'Today', fr: 'Aujourd’hui' },
  previous: { en: 'Previous', fr: 'Précédent' },
  next: { en: 'Next', fr: 'Suivant' },
  previousMonth: { en: 'Previous month', fr: 'Mois précédent' },
  nextMonth: { en: 'Next month', fr: 'Mois suivant' },
  previousWeek: { en: 'Previous week', fr: 'Semaine précédente' },
  nextWeek: { en: 'Next week', fr: 'Semaine suivante' },
  previousDay: { en: 'Previous day', fr: 'Jour précédent' },
  nextDay: { en: 'Next day', fr: 'Jour suivant' },
  goTo: { en: 'Go to date', fr: 'Aller à la date' },
  go: { en: 'Go', fr: 'Aller' },
  search: { en: 'Search', fr: 'Rechercher' },
  searchEvents: { en: 'Search events', fr: 'Rechercher un évènement' },
  category: { en: 'Category', fr: 'Catégorie' },
  categories: { en: 'Categories', fr: 'Catégories' },
  allCategories: { en: 'All categories', fr: 'Toutes les catégories' },
  tag: { en: 'Tag', fr: 'Étiquette' },
  tags: { en: 'Tags', fr: 'Étiquettes' },
  filters: { en: 'Filters', fr: 'Filtres' },
  filteredBy: { en: 'Filtered by', fr: 'Filtré par' },
  removeFilter: { en: 'Remove the filter “{name}”', fr: 'Retirer le filtre « {name} »' },
  featuredOnly: { en: 'Featured', fr: 'À la une' },
  noEvents: { en: 'No upcoming events.', fr: 'Aucun évènement à venir.' },
  noEventsMonth: { en: 'No events in this month.', fr: 'Aucun évènement ce mois-ci.' },
  noEventsWeek: { en: 'No events in this week.', fr: 'Aucun évènement cette semaine.' },
  noEventsDay: { en: 'No events on this day.', fr: 'Aucun évènement ce jour-là.' },
  noneFound: {
    en: 'Nothing matches these filters.',
    fr: 'Rien ne correspond à ces filtres.',
  },
  upcoming: { en: 'Upcoming events', fr: 'Évènements à venir' },
  latest: { en: 'Latest events', fr: 'Derniers évènements' },
  pastEvents: { en: 'Past events', fr: 'Évènements passés' },
  earlier: { en: 'Earlier events', fr: 'Évènements précédents' },
  later: { en: 'Later events', fr: 'Évènements suivants' },
  more: { en: '+ {count} more', fr: '+ {count} {count|autre|autres}' },
  moreOn: {
    en: '{count} more {count|event|events} on {day}',
    fr: '{count} {count|autre évènement|autres évènements} le {day}',
  },
  eventsOn: {
    en: '{day}, {count} {count|event|events}',
    fr: '{day}, {count} {count|évènement|évènements}',
  },
  goingOn: { en: 'Also on', fr: 'Également en cours' },
  online: { en: 'Online', fr: 'En ligne' },
  onlineToo: { en: 'In person and online', fr: 'Sur place et en ligne' },
  takePart: { en: 'Take part online', fr: 'Participer en ligne' },
  continues: { en: '(continued)', fr: '(suite)' },
  allDay: { en: 'All day', fr: 'Toute la journée' },
  until: { en: 'until {day}', fr: 'jusqu’au {day}' },
  when: { en: 'When', fr: 'Quand' },
  where: { en: 'Where', fr: 'Où' },
  cost: { en: 'Cost', fr: 'Tarif' },
  organizer: { en: 'Organizer', fr: 'Organisateur' },
  organizers: { en: 'Organizers', fr: 'Organisateurs' },
  website: { en: 'Website', fr: 'Site web' },
  phone: { en: 'Phone', fr: 'Téléphone' },
  email: { en: 'E-mail', fr: 'E-mail' },
  address: { en: 'Address', fr: 'Adresse' },
  venue: { en: 'Venue', fr: 'Lieu' },
  zoneOf: { en: 'Time zone: {zone}', fr: 'Fuseau horaire : {zone}' },
  inYourZone: { en: 'Your time: {when}', fr: 'Chez vous : {when}' },
  otherDates: { en: 'Other dates', fr: 'Autres dates' },
  previousEvent: { en: 'Previous event', fr: 'Évènement précédent' },
  nextEvent: { en: 'Next event', fr: 'Évènement suivant' },
  isOver: { en: 'This event is over.', fr: 'Cet évènement est terminé.' },
  subscribe: { en: 'Subscribe:', fr: 'S’abonner :' },
  deviceCalendar: { en: 'calendar of this device', fr: 'agenda de cet appareil' },
  addToCalendar: { en: 'Add to a calendar', fr: 'Ajouter à un agenda' },
  googleCalendar: { en: 'Google Calendar', fr: 'Google Agenda' },
  outlook: { en: 'Outlook', fr: 'Outlook' },
  office: { en: 'Outlook (Microsoft 365)', fr: 'Outlook (Microsoft 365)' },
  calendarFile: { en: 'Apple and others (.ics)', fr: 'Apple et autres (.ics)' },
  allDatesFile: { en: 'All dates (.ics)', fr: 'Toutes les dates (.ics)' },
  ...eventStatusNames,
  administration: { en: 'Administration', fr: 'Administration' },
  adminBuilding: {
    en: 'The screens are being prepared. They will be here in a few seconds.',
    fr: 'Les écrans se préparent. Ils seront là dans quelques secondes.',
  },
  adminMissing: {
    en: 'The screens for editors could not be prepared. The calendar works without them.',
    fr: 'Les écrans de rédaction n’ont pas pu être préparés. L’agenda fonctionne sans eux.',
  },
  adminNeedsScript: {
    en: 'The screens for editors need JavaScript.',
    fr: 'Les écrans de rédaction ont besoin de JavaScript.',
  },
  showOnMap: { en: 'Show on a map', fr: 'Voir sur une carte' },
  protectedText: {
    en: 'The details of this event are protected by a password.',
    fr: 'Le détail de cet évènement est protégé par un mot de passe.',
  },
  notFound: { en: 'This page does not exist', fr: 'Cette page n’existe pas' },
  notFoundAbout: {
    en: 'The link may be old or mistyped, or the event may have been removed.',
    fr: 'Le lien est peut-être ancien ou mal saisi, ou l’évènement a été retiré.',
  },
  isPrivate: { en: 'This calendar is private', fr: 'Cet agenda est privé' },
  isProtected: {
    en: 'This event is protected by a password',
    fr: 'Cet évènement est protégé par un mot de passe',
  },
  tooMany: { en: 'Too many requests', fr: 'Trop de requêtes' },
  tooManyAbout: {
    en: 'Please wait a moment, then try again.',
    fr: 'Patientez un instant, puis réessayez.',
  },
  wentWrong: { en: 'Something went wrong', fr: 'Une erreur est survenue' },
  toCalendar: { en: 'To the calendar', fr: 'Vers l’agenda' },
  apiDocs: { en: 'API documentation', fr: 'Documentation de l’API' },
  docsNeedScript: {
    en: 'This page is drawn by a script. Without it, everything is in these documents:',
    fr: 'Cette page est dessinée par un script. Sans lui, tout se trouve dans ces documents :',
  },
  apiRoutes: { en: 'The routes of the API', fr: 'Les routes de l’API' },
} as const satisfies Record<string, Sentence>

export type Word = keyof typeof words
export type Say = (word: Word, params?: Readonly<Record<string, string | number>>) => string

const speaking = (language: Language): Say => {
  return (word, params) => say(words[word], language, params)
}
const speakers: Record<Language, Say> = { en: speaking('en'), fr: speaking('fr') }

/** What pages say in a language. */
export const sayIn = (language: Language): Say => speakers[language]
