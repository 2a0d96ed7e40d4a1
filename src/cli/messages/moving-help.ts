import type { Sentence } from '../../define/field-type.ts'

/** The help of `import` and `export` and their options. */
export const movingHelp = {
  import: {
    en: 'Import events from a file or URL; a repeated import updates them.',
    fr: 'Importer des évènements d’un fichier ou d’une URL ; répétée, l’importation les met à jour.',
  },
  importCsv: {
    en: 'A table: CSV or TSV, with the columns of The Events Calendar or others.',
    fr: 'Un tableau CSV ou TSV, avec les colonnes de The Events Calendar ou d’autres.',
  },
  importIcs: {
    en: 'An iCalendar file or feed (webcal URLs too), with its series.',
    fr: 'Un fichier ou un flux iCalendar (URL en webcal également), avec ses séries.',
  },
  importTec: {
    en: 'A WordPress site with The Events Calendar, in one or two languages.',
    fr: 'Un site WordPress avec The Events Calendar, en une ou deux langues.',
  },
  importJsonLd: {
    en: 'The events that a page, or each page of a sitemap, states as JSON-LD of schema.org.',
    fr: 'Les évènements qu’une page, ou chaque page d’un plan de site, décrit en JSON-LD de schema.org.',
  },
  importLogin: {
    en: 'A login of the site, with its application password in --password-file: drafts too.',
    fr: 'Un identifiant du site, son mot de passe d’application dans --password-file : brouillons compris.',
  },
  importArchive: {
    en: 'An archive of Almanac, into an empty calendar: records keep their IDs.',
    fr: 'Une archive d’Almanac, dans un agenda vide : les fiches gardent leurs ID.',
  },
  importList: {
    en: 'Show the imports, the latest first, including those of the admin screens.',
    fr: 'Afficher les importations, la plus récente d’abord, y compris celles de l’administration.',
  },
  importUndo: {
    en: 'Undo an import: records that it created go to the trash, and those that it changed are as before. Records edited since stay.',
    fr: 'Annuler une importation : les fiches qu’elle a créées vont à la corbeille, celles qu’elle a modifiées redeviennent comme avant. Celles qui ont été modifiées depuis restent.',
  },
  importId: {
    en: 'Its ID, as “import list” shows it.',
    fr: 'Son ID, tel que « import list » l’affiche.',
  },
  importSubscribe: {
    en: 'Subscribe to a feed: the service imports it regularly.',
    fr: 'S’abonner à un flux : le service l’importe régulièrement.',
  },
  importSubscriptions: { en: 'Show the subscriptions.', fr: 'Afficher les abonnements.' },
  importUnsubscribe: {
    en: 'End a subscription; the imported records stay.',
    fr: 'Mettre fin à un abonnement ; les fiches importées restent.',
  },
  importFeed: { en: 'The URL of the feed.', fr: 'L’URL du flux.' },
  importFeedId: {
    en: 'Its ID, as “import subscriptions” shows it.',
    fr: 'Son ID, tel que « import subscriptions » l’affiche.',
  },
  importFormat: {
    en: 'ics, csv, tec or jsonld. Default: ics.',
    fr: 'ics, csv, tec ou jsonld. Par défaut : ics.',
  },
  importEvery: {
    en: 'hourly, twice-daily, daily or weekly. Default: daily.',
    fr: 'hourly, twice-daily, daily ou weekly. Par défaut : daily.',
  },
  export: {
    en: 'Write the calendar to a file or to standard output.',
    fr: 'Écrire l’agenda dans un fichier ou sur la sortie standard.',
  },
  exportFile: {
    en: 'The file. Default: standard output.',
    fr: 'Le fichier. Par défaut : la sortie standard.',
  },
  exportFilter: {
    en: 'Parameters of the list of events, such as "categories=music". Default: all events.',
    fr: 'Des paramètres de la liste des évènements, comme "categories=musique". Par défaut : tous les évènements.',
  },
  exportArchive: {
    en: 'Everything: records, drafts, trash, versions, images, and users without their secrets.',
    fr: 'Tout : fiches, brouillons, corbeille, versions, images, et comptes sans leurs secrets.',
  },
  exportIcs: {
    en: 'Published events, as iCalendar.',
    fr: 'Les évènements publiés, au format iCalendar.',
  },
  exportCsv: {
    en: 'Events as a table, with the columns of The Events Calendar.',
    fr: 'Les évènements en tableau, avec les colonnes de The Events Calendar.',
  },
  exportNdjson: {
    en: 'Events as the API has them, one a line.',
    fr: 'Les évènements tels que l’API les renvoie, un par ligne.',
  },
  importFrom: { en: 'The file or URL.', fr: 'Le fichier ou l’URL.' },
  importDry: {
    en: 'Write nothing, and report what would be.',
    fr: 'Ne rien enregistrer, et indiquer ce qui le serait.',
  },
  importSource: {
    en: 'The name of the source here. Default: the format, or the host of the URL.',
    fr: 'Le nom de la source ici. Par défaut : le format, ou l’hôte de l’URL.',
  },
} as const satisfies Record<string, Sentence>
