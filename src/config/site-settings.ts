import { languages } from '../define/text/language.ts'
import type { Definitions } from './setting.ts'
import { oneOf, text, zone } from './setting-types.ts'

/**
 * The settings that data depend on. They are stored with the data, so that the service and every command agree; settings given at a start of the
 * service replace the stored ones.
 */
export const siteSettings = {
  language: {
    type: oneOf(...languages),
    default: 'en',
    en: 'The language used when a request asks for none. The first start stores that of the terminal.',
    fr: 'La langue utilisée quand une requête n’en demande aucune. Le premier démarrage enregistre celle du terminal.',
  },
  timezone: {
    type: zone(),
    default: 'UTC',
    live: { en: 'Time zone', fr: 'Fuseau horaire' },
    en: 'The time zone of the site, used for events that name none. The first start stores that of the machine.',
    fr: 'Le fuseau horaire du site, utilisé pour les évènements qui n’en indiquent pas. Le premier démarrage enregistre celui de la machine.',
  },
  currencyCode: {
    type: text(
      /^[A-Z]{3}$/,
      { en: 'three letters such as EUR', fr: 'trois lettres telles que EUR' },
      { tidy: written => written.toUpperCase() },
    ),
    default: 'USD',
    live: { en: 'Currency code', fr: 'Code de la monnaie' },
    en: 'The ISO 4217 code of the currency.',
    fr: 'Le code ISO 4217 de la monnaie.',
  },
} as const satisfies Definitions
