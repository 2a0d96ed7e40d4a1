import type { Sentence } from '../../define/field-type.ts'

/** The words of `import`. */
export const imports = {
  done: {
    en: 'Events: {created} created, {updated} updated, {unchanged} unchanged, {skipped} skipped, {refused} refused.',
    fr: 'Évènements : {created} {created|créé|créés}, {updated} {updated|modifié|modifiés}, {unchanged} {unchanged|inchangé|inchangés}, {skipped} {skipped|ignoré|ignorés}, {refused} {refused|refusé|refusés}.',
  },
  would: {
    en: 'Nothing was written. Events: {created} to create, {updated} to update, {unchanged} unchanged, {skipped} to skip, {refused} refused.',
    fr: 'Rien n’a été enregistré. Évènements : {created} à créer, {updated} à modifier, {unchanged} {unchanged|inchangé|inchangés}, {skipped} à ignorer, {refused} {refused|refusé|refusés}.',
  },
  gone: {
    en: '{found} {found|event is|events are} no longer in the source; {changed} of them changed here.',
    fr: '{found} {found|évènement n’est plus|évènements ne sont plus} dans la source ; {changed} {changed|a été modifié|ont été modifiés} ici.',
  },
  none: {
    en: 'There has been no import yet.',
    fr: 'Il n’y a pas encore eu d’importation.',
  },
  badId: {
    en: '“{value}” is not the ID of an import; “almanac import list” shows them.',
    fr: '« {value} » n’est pas l’ID d’une importation ; « almanac import list » les affiche.',
  },
  undone: {
    en: 'Records: {removed} removed, {restored} as before, {left} left as they are.',
    fr: 'Fiches : {removed} {removed|retirée|retirées}, {restored} {restored|rétablie|rétablies}, {left} {left|laissée telle quelle|laissées telles quelles}.',
  },
  wouldUndo: {
    en: 'Records: {removed} would be removed, {restored} would be as before, {left} would stay. One that others need stays too.',
    fr: 'Fiches : {removed} {removed|serait retirée|seraient retirées}, {restored} {restored|rétablie|rétablies}, {left} {left|laissée telle quelle|laissées telles quelles}. Celles dont d’autres ont besoin restent aussi.',
  },
  wouldUnsubscribe: {
    en: 'Subscription {id} to {url} would end.',
    fr: 'L’abonnement {id} à {url} prendrait fin.',
  },
  noFeeds: { en: 'There are no subscriptions.', fr: 'Il n’y a pas d’abonnement.' },
  badUrl: {
    en: '“{value}” is not a URL. Expected one such as https://example.org/events.ics.',
    fr: '« {value} » n’est pas une URL. Attendu : une URL telle que https://example.org/events.ics.',
  },
  badFeedId: {
    en: '“{value}” is not the ID of a subscription; “almanac import subscriptions” shows them.',
    fr: '« {value} » n’est pas l’ID d’un abonnement ; « almanac import subscriptions » les affiche.',
  },
  subscribed: {
    en: 'Subscription {id}: {source}. The service reads it from now on.',
    fr: 'Abonnement {id} : {source}. Le service le lit désormais.',
  },
  unsubscribed: { en: 'Subscription {id} has ended.', fr: 'L’abonnement {id} est terminé.' },
  checked: { en: 'Last read (UTC)', fr: 'Dernière lecture (UTC)' },
  url: { en: 'URL', fr: 'URL' },
  id: { en: 'ID', fr: 'ID' },
  started: { en: 'Started (UTC)', fr: 'Début (UTC)' },
  format: { en: 'Format', fr: 'Format' },
  source: { en: 'Source', fr: 'Source' },
  state: { en: 'State', fr: 'État' },
  origin: { en: 'From', fr: 'Origine' },
  readAs: { en: '{name}: {value}', fr: '{name} : {value}' },
  interrupted: {
    en: 'Interrupted. Run the same command again to continue.',
    fr: 'Interrompu. La même commande reprend là où elle en était.',
  },
  notOneOf: {
    en: '--{name} is “{value}”. Expected one of: {all}.',
    fr: '--{name} vaut « {value} ». Valeurs possibles : {all}.',
  },
  notUpTo: {
    en: '--{name} is “{value}”. Expected a whole number from 0 to {max}.',
    fr: '--{name} vaut « {value} ». Attendu : un nombre entier de 0 à {max}.',
  },
  tooLong: {
    en: '--{name} is too long.',
    fr: '--{name} est trop long.',
  },
  halfLogin: {
    en: '--login and --password-file belong together.',
    fr: '--login et --password-file vont ensemble.',
  },
} as const satisfies Record<string, Sentence>

/** The words of `export`. */
export const exports = {
  written: { en: 'Written to {file}.', fr: 'Enregistré dans {file}.' },
  noFolder: {
    en: 'There is no folder {folder}.',
    fr: 'Il n’y a pas de dossier {folder}.',
  },
  badFilter: {
    en: '--filter is “{value}”. Expected parameters of the list of events, such as "categories=music&start_date=2027-01-01".',
    fr: '--filter vaut « {value} ». Attendu : des paramètres de la liste des évènements, tels que "categories=musique&start_date=2027-01-01".',
  },
  notRead: {
    en: 'The events could not be read (status {status}).',
    fr: 'Les évènements n’ont pas pu être lus (statut {status}).',
  },
} as const satisfies Record<string, Sentence>
