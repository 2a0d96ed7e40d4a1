import { namesIn } from '../define/base/objects.ts'
import { fontNames, fontStacks, plainTheme } from '../define/theme.ts'
import { siteFile } from './file-settings.ts'
import type { Definitions } from './setting.ts'
import { oneOf, text } from './setting-types.ts'

const color = ({ canBeEmpty = false } = {}) =>
  text(
    /^#[0-9a-f]{6}$/,
    { en: 'a color such as #1d5a86', fr: 'une couleur telle que #1d5a86' },
    { tidy: written => written.toLowerCase(), input: 'color', canBeEmpty },
  )
const font = oneOf(...namesIn(fontStacks))

/** Colours, type and shapes of pages. */
export const themeSettings = {
  accentColor: {
    type: color(),
    default: plainTheme.accentColor,
    live: { en: 'Color', fr: 'Couleur' },
    en: 'The color of links and of what is marked on pages; it is made darker or lighter where it could not be read.',
    fr: 'La couleur des liens et de ce qui est signalé sur les pages ; elle est assombrie ou éclaircie là où elle serait illisible.',
  },
  secondColor: {
    type: color({ canBeEmpty: true }),
    default: plainTheme.secondColor,
    live: { en: 'Second color', fr: 'Seconde couleur' },
    en: 'The color of the header; empty: that of the paper.',
    fr: 'La couleur de l’en-tête ; vide : celle du papier.',
  },
  paperColor: {
    type: color(),
    default: plainTheme.paperColor,
    live: { en: 'Paper', fr: 'Papier' },
    en: 'The color of the background of light pages.',
    fr: 'La couleur de fond des pages claires.',
  },
  inkColor: {
    type: color(),
    default: plainTheme.inkColor,
    live: { en: 'Ink', fr: 'Encre' },
    en: 'The color of the text of light pages; it is made darker or lighter where it could not be read.',
    fr: 'La couleur du texte des pages claires ; elle est assombrie ou éclaircie là où elle serait illisible.',
  },
  headingFont: {
    type: font,
    default: plainTheme.headingFont,
    live: { en: 'Font of headings', fr: 'Police des titres', words: fontNames },
    en: 'The font of headings; devices use the nearest that they have.',
    fr: 'La police des titres ; les appareils utilisent la plus proche qu’ils ont.',
  },
  headingFontFile: {
    type: siteFile('font'),
    default: '',
    live: { en: 'Own font of headings', fr: 'Police personnalisée des titres' },
    en: 'A font of your own for headings, served with the pages; empty: the chosen one.',
    fr: 'Votre propre police pour les titres, fournie avec les pages ; vide : celle qui est choisie.',
  },
  bodyFont: {
    type: font,
    default: plainTheme.bodyFont,
    live: { en: 'Font of texts', fr: 'Police des textes', words: fontNames },
    en: 'The font of all texts except headings.',
    fr: 'La police de tous les textes, sauf les titres.',
  },
  bodyFontFile: {
    type: siteFile('font'),
    default: '',
    live: { en: 'Own font of texts', fr: 'Police personnalisée des textes' },
    en: 'A font of your own for texts, served with the pages; empty: the chosen one.',
    fr: 'Votre propre police pour les textes, fournie avec les pages ; vide : celle qui est choisie.',
  },
  stylesheet: {
    type: siteFile('sheet'),
    default: '',
    live: { en: 'Own style sheet', fr: 'Feuille de style personnalisée' },
    en: 'A style sheet of your own, read after those of the pages; empty for none.',
    fr: 'Votre propre feuille de style, lue après celles des pages ; vide pour aucune.',
  },
  corners: {
    type: oneOf('square', 'small', 'round'),
    default: plainTheme.corners,
    live: {
      en: 'Corners',
      fr: 'Coins',
      words: {
        square: { en: 'Square', fr: 'Droits' },
        small: { en: 'Slightly round', fr: 'Légèrement arrondis' },
        round: { en: 'Round', fr: 'Arrondis' },
      },
    },
    en: 'The corners of buttons, inputs and images.',
    fr: 'Les coins des boutons, des champs et des images.',
  },
  density: {
    type: oneOf('compact', 'normal', 'airy'),
    default: plainTheme.density,
    live: {
      en: 'Density',
      fr: 'Densité',
      words: {
        compact: { en: 'Compact', fr: 'Compacte' },
        normal: { en: 'Normal', fr: 'Normale' },
        airy: { en: 'Airy', fr: 'Aérée' },
      },
    },
    en: 'The amount of content on a screen.',
    fr: 'La quantité d’informations à l’écran.',
  },
  colorScheme: {
    type: oneOf('auto', 'light', 'dark'),
    default: plainTheme.colorScheme,
    live: {
      en: 'Light and dark',
      fr: 'Clair et sombre',
      words: {
        auto: { en: 'As visitors choose', fr: 'Au choix des visiteurs' },
        light: { en: 'Always light', fr: 'Toujours clair' },
        dark: { en: 'Always dark', fr: 'Toujours sombre' },
      },
    },
    en: 'Whether pages are light or dark: as the system of visitors is or as they choose in the footer, or always the same.',
    fr: 'Indique si les pages sont claires ou sombres : comme le système des visiteurs ou selon leur choix dans le pied de page, ou toujours de même.',
  },
} as const satisfies Definitions
