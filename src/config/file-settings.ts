import { maxSiteFile, type SiteFileForm } from '../define/site-file.ts'
import type { Definitions } from './setting.ts'
import type { SettingKind } from './setting-types.ts'

const [svg, photo] = [maxSiteFile.image / 1024, maxSiteFile.photo / 1024]

const expects = {
  image: {
    en: `an SVG, PNG, WebP or JPEG file of at most ${svg} KiB`,
    fr: `un fichier SVG, PNG, WebP ou JPEG de ${svg} Kio au plus`,
  },
  photo: {
    en: `a PNG, WebP or JPEG file of at most ${photo} KiB`,
    fr: `un fichier PNG, WebP ou JPEG de ${photo} Kio au plus`,
  },
  font: {
    en: `a WOFF2 file of at most ${maxSiteFile.font / 1024} KiB`,
    fr: `un fichier WOFF2 de ${maxSiteFile.font / 1024} Kio au plus`,
  },
  sheet: {
    en: `a CSS file of at most ${maxSiteFile.sheet / 1024} KiB that imports nothing`,
    fr: `un fichier CSS de ${maxSiteFile.sheet / 1024} Kio au plus, qui n’importe rien`,
  },
} as const

/** A file: at the start and on the command line its path, in the browser the file itself. Its name is stored. */
export const siteFile = (form: SiteFileForm): SettingKind<string> => ({
  expects: expects[form],
  canBeEmpty: true,
  input: 'file',
  file: form,
  parse: written => (written.includes('\0') ? undefined : written.trim()),
})

/** The images of the site. */
export const fileSettings = {
  logo: {
    type: siteFile('image'),
    default: '',
    live: { en: 'Logo', fr: 'Logo' },
    en: 'The logo at the top of the pages, in feeds and in previews; empty for none.',
    fr: 'Le logo en tête des pages, dans les flux et dans les aperçus ; vide pour aucun.',
  },
  darkLogo: {
    type: siteFile('image'),
    default: '',
    live: { en: 'Logo for dark pages', fr: 'Logo pour les pages sombres' },
    en: 'The logo at the top of dark pages; empty: the logo, on white if it needs that.',
    fr: 'Le logo en tête des pages sombres ; vide : le logo, sur fond blanc au besoin.',
  },
  favicon: {
    type: siteFile('image'),
    default: '',
    live: { en: 'Icon', fr: 'Icône' },
    en: 'The icon in tabs and on home screens, square if possible; empty: the logo, else a calendar leaf.',
    fr: 'L’icône des onglets et des écrans d’accueil, de préférence carrée ; vide : le logo, sinon un feuillet de calendrier.',
  },
  shareImage: {
    type: siteFile('photo'),
    default: '',
    live: { en: 'Image for sharing', fr: 'Image de partage' },
    en: 'The image that other sites show for pages without one, best 1,200 × 630 pixels; empty: the logo. The block image of frontBlocks shows it on the front page.',
    fr: 'L’image que d’autres sites affichent pour les pages qui n’en ont pas, idéalement 1 200 × 630 pixels ; vide : le logo. Le bloc image de frontBlocks la montre sur la page d’accueil.',
  },
} as const satisfies Definitions
