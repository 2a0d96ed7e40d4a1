import type { Sentence } from '../../../define/text/language.ts'
import type { DeliveryError, WebhookState } from '../../../define/webhooks.ts'
import { messages as shared } from '../../messages.ts'

export const messages = {
  title: shared.webhooks,
  about: {
    en: 'A URL of another program gets a signed message of each change of the calendar.',
    fr: 'L’URL d’un autre programme reçoit un message signé à chaque changement de l’agenda.',
  },
  add: { en: 'Add webhook', fr: 'Ajouter un webhook' },
  make: { en: 'Add', fr: 'Ajouter' },
  url: { en: 'URL that gets the messages', fr: 'URL qui reçoit les messages' },
  kinds: { en: 'Changes of', fr: 'Changements' },
  all: { en: 'All records', fr: 'Toutes les fiches' },
  events: { en: 'Events only', fr: 'Les évènements seulement' },
  categories: {
    en: 'Of events, only those in these categories',
    fr: 'Parmi les évènements, seulement ceux de ces catégories',
  },
  tags: {
    en: 'Of events, only those with these tags',
    fr: 'Parmi les évènements, seulement ceux de ces étiquettes',
  },
  termsHint: {
    en: 'Slugs or IDs, with commas between them. Empty: all.',
    fr: 'Des slugs ou des ID, séparés par des virgules. Vide : tous.',
  },
  someTerms: {
    en: 'only some categories or tags',
    fr: 'certaines catégories ou étiquettes seulement',
  },
  scope: { en: 'Visibility', fr: 'Visibilité' },
  public: { en: 'What anyone may see', fr: 'Ce que tout le monde peut voir' },
  own: { en: 'What you may see, drafts too', fr: 'Ce que vous pouvez voir, brouillons compris' },
  language: { en: 'Language of the records', fr: 'Langue des fiches' },
  records: { en: 'Content', fr: 'Contenu' },
  thin: { en: 'What has changed', fr: 'Ce qui a changé' },
  full: { en: 'The whole record', fr: 'La fiche entière' },
  none: { en: 'There are none yet.', fr: 'Il n’y en a pas encore.' },
  secret: { en: 'Key of the signatures', fr: 'Clé des signatures' },
  secretAbout: {
    en: 'The receiver checks its messages with this key. Copy it now: it is not shown again.',
    fr: 'Le destinataire vérifie ses messages avec cette clé. Copiez-la maintenant : elle ne sera plus affichée.',
  },
  rotate: { en: 'New key', fr: 'Nouvelle clé' },
  rotateAbout: {
    en: 'For a day, messages are signed with the present key too.',
    fr: 'Pendant un jour, les messages sont aussi signés avec la clé actuelle.',
  },
  test: { en: 'Send a test', fr: 'Envoyer un essai' },
  pause: { en: 'Pause', fr: 'Suspendre' },
  resume: { en: 'Resume', fr: 'Reprendre' },
  remove: { en: 'Remove', fr: 'Supprimer' },
  removeAbout: {
    en: '{url} gets no more messages.',
    fr: '{url} ne recevra plus de messages.',
  },
  again: { en: 'Send again', fr: 'Renvoyer' },
  last: { en: 'Last messages', fr: 'Derniers messages' },
  nextTry: { en: 'Next attempt', fr: 'Prochaine tentative :' },
  arrived: { en: 'arrived', fr: 'arrivé' },
} as const satisfies Record<string, Sentence>

export const stateNames = {
  active: { en: 'active', fr: 'actif' },
  paused: { en: 'paused', fr: 'suspendu' },
  disabled: { en: 'disabled', fr: 'désactivé' },
} as const satisfies Record<WebhookState, Sentence>

export const errorNames = {
  address: { en: 'the address is not public', fr: 'l’adresse n’est pas publique' },
  network: { en: 'it cannot be reached', fr: 'il est injoignable' },
  time: { en: 'no response within 15 seconds', fr: 'aucune réponse en 15 secondes' },
  refused: { en: 'it was refused', fr: 'il a été refusé' },
  owner: {
    en: 'its user is no administrator any more',
    fr: 'son compte n’est plus celui d’un administrateur',
  },
} as const satisfies Record<DeliveryError, Sentence>
