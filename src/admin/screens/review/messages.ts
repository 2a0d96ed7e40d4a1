import type { Sentence } from '../../../define/text/language.ts'
import { messages as shared } from '../../messages.ts'

export const messages = {
  about: {
    en: 'What contributors and visitors have proposed. What you approve is published at once.',
    fr: 'Ce que contributeurs et visiteurs ont proposé. Ce que vous approuvez est publié aussitôt.',
  },
  waiting: {
    en: '{count|One event waits|{count} events wait}',
    fr: '{count|Un évènement attend|{count} évènements attendent}',
  },
  none: { en: 'Nothing to review.', fr: 'Rien à relire.' },
  visitor: { en: 'a visitor', fr: 'une personne du public' },
  by: { en: 'By {name}', fr: 'De {name}' },
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
  approved: { en: '“{title}” is published.', fr: '« {title} » est publié.' },
  returned: { en: '“{title}” is a draft again.', fr: '« {title} » est de nouveau un brouillon.' },
  undo: shared.undo,
  changed: {
    en: 'Someone else changed it in the meantime: look at it again.',
    fr: 'Quelqu’un l’a modifié entre-temps : relisez-le.',
  },
} as const satisfies Record<string, Sentence>
