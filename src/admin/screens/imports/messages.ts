import type {
  ImportFormat,
  Interval,
  Outcome,
  SubscriptionState,
} from '../../../define/import-messages.ts'
import type { Sentence } from '../../../define/text/language.ts'

export const messages = {
  about: {
    en: 'Bring events in from a file or a site. You see what would happen before anything is written, and can undo it afterwards.',
    fr: 'Reprenez des évènements d’un fichier ou d’un site. Vous voyez ce qui se passerait avant tout enregistrement, et vous pouvez l’annuler ensuite.',
  },
  create: { en: 'New import', fr: 'Nouvelle importation' },
  preview: { en: 'Preview', fr: 'Voir l’aperçu' },
  previewAgain: { en: 'Preview again', fr: 'Refaire l’aperçu' },
  from: { en: 'From', fr: 'Origine' },
  file: { en: 'A file', fr: 'Un fichier' },
  url: { en: 'A URL', fr: 'Une URL' },
  chooseFile: { en: 'Choose a file', fr: 'Choisir un fichier' },
  chosen: { en: 'Chosen: {file}', fr: 'Choisi : {file}' },
  noFile: { en: 'Choose a file first.', fr: 'Choisissez d’abord un fichier.' },
  sending: { en: 'Sending the file: {percent} %', fr: 'Envoi du fichier : {percent} %' },
  format: { en: 'Format', fr: 'Format' },
  source: { en: 'Name of the source', fr: 'Nom de la source' },
  sourceHint: {
    en: 'A later import under the same name updates its events. Empty: the host of the URL, or the name of the file.',
    fr: 'Une importation ultérieure sous le même nom met ses évènements à jour. Vide : l’hôte de l’URL, ou le nom du fichier.',
  },
  more: { en: 'More options', fr: 'Autres options' },
  choices: { en: 'Choices', fr: 'Choix' },
  choicesAbout: {
    en: 'The import obeys these choices. Preview again to see what they change.',
    fr: 'L’importation suit ces choix. Refaites l’aperçu pour voir ce qu’ils changent.',
  },
  unread: {
    en: '{count} {count|column is|columns are} not known. Choose a field for each, or ignore it.',
    fr: '{count} {count|colonne n’est pas connue|colonnes ne sont pas connues}. Choisissez un champ pour chacune, ou ignorez-la.',
  },
  chooseField: { en: 'choose …', fr: 'choisir…' },
  newNames: {
    en: '{count} {count|name|names} not found here',
    fr: '{count} {count|nom inconnu|noms inconnus} ici',
  },
  newNamesAbout: {
    en: 'Each would be created. If it is here under another name, choose that.',
    fr: 'Chacun serait créé. S’il figure ici sous un autre nom, choisissez ce dernier.',
  },
  named: {
    en: '{count} {count|record|records}',
    fr: '{count} {count|fiche|fiches}',
  },
  createIt: { en: 'create it', fr: 'le créer' },
  previewFirst: {
    en: 'The choices have changed: preview again first.',
    fr: 'Les choix ont changé : refaites d’abord l’aperçu.',
  },
  asksColumns: { en: 'columns to choose', fr: 'colonnes à choisir' },
  seeWaiting: { en: 'See the new events', fr: 'Voir les nouveaux évènements' },
  seeEvents: { en: 'See the events', fr: 'Voir les évènements' },
  untitled: { en: 'without a title', fr: 'sans titre' },
  nothing: { en: 'nothing', fr: 'rien' },
  correctRows: {
    en: 'Download these rows, correct them in a spreadsheet, and import the file under the name that it has.',
    fr: 'Téléchargez ces lignes, corrigez-les dans un tableur, et importez le fichier sous le nom qu’il porte.',
  },
  download: { en: 'Download the refused rows', fr: 'Télécharger les lignes refusées' },
  columnAndSample: { en: 'Column, first value', fr: 'Colonne, première valeur' },
  readAs: { en: 'Read as', fr: 'Lue comme' },
  none: { en: 'There has been no import yet.', fr: 'Il n’y a pas encore eu d’importation.' },
  history: { en: 'History', fr: 'Historique' },
  older: { en: 'Older ones', fr: 'Plus anciennes' },
  itself: { en: 'the command line', fr: 'la ligne de commande' },
  counts: {
    en: 'Events: {created} created, {updated} updated, {unchanged} unchanged, {skipped} skipped, {refused} refused.',
    fr: 'Évènements : {created} {created|créé|créés}, {updated} {updated|modifié|modifiés}, {unchanged} {unchanged|inchangé|inchangés}, {skipped} {skipped|ignoré|ignorés}, {refused} {refused|refusé|refusés}.',
  },
  would: {
    en: 'Nothing is written yet. Events: {created} to create, {updated} to update, {unchanged} unchanged, {skipped} to skip, {refused} refused.',
    fr: 'Rien n’est encore enregistré. Évènements : {created} à créer, {updated} à modifier, {unchanged} {unchanged|inchangé|inchangés}, {skipped} à ignorer, {refused} {refused|refusé|refusés}.',
  },
  progress: {
    en: '{done} of {total} {total|record|records}',
    fr: '{done} {done|fiche|fiches} sur {total}',
  },
  progressOnly: { en: 'Records: {done}', fr: 'Fiches : {done}' },
  run: { en: 'Import', fr: 'Importer' },
  goOn: { en: 'Go on', fr: 'Reprendre' },
  stop: { en: 'Stop', fr: 'Arrêter' },
  undo: { en: 'Undo', fr: 'Défaire l’importation' },
  undoAbout: {
    en: 'Records that it created go to the trash, and those that it changed are as before. Records edited since stay.',
    fr: 'Les fiches qu’elle a créées vont à la corbeille, celles qu’elle a modifiées redeviennent comme avant. Celles qui ont été modifiées depuis restent.',
  },
  undone: {
    en: 'Undone: {removed} removed, {restored} as before, {left} left as they are.',
    fr: 'Annulation : {removed} {removed|retirée|retirées}, {restored} {restored|rétablie|rétablies}, {left} {left|laissée telle quelle|laissées telles quelles}.',
  },
  left: { en: 'Left as they are', fr: 'Laissées telles quelles' },
  goneFound: {
    en: '{found} {found|event is|events are} no longer in the source; {changed} of them changed here.',
    fr: '{found} {found|évènement n’est plus|évènements ne sont plus} dans la source ; {changed} {changed|a été modifié|ont été modifiés} ici.',
  },
  read: { en: 'How it was read', fr: 'Lecture' },
  problems: { en: 'Refused', fr: 'Refusés' },
  conflicts: { en: 'For you to decide', fr: 'À trancher' },
  notes: { en: 'Notes', fr: 'Remarques' },
  records: { en: 'Records', fr: 'Fiches' },
  line: { en: 'row {line}', fr: 'ligne {line}' },
  column: { en: 'Column {name}', fr: 'Colonne {name}' },
  feeds: { en: 'Subscriptions', fr: 'Abonnements' },
  feedsAbout: {
    en: 'Feeds that are imported regularly. What a feed changes is in the history above.',
    fr: 'Les flux importés régulièrement. Ce qu’un flux modifie figure dans l’historique ci-dessus.',
  },
  subscribe: { en: 'Subscribe to a feed', fr: 'S’abonner à un flux' },
  every: { en: 'How often', fr: 'Fréquence' },
  feedSourceHint: {
    en: 'Empty: host and path of the URL.',
    fr: 'Vide : l’hôte et le chemin de l’URL.',
  },
  checked: { en: 'last read', fr: 'dernière lecture' },
  next: { en: 'next {at}', fr: 'prochaine {at}' },
  lastChange: { en: 'last change', fr: 'dernier changement' },
  subscribeAbout: {
    en: 'The preview shows what the feed would bring. There you subscribe to it.',
    fr: 'L’aperçu montre ce que le flux apporterait. C’est de là que vous vous abonnez.',
  },
  subscribeNow: { en: 'Subscribe', fr: 'S’abonner' },
  reading: { en: 'being read …', fr: 'lecture en cours…' },
  brought: {
    en: '{created} created, {updated} updated, {refused} refused',
    fr: '{created} {created|créé|créés}, {updated} {updated|modifié|modifiés}, {refused} {refused|refusé|refusés}',
  },
  subscribeThus: { en: 'Subscribe with these choices', fr: 'S’abonner avec ces choix' },
  readNow: { en: 'Read now', fr: 'Lire maintenant' },
  pause: { en: 'Pause', fr: 'Suspendre' },
  resume: { en: 'Go on', fr: 'Reprendre' },
  unsubscribe: { en: 'Unsubscribe', fr: 'Se désabonner' },
  unsubscribeAbout: {
    en: '{source} is no longer read. Its imported events stay.',
    fr: '{source} n’est plus lu. Les évènements déjà importés restent.',
  },
  back: { en: 'All imports', fr: 'Toutes les importations' },
  one: { en: 'Import from {source}', fr: 'Importation de {source}' },
} as const satisfies Record<string, Sentence>

