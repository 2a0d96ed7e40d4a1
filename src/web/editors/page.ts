import { randomBytes } from 'node:crypto'
import { inEachLanguage } from '../../define/text/language.ts'
import { countriesFile, landTiles } from '../map/land-tile.ts'
import { tilesOrigin } from '../map/tiles.ts'
import { accentsOf } from '../shell/colors.ts'
import { policyWith, withoutTrustedTypes } from '../shell/headers.ts'
import { directionOf, type Html, html, raw } from '../shell/html.ts'
import { iconLinks } from '../shell/icons.ts'
import { messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest, WebSettings } from '../shell/page.ts'
import { appFor } from './app.ts'

/** The page that every screen for editors starts from: what it shows is made by the app. */
export async function adminPage(request: PageRequest): Promise<Content> {
  const t = messagesIn(request.locale)
  // styles that components make for themselves carry it; one response, one nonce
  const nonce = randomBytes(16).toString('base64')
  const app = await appFor(request.world.settings.dataFolder)
  if ('missing' in app) {
    const isBuilding = app.missing === 'building'
    const said = html`<p>${t(isBuilding ? 'adminBuilding' : 'adminMissing')}</p>`
    const page = written(request, nonce, said)
    const again = isBuilding && { 'Retry-After': '5', Refresh: '3' }
    return { ...page, status: 503, headers: { ...page.headers, ...again } }
  }
  const body = html`<div id="admin"${placeOf(request)}></div>
<noscript><p>${t('adminNeedsScript')}</p></noscript>`
  return written(
    request,
    nonce,
    body,
    html`<style nonce="${nonce}">${raw(accents(request))}</style>
${app.styles.map(file => html`<link rel="stylesheet" href="${fileAt(request, file)}">`)}
<script type="module" src="${fileAt(request, app.script)}"></script>`,
  )
}

function written(request: PageRequest, nonce: string, body: Html, head: Html | string = '') {
  const { language, locale } = request
  const { settings } = request.world
  return {
    isPersonal: true as const,
    headers: { 'Content-Security-Policy': policyFor(nonce, tilesOrigin(settings)) },
    body: html`<!doctype html>
<html lang="${language}"${directionOf(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${nonce}">
<title>${messagesIn(locale)('administration')}</title>
${iconLinks(request)}${head}
</head>
<body>
${body}
</body>
</html>
`.toString(),
  }
}

const fileAt = ({ links }: PageRequest, file: string) => links.path('asset', { file })

/** Components set styles, and show images that were not sent yet; maps those of a server of tiles, where one is set. */
const policyFor = (nonce: string, tiles: string | undefined) =>
  policyWith({
    ...withoutTrustedTypes,
    'style-src': `'self' 'nonce-${nonce}'`,
    // the preview of a theme
    'frame-src': "'self'",
    'img-src': ["'self' data: blob:", ...(tiles ? [tiles] : [])].join(' '),
  })

function accents({ world: { settings } }: PageRequest): string {
  const { light, dark } = accentsOf(settings.accentColor)
  return `:root{--accent-light:${light};--accent-dark:${dark}}`
}

function placeOf({ links, language, locale, world: { settings } }: PageRequest): Html {
  const bare = (path: string) => path.replace(/\/$/, '')
  const bases = inEachLanguage(of => bare(links.path('admin', {}, of)))
  return html` data-language="${language}" data-locale="${locale}" data-bases="${JSON.stringify(bases)}"${mapOf(links, settings)}`
}

/** What maps are drawn of: `{z}`, `{x}`, `{y}` in its address. */
function mapOf(links: PageRequest['links'], { mapTiles, mapAttribution }: WebSettings): Html {
  const asset = (file: string) => `${links.path('asset', { file: '' })}${file}`
  const source = mapTiles ? mapAttribution : ''
  return html` data-tiles="${mapTiles}" data-tiles-source="${source}" data-land="${asset(landTiles)}" data-countries="${asset(countriesFile)}"`
}
