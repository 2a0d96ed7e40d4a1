import type { Definitions } from './setting.ts'
import { flag } from './setting-types.ts'
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
