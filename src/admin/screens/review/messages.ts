import type { Sentence } from '../../../define/text/language.ts'
import { messages as shared } from '../../messages.ts'

export const messages = {
  about: {
    en: 'Events proposed by contributors and visitors. An approved event is published at once.',
    fr: 'Les évènements proposés par les contributeurs et le public. Ceux que vous approuvez sont publiés aussitôt.',
  },
  waiting: {
    en: '{count|One event waits|{count} events wait}',
    fr: '{count|Un évènement attend|{count} évènements attendent}',
  },
  reports: { en: 'Reports on published events', fr: 'Signalements d’évènements publiés' },
  firstReports: {
    en: 'The first {count}; close some to see the next ones.',
    fr: 'Les {count} premiers ; clôturez-en pour voir les suivants.',
  },
  mistake: { en: 'Mistake', fr: 'Erreur' },
  cancelled: { en: 'Cancelled', fr: 'Annulé' },
  changed: { en: 'Changed', fr: 'Modifié' },
  proposed: { en: 'Proposed change', fr: 'Modification proposée' },
  close: { en: 'Done', fr: 'Traité' },
  closeOne: {
    en: 'Done: close the report on {title}',
    fr: 'Traité : clore le signalement de {title}',
  },
  closed: {
    en: 'The report on “{title}” is closed.',
    fr: 'Le signalement de « {title} » est clos.',
  },
  closedReports: { en: 'Closed reports', fr: 'Signalements clos' },
  closedBy: { en: 'Closed by {name}', fr: 'Clos par {name}' },
  reopen: { en: 'Reopen', fr: 'Rouvrir' },
  reopenOne: { en: 'Reopen the report on {title}', fr: 'Rouvrir le signalement de {title}' },
  apply: { en: 'Apply', fr: 'Appliquer' },
  applyOne: {
    en: 'Apply the proposed change to {title}',
    fr: 'Appliquer la modification proposée à {title}',
  },
  applied: { en: '“{title}” is changed.', fr: '« {title} » est modifié.' },
  none: { en: 'Nothing to review.', fr: 'Rien à relire.' },
  visitor: { en: 'a visitor', fr: 'une personne du public' },
  by: { en: 'By {name}', fr: 'Par {name}' },
  approve: { en: 'Approve', fr: 'Approuver' },
  approveOne: { en: 'Approve {title}', fr: 'Approuver {title}' },
  giveBack: { en: 'Send back', fr: 'Renvoyer' },
  giveBackOne: {
    en: 'Send back {title} to its author as a draft',
    fr: 'Renvoyer {title} en brouillon à son auteur',
  },
  word: { en: 'Note to the author', fr: 'Message à l’auteur' },
  wordAbout: {
    en: 'Shown with the event until it is submitted again; never public.',
    fr: 'Affiché avec l’évènement jusqu’à ce qu’il soit soumis de nouveau ; jamais public.',
  },
  selectAll: { en: 'Select all on this page', fr: 'Tout sélectionner sur cette page' },
  select: { en: 'Select {title}', fr: 'Sélectionner {title}' },
  approveMany: {
    en: 'Approve {count} {count|event|events}',
    fr: 'Approuver {count} {count|évènement|évènements}',
  },
  edit: { en: 'Open in the editor', fr: 'Ouvrir dans l’éditeur' },
  next: { en: 'Next event', fr: 'Évènement suivant' },
  when: { en: 'When', fr: 'Quand' },
  noImage: { en: 'No image', fr: 'Aucune image' },
  noAlt: { en: 'No alternative text', fr: 'Aucun texte alternatif' },
  noText: { en: 'No text in this language', fr: 'Aucun texte dans cette langue' },
  notes: { en: 'Earlier notes', fr: 'Messages précédents' },
  withoutNote: { en: 'Returned without a note', fr: 'Renvoyé sans message' },
  changedSince: { en: 'Changed since it was returned', fr: 'Modifié depuis le renvoi' },
  sameAsReturned: {
    en: 'Nothing has changed since it was returned.',
    fr: 'Rien n’a changé depuis le renvoi.',
  },
  approved: { en: '“{title}” is published.', fr: '« {title} » est publié.' },
  returned: { en: '“{title}” is a draft again.', fr: '« {title} » est de nouveau un brouillon.' },
  undo: shared.undo,
  overtaken: {
    en: 'Someone else changed it in the meantime: look at it again.',
    fr: 'Quelqu’un l’a modifié entre-temps : relisez-le.',
  },
} as const satisfies Record<string, Sentence>
