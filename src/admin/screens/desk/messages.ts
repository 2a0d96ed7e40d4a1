import type { Sentence } from '../../../define/text/language.ts'

export const messages = {
  add: { en: 'Add an event', fr: 'Ajouter un évènement' },
  waiting: { en: 'Waiting', fr: 'En attente' },
  texts: { en: 'Missing', fr: 'Ce qui manque' },
  week: { en: 'The next seven days', fr: 'Les sept prochains jours' },
  service: { en: 'Service', fr: 'Service' },
  review: { en: 'Events to review', fr: 'Évènements à relire' },
  reports: { en: 'Reports on published events', fr: 'Signalements d’évènements publiés' },
  draftsSoon: {
    en: 'Drafts of the next four weeks',
    fr: 'Brouillons des quatre prochaines semaines',
  },
  hiddenVenues: {
    en: 'Venues with events to come that visitors do not see',
    fr: 'Lieux d’évènements à venir que le public ne voit pas',
  },
  translate: { en: 'To translate into {language}', fr: 'À traduire en {language}' },
  withoutPlace: { en: 'Events without place', fr: 'Évènements sans lieu' },
  withoutCategory: { en: 'Events without category', fr: 'Évènements sans catégorie' },
  withoutImage: { en: 'Events without image', fr: 'Évènements sans image' },
  altTexts: { en: 'Images without alternative text', fr: 'Images sans texte alternatif' },
  cancelled: { en: 'Cancelled', fr: 'Annulés' },
  moved: { en: 'Postponed or moved online', fr: 'Reportés ou désormais en ligne' },
  twins: {
    en: 'Same title, day and place',
    fr: 'Même titre, même jour, même lieu',
  },
  overlaps: {
    en: 'Two in one venue at the same time',
    fr: 'Deux dans un même lieu à la même heure',
  },
  firstOnly: {
    en: 'Among the first {count} events.',
    fr: 'Parmi les {count} premiers évènements.',
  },
  failedImports: {
    en: 'Imports of the last two weeks that failed',
    fr: 'Importations en échec depuis deux semaines',
  },
  failedFeeds: { en: 'Subscriptions that fail', fr: 'Abonnements en échec' },
  failedMails: {
    en: 'E-mails given up since the service started',
    fr: 'E-mails abandonnés depuis le démarrage du service',
  },
  ownDrafts: { en: 'Drafts', fr: 'Brouillons' },
  ownPending: { en: 'Waiting for review', fr: 'En attente de relecture' },
  own: { en: 'All your events', fr: 'Tous vos évènements' },
  goThrough: { en: 'Go through', fr: 'Parcourir' },
  goThroughLine: { en: 'Go through: {line}', fr: 'Parcourir : {line}' },
  yours: { en: 'Your events', fr: 'Vos évènements' },
  how: { en: 'How it works', fr: 'Comment ça marche' },
  howWrite: {
    en: 'Add an event. It stays a draft, which only you and the editors see.',
    fr: 'Ajoutez un évènement. C’est d’abord un brouillon, visible de vous et des éditeurs seulement.',
  },
  howPublish: {
    en: 'Publish it when it is ready: visitors see it at once.',
    fr: 'Publiez-le quand il est prêt : le public le voit aussitôt.',
  },
  howSubmit: {
    en: 'Submit it for review when it is ready. An editor publishes it, or returns it with a note.',
    fr: 'Soumettez-le à relecture quand il est prêt. Un éditeur le publie, ou vous le renvoie avec un message.',
  },
  howHear: {
    en: 'You get an e-mail either way, if your account has an address.',
    fr: 'Dans les deux cas vous recevez un e-mail, si votre compte a une adresse.',
  },
} as const satisfies Record<string, Sentence>
