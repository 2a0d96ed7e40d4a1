import type { Sentence } from '../../../define/text/language.ts'
import type { AuditAction } from '../../../sdk/index.ts'
import { messages as shared } from '../../messages.ts'

export const messages = {
  about: {
    en: 'Who did what, newest first.',
    fr: 'Qui a fait quoi, du plus récent au plus ancien.',
  },
  kind: { en: 'What', fr: 'Quoi' },
  anyKind: { en: 'Everything', fr: 'Tout' },
  user: { en: 'user', fr: 'compte' },
  credential: { en: 'token', fr: 'jeton' },
  setting: { en: 'settings', fr: 'réglages' },
  only: { en: 'Only what {name} did', fr: 'Seulement ce qu’a fait {name}' },
  everyone: { en: 'What everyone did', fr: 'Ce que tout le monde a fait' },
  service: shared.visitorOrService,
  /** For changes of accounts, tokens and settings without a signed-in user. */
  itself: { en: 'The service or its command line', fr: 'Le service ou sa ligne de commande' },
  gone: { en: 'deleted account', fr: 'compte supprimé' },
  from: { en: 'as of version {version}', fr: 'dans sa version {version}' },
  merged: { en: 'merged', fr: 'a fusionné' },
  records: { en: '{count} {count|record|records}', fr: '{count} {count|fiche|fiches}' },
  progress: { en: '{through} of {count} …', fr: '{through} sur {count}…' },
  refused: { en: '{count} refused', fr: '{count} {count|refusée|refusées}' },
  undone: { en: 'undone', fr: 'annulé' },
  undo: shared.undo,
  import: { en: 'records of the import {from}', fr: 'des fiches de l’importation {from}' },
  older: { en: 'Older', fr: 'Plus ancien' },
  none: { en: 'No activity yet.', fr: 'Aucune activité pour le moment.' },
  further: {
    en: 'Nothing so far; look further back.',
    fr: 'Rien jusqu’ici ; cherchez plus loin dans le passé.',
  },
} as const satisfies Record<string, Sentence>

/** The verb alone is a French message, because the noun comes first: “a publié”. */
export const actionMessages = {
  created: { en: 'created', fr: 'a créé' },
  changed: { en: 'changed', fr: 'a modifié' },
  deleted: { en: 'deleted', fr: 'a supprimé' },
  published: { en: 'published', fr: 'a publié' },
  scheduled: { en: 'scheduled', fr: 'a planifié' },
  submitted: { en: 'submitted for review', fr: 'a soumis à relecture' },
  withdrawn: { en: 'unpublished', fr: 'a dépublié' },
  trashed: { en: 'moved to the trash', fr: 'a mis à la corbeille' },
  restored: { en: 'restored', fr: 'a restauré' },
  returned: { en: 'returned to its author', fr: 'a renvoyé à son auteur' },
} as const satisfies Record<AuditAction, Sentence>
