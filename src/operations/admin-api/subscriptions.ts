import { namesIn } from '../../define/base/objects.ts'
import { oneOf } from '../../define/choice-types.ts'
import { importFormats, intervals } from '../../define/import-messages.ts'
import { flag } from '../../define/scalar-types.ts'
import { exact, listOf } from '../../define/schema.ts'
import { line, text as plain } from '../../define/text-types.ts'
import type { Operations } from '../api/operation.ts'
import { how } from './imports.ts'
import { schemaOf } from './schema-of.ts'

export const subscriptionsOperations = {
  'GET /subscriptions': {
    name: 'listSubscriptions',
    access: 'account',
    summary: {
      en: 'List subscriptions: feeds that are imported again and again; for users who may import',
      fr: 'Lister les abonnements : les flux importés régulièrement ; pour les personnes qui peuvent importer',
    },
    returns: exact(
      { en: 'The subscriptions.', fr: 'Les abonnements.' },
      {
        subscriptions: listOf(schemaOf('Subscription'), {
          en: 'The oldest first.',
          fr: 'Du plus ancien au plus récent.',
        }),
      },
    ),
  },
  'POST /subscriptions': {
    name: 'subscribe',
    access: 'account',
    summary: {
      en: 'Subscribe to a feed; its records belong to you',
      fr: 'S’abonner à un flux ; ses fiches vous appartiennent',
    },
    params: {
      format: {
        type: oneOf(importFormats),
        default: 'ics',
        en: 'The format of the feed.',
        fr: 'Le format du flux.',
      },
      url: {
        type: plain(2000, 'https://example.org/events.ics'),
        required: true,
        en: 'The URL of the feed.',
        fr: 'L’URL du flux.',
      },
      source: {
        type: line({ max: 100, sample: 'town-hall' }),
        en: 'The name of the source here. Default: host and path of the URL.',
        fr: 'Le nom de la source ici. Par défaut : l’hôte et le chemin de l’URL.',
      },
      every: {
        type: oneOf(namesIn(intervals)),
        default: 'daily',
        en: 'How often it is read.',
        fr: 'La fréquence de lecture.',
      },
      ...how,
    },
    returns: schemaOf('Subscription'),
    status: 201,
  },
  'PATCH /subscriptions/:id': {
    name: 'changeSubscription',
    access: 'account',
    summary: {
      en: 'Pause or resume a subscription, change how often it is read, or read it now',
      fr: 'Suspendre ou reprendre un abonnement, changer sa fréquence, ou le lire maintenant',
    },
    params: {
      state: {
        type: oneOf(['active', 'paused']),
        en: 'Whether it is read; a disabled one is tried again when it becomes active.',
        fr: 'Indique s’il est lu ; un abonnement désactivé est réessayé dès qu’il redevient actif.',
      },
      every: {
        type: oneOf(namesIn(intervals)),
        en: 'How often it is read.',
        fr: 'La fréquence de lecture.',
      },
      now: {
        type: flag(),
        default: false,
        en: 'Whether it is read at once.',
        fr: 'Indique s’il est lu maintenant.',
      },
    },
    returns: schemaOf('Subscription'),
    problems: ['subscription_not_found'],
  },
  'DELETE /subscriptions/:id': {
    name: 'unsubscribe',
    access: 'account',
    summary: {
      en: 'End a subscription; the imported records stay',
      fr: 'Mettre fin à un abonnement ; les fiches importées restent',
    },
    returns: schemaOf('Subscription'),
    problems: ['subscription_not_found'],
  },
} satisfies Operations
