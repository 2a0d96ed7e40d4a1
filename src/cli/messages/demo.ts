import type { Sentence } from '../../define/field-type.ts'

/** The words of `demo`. */
export const demo = {
  badCount: {
    en: '--count is “{value}”. Expected a whole number from 0 to 1,000,000.',
    fr: '--count vaut « {value} ». Attendu : un nombre entier de 0 à 1 000 000.',
  },
  needsToken: {
    en: 'To write to a running service, set the variable ALMANAC_TOKEN to a bearer token.',
    fr: 'Pour écrire dans un service démarré, donnez un jeton d’accès par la variable ALMANAC_TOKEN.',
  },
  badUrl: {
    en: '--url is “{value}”. Expected a URL such as https://example.org/cal/events/v1.',
    fr: '--url vaut « {value} ». Attendu : une URL telle que https://exemple.fr/cal/events/v1.',
  },
  hasEvents: {
    en: 'The calendar already has {count} {count|event|events}. To add the example all the same: --again.',
    fr: 'L’agenda contient déjà {count} {count|évènement|évènements}. Pour y ajouter l’exemple malgré tout : --again.',
  },
  written: {
    en: 'Created: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {categories} {categories|category|categories}, {tags} {tags|tag|tags}, {images} {images|image|images}.',
    fr: 'Fiches créées : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {categories} {categories|catégorie|catégories}, {tags} {tags|étiquette|étiquettes}, {images} {images|image|images}.',
  },
  skipped: {
    en: 'Already there: {count} {count|record|records}.',
    fr: '{count|Fiche déjà présente|Fiches déjà présentes} : {count}.',
  },
  stopped: {
    en: 'Stopped. The records created so far stay; demo --remove removes them.',
    fr: 'Interrompu. Les fiches déjà créées restent ; demo --remove les supprime.',
  },
  toRemove: {
    en: 'To remove the example again: {command}',
    fr: 'Pour supprimer l’exemple : {command}',
  },
  onlyRemoval: {
    en: '--dry-run goes with --remove.',
    fr: '--dry-run va avec --remove.',
  },
  wouldRemove: {
    en: 'Would be removed, unless other records need them: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {categories} {categories|category|categories}, {tags} {tags|tag|tags}, {images} {images|image|images}.',
    fr: 'Fiches qui seraient supprimées, sauf si d’autres en ont besoin : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {categories} {categories|catégorie|catégories}, {tags} {tags|étiquette|étiquettes}, {images} {images|image|images}.',
  },
  removed: {
    en: 'Removed: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {categories} {categories|category|categories}, {tags} {tags|tag|tags}, {images} {images|image|images}.',
    fr: 'Fiches supprimées : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {categories} {categories|catégorie|catégories}, {tags} {tags|étiquette|étiquettes}, {images} {images|image|images}.',
  },
  left: {
    en: 'Left in place, because they were changed or are used by other events: {count} {count|record|records}.',
    fr: '{count|Fiche laissée|Fiches laissées} en place, car {count|utilisée|utilisées} par d’autres évènements ou {count|modifiée|modifiées} depuis : {count}.',
  },
  onlyHere: {
    en: '--remove works on the data folder, not with --url.',
    fr: '--remove porte sur le dossier de données, pas sur --url.',
  },
  themeHere: {
    en: '--theme works on the data folder, not with --url.',
    fr: '--theme porte sur le dossier de données, pas sur --url.',
  },
  badTheme: {
    en: '--theme is “{value}”. Expected one of: {names}.',
    fr: '--theme vaut « {value} ». Attendu : {names}.',
  },
  nothingToRemove: {
    en: 'There is no example to remove here.',
    fr: 'Il n’y a pas d’exemple à supprimer ici.',
  },
  demoAccount: {
    en: 'Their author is the account “{login}”, which has no password and no token.\nCreate your own: {command}',
    fr: 'Leur auteur est le compte « {login} », qui n’a ni mot de passe ni jeton.\nCréez le vôtre : {command}',
  },
  tokenName: { en: 'demo, for one command', fr: 'demo, le temps d’une commande' },
} as const satisfies Record<string, Sentence>
