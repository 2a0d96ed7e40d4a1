import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { derived } from '../../define/base/objects.ts'
import { languageTable } from '../../define/text/language-table.ts'
import type { themeFiles } from '../../define/theme.ts'
import { Problem } from '../../problem/index.ts'
import { appFile } from '../editors/app.ts'
import { hourStyles } from '../parts/hours.ts'
import { focusStyles } from '../parts/image.ts'
import { dateTableScript, fileNamed, forGood, joinedScript } from '../shell/browser-script.ts'
import { browserScript } from '../shell/browser-source.ts'
import { accentsOf } from '../shell/colors.ts'
import { leafFile } from '../shell/icons.ts'
import { siteFileContent } from '../shell/logo.ts'
import type { Content, PageRequest, World } from '../shell/page.ts'
import { scalarFile, scalarScript } from '../shell/scalar.ts'
import {
  type Look,
  type ThemeInUse,
  themeCss,
  themeKey,
  themeOf,
  themeWith,
} from '../shell/theme.ts'

/** A file that pages load: named by its content, so that caches may store it for ever; compressed once. */
type Asset = {
  file: string
  type: string
  body: Buffer
  encoded: NonNullable<Content['encoded']>
}

const here = (path: string) => readFileSync(new URL(path, import.meta.url))

function assetOf(name: string, type: string, body: Buffer): Asset {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return {
    file: fileNamed(name, body),
    type,
    body,
    encoded: { br: [brotliCompressSync(body, { params })], gzip: [gzipSync(body, { level: 9 })] },
  }
}

const css = 'text/css; charset=utf-8'

const javascript = 'text/javascript; charset=utf-8'

const scriptOf = (name: string): Asset =>
  assetOf(`${name}.js`, javascript, Buffer.from(browserScript(`client/${name}`)))

/** Styles in the order in which they are read, in one file. */
const styles = [
  'shared.css',
  'base.css',
  'views.css',
  'week.css',
  'month.css',
  'list.css',
  'index.css',
  'front.css',
  'event.css',
  'calendars.css',
  'map-list.css',
  'form.css',
  'print.css',
]
/** Those that a theme comes after, and those after it. */
let shared: readonly [Buffer, Buffer] | undefined
function sheetIn(theme: ThemeInUse) {
  shared ??= [
    Buffer.concat(styles.slice(0, 2).map(name => here(`../styles/${name}`))),
    Buffer.concat([
      ...styles.slice(2).map(name => here(`../styles/${name}`)),
      Buffer.from(`${focusStyles}\n${hourStyles}\n`),
    ]),
  ]
  const { light, dark } = accentsOf(theme.accentColor)
  const colors = Buffer.from(`:root{--accent-light:${light};--accent-dark:${dark}}\n`)
  const body = Buffer.concat([colors, shared[0], Buffer.from(themeCss(theme)), shared[1]])
  return { name: `style-${themeKey(theme)}.css`, body }
}

/** The theme of a site. */
function themeInUse({ settings, siteFile }: World): ThemeInUse {
  const file = (name: (typeof themeFiles)[number]) => siteFile(name)?.file ?? ''
  return {
    ...settings,
    headingFontFile: file('headingFontFile'),
    bodyFontFile: file('bodyFontFile'),
  }
}

/** The style sheet of a site, in its theme, which its name says too. */
export const styleSheetOf = derived((world: World): Asset => {
  const { name, body } = sheetIn(themeInUse(world))
  return assetOf(name, css, body)
})

/** The file of the same in another scheme or with another accent, which `otherSheet` answers. */
export function themedSheet(world: World, { scheme, accent }: Look): string {
  if (!scheme && !accent) return styleSheetOf(world).file
  const { name, body } = sheetIn(themeWith(themeInUse(world), { scheme, accent }))
  return fileNamed(name, body)
}

/** The one of a theme that the site had, or has in another process: pages that are open still ask for it, and so do caches. */
function otherSheet(file: string): Content | undefined {
  const [, key = ''] = /^style-(\w{6,200})-\w{1,10}\.css$/.exec(file) ?? []
  const theme = key ? themeOf(key) : undefined
  if (!theme) return undefined
  const { name, body } = sheetIn(theme)
  return fileNamed(name, body) === file ? { type: css, body, headers: forGood } : undefined
}

/** The script of every page. */
export const script = assetOf(
  'page.js',
  javascript,
  Buffer.from(
    dateTableScript(language => languageTable[language]) +
      joinedScript(['../define/text/written-dates', 'client/page']),
  ),
)

/** In front of the styles: the scheme that a visitor has chosen. */
export const schemeScript = scriptOf('scheme')

/** For pages whose visits Matomo counts: loaded before its own script. */
export const matomoScript = scriptOf('matomo')

/** For pages with a map: the styles of Leaflet without unused images, and ours. */
export const mapStyle = assetOf(
  'map.css',
  css,
  Buffer.concat([
    Buffer.from(
      readFileSync(
        createRequire(import.meta.url).resolve('leaflet/dist/leaflet.css'),
        'utf8',
      ).replace(/url\(images\/[^)]+\)/g, 'none'),
    ),
    here('../styles/map.css'),
  ]),
)

/** For the API documentation, which loads no other style of ours: Scalar has its own. */
export const docsStyle = assetOf('docs.css', css, here('../styles/docs.css'))
export const docsScript = scriptOf('docs')

/** For the page that generates embed code, and for the frame. */
export const embedPageScript = scriptOf('embed-page')
export const guideStyle = assetOf('guide.css', css, here('../styles/guide.css'))

export const embedStyle = assetOf('embed.css', css, here('../styles/embed.css'))
export const frameScript = scriptOf('frame')
export const frameStyle = assetOf('frame.css', css, here('../styles/frame.css'))

const assets = new Map(
  [
    script,
    schemeScript,
    matomoScript,
    mapStyle,
    docsStyle,
    docsScript,
    embedPageScript,
    embedStyle,
    guideStyle,
    frameScript,
    frameStyle,
  ].map(asset => [asset.file, asset]),
)

export async function assetFile({ params, world }: PageRequest): Promise<Content> {
  const { file = '' } = params
  if (file === scalarFile) return scalarScript()
  const sheet = styleSheetOf(world)
  const asset = file === sheet.file ? sheet : assets.get(file)
  if (asset) {
    const { type, body, encoded } = asset
    return { type, body, encoded, headers: forGood }
  }
  const other =
    (await siteFileContent(world, file)) ??
    leafFile(file) ??
    otherSheet(file) ??
    (await appFile(file, world.settings.dataFolder))
  if (!other) throw new Problem('rest_no_route')
  return other
}
