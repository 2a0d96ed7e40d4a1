import type { Sentence } from '../../define/kind.ts'

/** The words of `serve`, `config` and `demo`. */
export const service = {
  ready: { en: 'Almanac is ready.', fr: 'Almanac est prêt.' },
  api: { en: 'Interface', fr: 'Interface' },
  english: { en: 'in English', fr: 'en anglais' },
  french: { en: 'in French', fr: 'en français' },
  documentation: { en: 'Documentation', fr: 'Documentation' },
  health: { en: 'Health check', fr: 'État de santé' },
  noAccount: {
    en: 'There is no account yet. Make the first administrator:',
    fr: 'Il n’y a encore aucun compte. Créez le premier administrateur :',
  },
  newName: { en: 'NAME', fr: 'NOM' },
  unattended: {
    en: 'or, without questions, start with ALMANAC_ADMIN_LOGIN and ALMANAC_ADMIN_PASSWORD\nor ALMANAC_ADMIN_TOKEN set (or the same with _FILE, naming a file that holds the secret).',
    fr: 'ou, sans questions, démarrez avec ALMANAC_ADMIN_LOGIN et ALMANAC_ADMIN_PASSWORD\nou ALMANAC_ADMIN_TOKEN (ou les mêmes suivis de _FILE, pour un fichier contenant le secret).',
  },
  tryDemo: {
    en: 'To see it with a bilingual example of 300 events:',
    fr: 'Pour le voir avec un exemple bilingue de 300 évènements :',
  },
  defaultValue: { en: 'default', fr: 'par défaut' },
  fromFlag: { en: 'flag {name}', fr: 'option {name}' },
  fromEnvironment: { en: 'environment {name}', fr: 'environnement {name}' },
  fromFile: { en: 'file', fr: 'fichier' },
  fileRead: { en: 'Settings file: {file}', fr: 'Fichier de réglages : {file}' },
  variableAndFlag: {
    en: 'Variable {variable}, flag {flag}.',
    fr: 'Variable {variable}, option {flag}.',
  },
  onlyVariable: {
    en: 'Variable {variable}, or {variable}_FILE.',
    fr: 'Variable {variable}, ou {variable}_FILE.',
  },
  badCount: {
    en: '--count is “{value}”; a whole number from 0 to 1000000 is expected.',
    fr: '--count vaut « {value} ». Valeur attendue : un nombre entier de 0 à 1000000.',
  },
  needsToken: {
    en: 'Writing to a running service needs a token: --token, or the variable ALMANAC_TOKEN.',
    fr: 'Pour écrire dans un service en marche, il faut un jeton : --token, ou la variable ALMANAC_TOKEN.',
  },
  badUrl: {
    en: '--url is “{value}”; an address such as https://example.org/cal/events/v1 is expected.',
    fr: '--url vaut « {value} ». Valeur attendue : une adresse telle que https://exemple.fr/cal/events/v1.',
  },
  hasEvents: {
    en: 'The calendar already has {count} {count|event|events}. Add the example all the same with --again.',
    fr: 'L’agenda contient déjà {count} {count|évènement|évènements}. Pour y ajouter l’exemple malgré tout : --again.',
  },
  written: {
    en: 'Written: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {categories} {categories|category|categories}, {tags} {tags|tag|tags}.',
    fr: 'Écrits : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {categories} {categories|catégorie|catégories}, {tags} {tags|étiquette|étiquettes}.',
  },
  skipped: {
    en: 'Already there: {count} {count|record|records}.',
    fr: '{count|Déjà présente|Déjà présentes} : {count} {count|fiche|fiches}.',
  },
  stopped: { en: 'Stopped; what is written stays.', fr: 'Interrompu ; ce qui est écrit reste.' },
  demoAccount: {
    en: 'The account “{login}” stands as their author; it has no password and no token.\nMake your own: {command}',
    fr: 'Le compte « {login} » en est l’auteur ; il n’a ni mot de passe ni jeton.\nCréez le vôtre : {command}',
  },
  tokenName: { en: 'demo, for the time of one command', fr: 'demo, le temps d’une commande' },
} as const satisfies Record<string, Sentence>
