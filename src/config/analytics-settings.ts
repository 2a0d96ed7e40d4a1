import { attributesIn } from '../define/text/attributes.ts'
import type { Definitions } from './setting.ts'
import { oneOf, text } from './setting-types.ts'

/** The counter of visits, on another host: pages load nothing of it unless it is set. */
export const analyticsSettings = {
  analytics: {
    type: oneOf('none', 'matomo', 'plausible', 'umami', 'other'),
    default: 'none',
    live: {
      en: 'Analytics',
      fr: 'Mesure d’audience',
      words: {
        none: { en: 'None', fr: 'Aucune' },
        matomo: { en: 'Matomo, without cookies', fr: 'Matomo, sans cookies' },
        plausible: { en: 'Plausible', fr: 'Plausible' },
        umami: { en: 'Umami', fr: 'Umami' },
        other: { en: 'Another script', fr: 'Un autre script' },
      },
    },
    en: 'The service that counts visits; the presets set no cookies.',
    fr: 'Le service qui compte les visites ; les préréglages ne déposent pas de cookies.',
  },
  analyticsScript: {
    type: text(
      /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?\/[\w./~%-]*(?:\?[\w.&=%-]*)?$/i,
      {
        en: 'a URL such as https://plausible.io/js/script.js',
        fr: 'une URL telle que https://plausible.io/js/script.js',
      },
      { canBeEmpty: true },
    ),
    default: '',
    live: { en: 'Script of analytics', fr: 'Script de mesure d’audience' },
    en: 'The URL of its script; of Matomo, that of matomo.js. Pages load nothing else of that host.',
    fr: 'L’URL de son script ; pour Matomo, celle de matomo.js. Les pages ne chargent rien d’autre de cet hôte.',
  },
  analyticsSite: {
    type: text(
      /^[\w.,:-]{1,200}$/,
      {
        en: 'the name or number of the site, such as example.org or 1',
        fr: 'le nom ou le numéro du site, tel que exemple.fr ou 1',
      },
      { canBeEmpty: true },
    ),
    default: '',
    live: { en: 'Site in analytics', fr: 'Site dans la mesure d’audience' },
    en: 'The name of the site in that service: the domain in Plausible, the website ID in Umami, the number in Matomo.',
    fr: 'Le nom du site dans ce service : le domaine dans Plausible, l’identifiant dans Umami, le numéro dans Matomo.',
  },
  analyticsAttributes: {
    type: {
      expects: {
        en: 'attributes such as data-api=/x, integrity=sha384-… or crossorigin=anonymous, with spaces between them',
        fr: 'des attributs tels que data-api=/x, integrity=sha384-… ou crossorigin=anonymous, séparés par des espaces',
      },
      canBeEmpty: true,
      parse: written =>
        attributesIn(written)
          ?.map(([name, value]) => `${name}=${value}`)
          .join(' '),
    },
    default: '',
    live: { en: 'Attributes of the script', fr: 'Attributs du script' },
    en: 'Further attributes of the script.',
    fr: 'D’autres attributs du script.',
  },
} as const satisfies Definitions