export const formatNames: Record<ImportFormat, Sentence> = {
  csv: { en: 'Table (Excel, ODS, CSV)', fr: 'Tableau (Excel, ODS, CSV)' },
  ics: { en: 'iCalendar', fr: 'iCalendar' },
  tec: { en: 'Site with The Events Calendar', fr: 'Site avec The Events Calendar' },
  jsonld: { en: 'JSON-LD of a page or sitemap', fr: 'JSON-LD d’une page ou d’un plan de site' },
}

/** The records of an import by their outcome. */
export const outcomeTabs: Record<Outcome, Sentence> = {
  created: { en: 'New', fr: 'Nouvelles' },
  updated: { en: 'Changed', fr: 'Modifiées' },
  unchanged: { en: 'Unchanged', fr: 'Inchangées' },
  skipped: { en: 'Skipped', fr: 'Ignorées' },
  refused: { en: 'Refused', fr: 'Refusées' },
}

/** The names of the guesses in reports of readers. */
export const readNames: Record<string, Sentence> = {
  encoding: { en: 'Encoding', fr: 'Encodage' },
  delimiter: { en: 'Column separator', fr: 'Séparateur de colonnes' },
  dates: { en: 'Order in dates', fr: 'Ordre dans les dates' },
  kind: { en: 'Kind of records', fr: 'Type de fiches' },
  format: { en: 'Format', fr: 'Format' },
  sheet: { en: 'Sheet', fr: 'Feuille' },
}

export const intervalNames: Record<Interval, Sentence> = {
  hourly: { en: 'every hour', fr: 'toutes les heures' },
  'twice-daily': { en: 'twice a day', fr: 'deux fois par jour' },
  daily: { en: 'every day', fr: 'tous les jours' },
  weekly: { en: 'every week', fr: 'toutes les semaines' },
}

export const feedStateNames: Record<SubscriptionState, Sentence> = {
  active: { en: 'active', fr: 'actif' },
  paused: { en: 'paused', fr: 'suspendu' },
  disabled: { en: 'disabled', fr: 'désactivé' },
}
