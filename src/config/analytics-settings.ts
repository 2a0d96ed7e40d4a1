import { analyticsIn } from '../define/text/attributes.ts'
import type { Definitions } from './setting.ts'
import { wordAndText } from './setting-types.ts'

const scriptForm = /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?\/[\w./~%-]*(?:\?[\w.&=%-]*)?$/i

/** The counter of visits, on another host: pages load nothing of it unless it is set. */
export const analyticsSettings = {
  analytics: {
    type: wordAndText(
      ['none', 'matomo', 'plausible', 'umami', 'other'],
      {
        en: 'behind it the URL of the script, the site there and further attributes, such as plausible https://plausible.io/js/script.js example.org data-api=/x, or matomo https://stats.example.org/matomo.js 1',
        fr: 'après lui l’URL du script, le site dans ce service et d’autres attributs, par exemple plausible https://plausible.io/js/script.js exemple.fr data-api=/x, ou matomo https://stats.exemple.fr/matomo.js 1',
      },
      (text, word) => {
        const parts = analyticsIn(`${word} ${text}`)
        return !!parts && scriptForm.test(parts.url) && /^[\w.,:-]{0,200}$/.test(parts.site)
      },
    ),
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
    en: 'The service that counts visits; the presets set no cookies, and pages load nothing of that host but the script. The site is the domain in Plausible, the website ID in Umami, the number in Matomo.',
    fr: 'Le service qui compte les visites ; les préréglages ne déposent pas de cookies, et les pages ne chargent de cet hôte que le script. Le site est le domaine dans Plausible, l’identifiant dans Umami, le numéro dans Matomo.',
  },
} as const satisfies Definitions
