import type { Sentence } from './text/language.ts'

// The settings of the appearance of pages: their names, and the content of a file with a theme.

/** The families of fonts that computers and phones bring. */
export const fontStacks = {
  serif:
    '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", "P052", Georgia, serif',
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  humanist:
    'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", "Source Sans Pro", sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", "Source Sans Pro", sans-serif',
  rounded:
    'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, "Arial Rounded MT Bold", Calibri, sans-serif',
  slab: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", serif',
  old: 'Garamond, "EB Garamond", Baskerville, "Baskerville Old Face", "Hoefler Text", "Times New Roman", serif',
} as const
export type FontStack = keyof typeof fontStacks

export const fontNames: Record<FontStack, Sentence> = {
  serif: { en: 'Book (Palatino)', fr: 'Livre (Palatino)' },
  sans: { en: 'That of the device', fr: 'Celle de l’appareil' },
  humanist: { en: 'Humanist (Gill Sans)', fr: 'Humaniste (Gill Sans)' },
  geometric: { en: 'Geometric (Avenir)', fr: 'Géométrique (Avenir)' },
  rounded: { en: 'Rounded', fr: 'Arrondie' },
  slab: { en: 'Slab (Rockwell)', fr: 'Égyptienne (Rockwell)' },
  old: { en: 'Classical (Garamond)', fr: 'Classique (Garamond)' },
}

/** The settings of a theme, with their defaults. An empty color follows from another. */
export const plainTheme = {
  accentColor: '#1d5a86',
  secondColor: '',
  paperColor: '#ffffff',
  inkColor: '#1b1d1f',
  headingFont: 'serif',
  bodyFont: 'sans',
  corners: 'small',
  density: 'normal',
  colorScheme: 'auto',
} as const

/** The background and the text of dark pages. Their other colors are those of light pages, made lighter where they could not be read. */
export const darkColors = { paperColor: '#15181b', inkColor: '#e9ebed' } as const
export type ThemeName = keyof typeof plainTheme
export type Theme = Record<ThemeName, string>

/** The files of a theme. */
export const themeFiles = ['headingFontFile', 'bodyFontFile'] as const

/** Themes to begin with, and to change. */
export const themePresets: Record<'municipal' | 'festival' | 'university', Theme> = {
  municipal: {
    ...plainTheme,
    accentColor: '#1f4f8f',
    secondColor: '#16325c',
    paperColor: '#ffffff',
    headingFont: 'humanist',
    bodyFont: 'humanist',
  },
  festival: {
    ...plainTheme,
    accentColor: '#c2185b',
    secondColor: '#ffd23f',
    paperColor: '#fff8ef',
    inkColor: '#2a1230',
    headingFont: 'rounded',
    bodyFont: 'geometric',
    corners: 'round',
    density: 'airy',
  },
  university: {
    ...plainTheme,
    accentColor: '#7a1f2b',
    paperColor: '#fbf9f4',
    inkColor: '#22201c',
    headingFont: 'old',
    bodyFont: 'serif',
    corners: 'square',
    density: 'compact',
  },
}

export const presetNames: Record<keyof typeof themePresets, Sentence> = {
  municipal: { en: 'Municipal', fr: 'Municipal' },
  festival: { en: 'Festival', fr: 'Festival' },
  university: { en: 'University', fr: 'Université' },
}
