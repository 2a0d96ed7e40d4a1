import { isNameIn, namesIn } from '../../define/base/objects.ts'
import { siteFileOf } from '../../define/site-file.ts'
import {
  darkColors,
  type FontStack,
  fontStacks,
  plainTheme,
  type Theme,
  type ThemeName,
  themeFiles,
} from '../../define/theme.ts'
import { bestOf, isDark, mixed, readableOn } from './colors.ts'

/** A theme, and the names of its font files; empty where it has none. */
export type ThemeInUse = Theme & Record<(typeof themeFiles)[number], string>

const names: readonly ThemeName[] = namesIn(plainTheme)

/** A theme in the name of its style sheet: its differences from the plain one, each at its place. */
export function themeKey(theme: ThemeInUse): string {
  const parts = names.map(name =>
    name === 'accentColor' || theme[name] !== plainTheme[name] ? theme[name].replace('#', '') : '',
  )
  const files = themeFiles.map(name => /-(\w{10})\./.exec(theme[name])?.[1] ?? '')
  return [...parts, ...files].join('_').replace(/_+$/, '')
}

/** The theme of such a name; undefined: there is none. */
export function themeOf(key: string): ThemeInUse | undefined {
  const parts = key.split('_')
  if (parts.length > names.length + themeFiles.length) return undefined
  const theme: ThemeInUse = { ...plainTheme, headingFontFile: '', bodyFontFile: '' }
  for (const [at, name] of names.entries()) {
    const part = parts[at]
    if (!part) continue
    const value = name.endsWith('Color') ? `#${part}` : part
    if (!isValue(name, value)) return undefined
    theme[name] = value
  }
  for (const [at, name] of themeFiles.entries()) {
    const digest = parts[names.length + at]
    const file = `${name}-${digest}.woff2`
    if (digest && !siteFileOf(file)) return undefined
    if (digest) theme[name] = file
  }
  return theme
}

function isValue(name: ThemeName, value: string): boolean {
  if (name.endsWith('Color')) return /^#[0-9a-f]{6}$/.test(value)
  if (name.endsWith('Font')) return isNameIn(fontStacks, value)
  if (name === 'colorScheme') return isNameIn(schemes, value)
  return isNameIn(name === 'corners' ? radii : sizes, value)
}

/** Another look of the site: always light or dark, with an accent such as `#b4005a`. */
export type Look = { scheme?: 'light' | 'dark' | undefined; accent?: string | undefined }

/** The theme with another accent, or of one scheme. */
export function themeWith(theme: ThemeInUse, { scheme, accent }: Look): ThemeInUse {
  const { accentColor, colorScheme } = theme
  return { ...theme, accentColor: accent ?? accentColor, colorScheme: scheme ?? colorScheme }
}

const radii = { square: '0', small: '0.375rem', round: '0.875rem' }
const schemes = { auto: '', light: '', dark: '' }
const sizes = { compact: '93.75%', normal: '100%', airy: '106.25%' }

/** The custom properties of pages in one scheme, each colour read on what it stands on. */
function colorsOf(theme: Theme, scheme: 'light' | 'dark'): Record<string, string> {
  const { paperColor: chosen, inkColor: written } = scheme === 'light' ? theme : darkColors
  const { accentColor: accent, secondColor: second } = theme
  const [start, end] = isDark(chosen) ? ['#000000', '#ffffff'] : ['#ffffff', '#000000']
  // on a grey in the middle neither black nor white is read well
  const paper = readableOn(chosen, end, start, 9)
  const wash = mixed(paper, end, 0.045)
  const ink = readableOn(written, wash, end, 7)
  const readable = readableOn(accent, wash, end)
  return {
    'color-scheme': isDark(paper) ? 'dark' : 'light',
    '--paper': paper,
    '--ink': ink,
    '--soft': readableOn(mixed(ink, paper, 0.3), wash, end, 4.8),
    '--line': mixed(paper, ink, 0.16),
    '--wash': wash,
    '--accent': readable,
    '--on-accent': bestOn(readable),
    '--warn': readableOn(isDark(paper) ? '#ff9d85' : '#a1260d', wash, end),
    ...(second && { '--second': second, '--on-second': bestOn(second) }),
  }
}

/** The color of the header on light pages and on dark ones: of its band, or the paper. */
export function headerColors(theme: Theme) {
  const light = theme.secondColor || theme.paperColor
  const dark = theme.secondColor || darkColors.paperColor
  const { colorScheme } = theme
  return {
    light: colorScheme === 'dark' ? dark : light,
    dark: colorScheme === 'light' ? light : dark,
  }
}

/** True if visitors choose; else all pages are of one scheme. */
export const hasSchemes = ({ colorScheme }: Pick<Theme, 'colorScheme'>) => colorScheme === 'auto'

const bestOn = (color: string) => bestOf(color, ['#ffffff', '#0d1114'])

const block = (selector: string, rules: Record<string, string>) =>
  `${selector}{${Object.entries(rules)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/** A band as wide as the window, in the second colour. */
const header = `header.site{background:var(--second);color:var(--on-second);border-image:linear-gradient(var(--second),var(--second)) fill 0/0/0 100vmax}
header.site :is(a,.language,.tagline){color:inherit}
header.site :focus-visible{outline-color:currentcolor}
@media print{header.site{background:none;color:inherit;border-image:none}}
`

/** The styles of a theme, after the first of the pages. */
export function themeCss(theme: ThemeInUse): string {
  const isPlain = names.every(name => name === 'accentColor' || theme[name] === plainTheme[name])
  const { colorScheme } = theme
  const isOne = colorScheme === 'light' || colorScheme === 'dark'
  const fonts = themeFiles
    .filter(name => theme[name])
    .map(
      name =>
        `@font-face{font-family:${name};src:url(${theme[name]}) format("woff2");font-weight:100 900;font-display:swap}\n`,
    )
  const family = (file: (typeof themeFiles)[number], stack: string) => {
    const css = fontStacks[isStack(stack) ? stack : 'sans']
    return theme[file] ? `${file},${css}` : css
  }
  const shapes = {
    '--serif': family('headingFontFile', theme.headingFont),
    '--sans': family('bodyFontFile', theme.bodyFont),
    '--radius': isNameIn(radii, theme.corners) ? radii[theme.corners] : radii.small,
    'font-size': isNameIn(sizes, theme.density) ? sizes[theme.density] : sizes.normal,
  }
  if (isPlain && fonts.length === 0) return ''
  const light = block(':root', { ...colorsOf(theme, isOne ? colorScheme : 'light'), ...shapes })
  const dark = (selector: string) => block(selector, colorsOf(theme, 'dark'))
  const ofDark = isOne
    ? ''
    : `@media (prefers-color-scheme:dark){${dark(':root:not(:where([data-scheme=light]))')}}\n${dark(':root:where([data-scheme=dark])')}\n`
  return `${fonts.join('')}${light}\n${ofDark}${theme.secondColor ? header : ''}`
}

const isStack = (name: string): name is FontStack => isNameIn(fontStacks, name)
