import type { SiteFile } from '../../define/site-file.ts'
import { forGood } from './browser-script.ts'
import { isDark } from './colors.ts'
import { type Html, html } from './html.ts'
import type { Content, PageRequest, SiteFileName, World } from './page.ts'
import { siteFileNames } from './page.ts'
import { siteName } from './site-name.ts'
import { headerColors } from './theme.ts'

/** Opened by itself, an SVG runs nothing and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** A file of the site by its name, which has its content in it. */
export async function siteFileContent(world: World, file: string): Promise<Content | undefined> {
  const name = siteFileNames.find(each => world.siteFile(each)?.file === file)
  const bytes = name && (await world.readSiteFile(name))
  const mime = name && world.siteFile(name)?.mime
  if (!bytes || !mime) return undefined
  return { type: mime, body: bytes, headers: { ...forGood, 'Content-Security-Policy': policy } }
}

/** Of a logo that is wider than this the height is less than the one that is set. */
const maxRatio = 240 / 36
/** A logo so much wider than high has the name in it. */
const wordy = 2
/** The height of a logo in pixels. */
const highest = 36

const sizeOf = ({ width, height }: SiteFile) => {
  const ratio = width / height
  const high = highest * Math.min(1, maxRatio / ratio)
  const side = (length: number) => Math.max(1, Math.round(length))
  return html`width="${side(high * ratio)}" height="${side(high)}"`
}

/** The name of the site at the top of pages: as text, with an image before it, or as an image. */
export function siteMark(request: PageRequest): Html | string {
  const { world, links } = request
  const { logoName } = world.settings
  const [logo, darkLogo] = [world.siteFile('logo'), world.siteFile('darkLogo')]
  const site = siteName(request)
  if (!logo) return site
  const src = ({ file }: SiteFile) => links.path('asset', { file })
  const size = (file: SiteFile) => sizeOf(file)
  const isName = !logoName && logo.width / logo.height > wordy
  // a band may be dark on light pages, or light on dark ones
  const { light, dark } = headerColors(world.settings)
  const [onLight, onDark] = [light, dark].map(color =>
    darkLogo && isDark(color) ? darkLogo : logo,
  )
  const needsPaper = (color: string) => !logo.fitsDark && !darkLogo && isDark(color)
  const paper = needsPaper(light) ? 'on-white' : needsPaper(dark) ? 'plain' : ''
  const image = html`<img src="${src(onLight ?? logo)}" alt="${isName ? site : ''}" ${size(onLight ?? logo)}${paper && html` class="${paper}"`}>`
  const source =
    onDark && onDark !== onLight
      ? html`<picture><source media="(prefers-color-scheme: dark)" srcset="${src(onDark)}" ${size(onDark)}>${image}</picture>`
      : image
  return html`${source}${isName ? '' : html`<span>${site}</span>`}`
}

/** An image of the site for programs: feeds, and what other sites show. */
export function siteImageOf(
  { world, links }: Pick<PageRequest, 'world' | 'links'>,
  name: SiteFileName,
) {
  const stored = world.siteFile(name)
  if (!stored) return undefined
  const { file, mime, width, height } = stored
  return { url: links.url('asset', { file }), type: mime, width, height }
}

/** The logo for programs. */
export const logoOf = (request: Pick<PageRequest, 'world' | 'links'>) =>
  siteImageOf(request, 'logo')
