import { oneOf } from '../../define/choice-types.ts'
import { words } from '../../define/list-types.ts'
import { flag } from '../../define/scalar-types.ts'
import { exact, listOf, text } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { text as plain } from '../../define/text-types.ts'
import { webhookScopes } from '../../define/webhooks.ts'
import { changeFilters, changeKinds } from '../../resources/index.ts'
import type { Operations } from '../api/operation.ts'
import { schemaOf } from './schema-of.ts'

const withSecret = exact(
  { en: 'The webhook and its key.', fr: 'Le webhook et sa clé.' },
  {
    webhook: schemaOf('Webhook'),
    secret: text({
      en: 'The key that signs its messages, returned only in this response.',
      fr: 'La clé qui signe ses messages, renvoyée dans cette réponse seulement.',
    }),
  },
)

export const webhooksOperations = {
  'GET /webhooks': {
    name: 'listWebhooks',
    access: 'account',
    summary: {
      en: 'List webhooks: URLs that get a message of each change; for administrators',
      fr: 'Lister les webhooks : les URL qui reçoivent un message à chaque changement ; pour les administrateurs',
    },
    returns: exact(
      { en: 'The webhooks.', fr: 'Les webhooks.' },
      {
        webhooks: listOf(schemaOf('Webhook'), {
          en: 'The oldest first.',
          fr: 'Du plus ancien au plus récent.',
        }),
      },
    ),
  },
  'POST /webhooks': {
    name: 'addWebhook',
    access: 'account',
    summary: {
      en: 'Add a webhook; it gets changes from now on',
      fr: 'Ajouter un webhook ; il reçoit les changements à partir de maintenant',
    },
    params: {
      url: {
        type: plain(2000, 'https://example.org/hooks/calendar'),
        required: true,
        en: 'The URL that gets the messages.',
        fr: 'L’URL qui reçoit les messages.',
      },
      kinds: {
        type: words(changeKinds),
        en: 'Only changes of these kinds of records. By default, all.',
        fr: 'Seulement les changements de ces types de fiches. Par défaut, tous.',
      },
      ...changeFilters,
      scope: {
        type: oneOf(webhookScopes),
        default: 'public',
        en: 'public: what anyone may read; own: what you may read, drafts too.',
        fr: 'public : ce que tout le monde peut lire ; own : ce que vous pouvez lire, brouillons compris.',
      },
      language: {
        type: oneOf(languages),
        en: 'The language of the records. By default, that of the site.',
        fr: 'La langue des fiches. Par défaut, celle du site.',
      },
      records: {
        type: flag(),
        default: false,
        en: 'Whether messages have the whole record, as a read returns it.',
        fr: 'Indique si les messages contiennent la fiche entière, telle que la renvoie une lecture.',
      },
    },
    returns: withSecret,
    status: 201,
  },
  'PATCH /webhooks/:id': {
    name: 'changeWebhook',
    access: 'account',
    summary: {
      en: 'Pause a webhook, or resume it where it was',
      fr: 'Suspendre un webhook, ou le reprendre où il en était',
    },
    params: {
      state: {
        type: oneOf(['active', 'paused']),
        required: true,
        en: 'Whether messages are sent.',
        fr: 'Indique si des messages sont envoyés.',
      },
    },
    returns: schemaOf('Webhook'),
    problems: ['webhook_not_found'],
  },
  'DELETE /webhooks/:id': {
    name: 'removeWebhook',
    access: 'account',
    summary: { en: 'Remove a webhook', fr: 'Supprimer un webhook' },
    returns: schemaOf('Webhook'),
    problems: ['webhook_not_found'],
  },
  'POST /webhooks/:id/secret': {
    name: 'rotateWebhookSecret',
    access: 'account',
    summary: {
      en: 'Give a webhook a new key; for a day, messages are signed with the one before too',
      fr: 'Donner une nouvelle clé à un webhook ; pendant un jour, les messages sont aussi signés avec la précédente',
    },
    returns: withSecret,
    problems: ['webhook_not_found'],
  },
  'POST /webhooks/:id/test': {
    name: 'testWebhook',
    access: 'account',
    summary: {
      en: 'Send a test message, and wait for its outcome',
      fr: 'Envoyer un message d’essai et attendre son résultat',
    },
    returns: schemaOf('Delivery'),
    problems: ['webhook_not_found'],
  },
  'POST /webhooks/:id/deliveries': {
    name: 'sendWebhookAgain',
    access: 'account',
    summary: {
      en: 'Send one of the last messages again',
      fr: 'Renvoyer un des derniers messages',
    },
    params: {
      message: {
        type: plain(100, 'msg_mT3f'),
        required: true,
        en: 'The ID of the message.',
        fr: 'L’ID du message.',
      },
    },
    returns: schemaOf('Delivery'),
    problems: ['webhook_not_found', 'delivery_not_found', 'changes_cursor_gone'],
  },
} satisfies Operations
