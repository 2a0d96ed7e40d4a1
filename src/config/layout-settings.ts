import { analyticsIn } from '../define/text/attributes.ts'
import type { Definitions } from './setting.ts'
import { flag, publicAddress, wordAndText } from './setting-types.ts'
import { blocks, links, paragraphs } from './text-types.ts'

/** The parts around the calendar on its pages. */
export const layoutSettings = {
  logoName: {
    type: flag(),
    default: false,
    live: { en: 'Name next to the logo', fr: 'Nom à côté du logo' },
    en: 'Whether the name of the site stands beside a logo that is more than twice as wide as high, too.',
    fr: 'Indique si le nom du site figure aussi à côté d’un logo plus de deux fois plus large que haut.',
  },
  headerLinks: {
    type: links(8),
    default: '',
    live: { en: 'Links in the header', fr: 'Liens de l’en-tête' },
    en: 'Links at the top of every page, such as the way back to the site of the town.',
    fr: 'Des liens en haut de chaque page, par exemple pour revenir au site de la ville.',
  },
  frontBlocks: {
    type: blocks(),
    default: '',
    live: { en: 'Blocks of the front page', fr: 'Blocs de la page d’accueil' },
    en: 'The blocks of the front page in their order, such as image, text Welcome!, then featured; empty for today, featured, categories, next and running.',
    fr: 'Les blocs de la page d’accueil dans leur ordre, par exemple image, text Bienvenue !, puis featured ; vide pour today, featured, categories, next et running.',
  },
  footerLinks: {
    type: links(20),
    default: '',
    live: { en: 'Links in the footer', fr: 'Liens du pied de page' },
    en: 'Links at the bottom of every page, such as legal notice, privacy and accessibility.',
    fr: 'Des liens en bas de chaque page, tels que mentions légales, données personnelles et accessibilité.',
  },
  footerText: {
    type: paragraphs(1000),
    default: '',
    live: { en: 'Text in the footer', fr: 'Texte du pied de page' },
    en: 'A text at the bottom of every page, such as the postal address of the publisher.',
    fr: 'Un texte en bas de chaque page, tel que l’adresse postale de l’éditeur du site.',
  },
  socialLinks: {
    type: links(12),
    default: '',
    live: { en: 'Social networks', fr: 'Réseaux sociaux' },
    en: 'Links to accounts of the publisher in social networks, at the bottom of every page.',
    fr: 'Des liens vers les comptes de l’éditeur du site sur les réseaux sociaux, en bas de chaque page.',
  },
  apiLinks: {
    type: flag(),
    default: true,
    live: { en: 'Links for developers', fr: 'Liens pour les développeurs' },
    en: 'Whether the footer has links to the documentation of the API and to the page for embedding the calendar.',
    fr: 'Indique si le pied de page a des liens vers la documentation de l’API et vers la page qui sert à intégrer l’agenda.',
  },
} as const satisfies Definitions

/** The search for places in the editor. */
export const placeSettings = {
  geocoder: {
    type: wordAndText(
      ['off', 'nominatim', 'photon', 'ban'],
      {
        en: 'behind it the URL of a server of your own, such as photon https://photon.example.org; the public ones have a limit of use',
        fr: 'après lui l’URL de votre propre serveur, par exemple photon https://photon.exemple.fr ; l’usage des serveurs publics est limité',
      },
      (text, word) => word !== 'off' && publicAddress().parse(text) === text,
    ),
    default: 'off',
    live: {
      en: 'Search for places',
      fr: 'Recherche de lieux',
      words: {
        off: { en: 'Off', fr: 'Désactivée' },
        nominatim: { en: 'Nominatim (OpenStreetMap)', fr: 'Nominatim (OpenStreetMap)' },
        photon: { en: 'Photon (OpenStreetMap)', fr: 'Photon (OpenStreetMap)' },
        ban: { en: 'Géoplateforme (France)', fr: 'Géoplateforme (France)' },
      },
    },
    en: 'The service by which editors find the address and the position of a venue. What they type there is sent to it.',
    fr: 'Le service par lequel les éditeurs trouvent l’adresse et la position d’un lieu. Ce qu’ils y saisissent lui est envoyé.',
  },
} as const satisfies Definitions

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
