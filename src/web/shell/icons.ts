import { darkColors } from '../../define/theme.ts'
import { Problem } from '../../problem/index.ts'
import { fileNamed, forGood } from './browser-script.ts'
import { cached } from './cached.ts'
import { accentsOf } from './colors.ts'
import { type Html, html } from './html.ts'
import type { Content, PageRequest, World } from './page.ts'
import { siteName } from './site-name.ts'
import { hasSchemes, type ThemeInUse } from './theme.ts'

/** A leaf of a calendar in the accent of the site: its icon where it has no logo. */
const leaf = (accent: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
      `<rect x="3" y="5" width="26" height="24" rx="4" fill="#fff" stroke="${accent}" stroke-width="2"/>` +
      `<path d="M3 13V9a4 4 0 0 1 4-4h18a4 4 0 0 1 4 4v4z" fill="${accent}"/>` +
      `<path d="M10 2v6M22 2v6" stroke="${accent}" stroke-width="3" stroke-linecap="round"/>` +
      `<path d="M9 17h4v4H9zm10 0h4v4h-4zM9 23h4v3H9zm10 0h4v3h-4z" fill="${accent}" opacity=".35"/>` +
      `<path d="M14 17h4v4h-4zm0 6h4v3h-4z" fill="${accent}"/></svg>\n`,
  )

const accentOf = ({ settings }: World) => accentsOf(settings.accentColor).light

/** The setting whose image is the icon. */
const iconName = ({ siteFile }: World) => (siteFile('favicon') ? 'favicon' : 'logo')

const leafName = (accent: string) => fileNamed(`icon-${accent.slice(1)}.svg`, leaf(accent))

/** The leaf as a file, in the colour that its name has: pages that are still open may ask for another than today’s. */
export function leafFile(file: string): Content | undefined {
  const [, color] = /^icon-([0-9a-f]{6})-/.exec(file) ?? []
  if (!color || leafName(`#${color}`) !== file) return undefined
  return { type: 'image/svg+xml', body: leaf(`#${color}`), headers: forGood }
}

/** The icons and the colour of the site for browsers and phones: tab, home screen, the colour of the frame. */
export function iconLinks(request: PageRequest): Html {
  const { links, world } = request
  const accent = accentOf(world)
  const own = world.siteFile(iconName(world))
  const file = own?.file ?? leafName(accent)
  return html`<link rel="icon" type="${own?.mime ?? 'image/svg+xml'}" href="${links.path('asset', { file })}">
<link rel="apple-touch-icon" href="${links.path('touchIcon')}">
<link rel="manifest" href="${links.path('manifest')}">
${themeColors(world.settings, accent)}`
}

const themeColors = (theme: Pick<ThemeInUse, 'colorScheme'>, accent: string): Html =>
  hasSchemes(theme)
    ? html`<meta name="theme-color" content="${accent}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${darkColors.paperColor}" media="(prefers-color-scheme: dark)">
`
    : html`<meta name="theme-color" content="${theme.colorScheme === 'dark' ? darkColors.paperColor : accent}">
`

const forADay = { 'Cache-Control': 'public, max-age=86400' }

/** The icon or logo as a square of so many pixels, else the leaf. */
const paintedIcon = cached<Buffer, number>({
  key: (_, side) => `icon ${side}`,
  sizeOf: ({ length }) => length,
  async make({ world }, side) {
    const paint = (image: Buffer) => world.paintIcon(image, side, Math.round(side / 12))
    const drawn = leaf(accentOf(world))
    const own = await world.readSiteFile(iconName(world))
    // a logo that browsers show may yet be none that we can paint
    return paint(own ?? drawn).catch(() => paint(drawn))
  },
})

export const touchIcon = async (request: PageRequest): Promise<Content> => ({
  type: 'image/png',
  body: await paintedIcon(request, 180),
  headers: forADay,
})

const manifestSides = ['192', '512']

/** The icons that the manifest names. */
export async function appIcon(request: PageRequest): Promise<Content> {
  const { side = '' } = request.params
  if (!manifestSides.includes(side)) throw new Problem('rest_no_route')
  return {
    type: 'image/png',
    body: await paintedIcon(request, Number(side)),
    headers: forADay,
  }
}

/** For programs that read only `/favicon.ico`; the icons for browsers are in the head of pages. */
export async function favicon(request: PageRequest): Promise<Content> {
  const side = 48
  const png = await paintedIcon(request, side)
  const head = Buffer.alloc(22)
  // one image: its measures, one plane of 32 bits, its length, and where it begins
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return { type: 'image/x-icon', body: Buffer.concat([head, png]), headers: forADay }
}

/** The calendar on the home screen of phones (W3C Web Application Manifest). */
export function manifestFile(request: PageRequest): Content {
  const { world, links, language } = request
  const name = siteName(request)
  const manifest = {
    name,
    short_name: name,
    lang: language,
    id: links.path('events'),
    start_url: links.path('home'),
    scope: links.path('home', {}, world.site.language),
    display: 'minimal-ui',
    theme_color: accentOf(world),
    background_color: '#ffffff',
    icons: manifestSides.map(side => ({
      src: links.path('appIcon', { side }),
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
  return {
    type: 'application/manifest+json; charset=utf-8',
    body: JSON.stringify(manifest),
    headers: forADay,
  }
}
