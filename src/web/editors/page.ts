import { randomBytes } from 'node:crypto'
import type { MapSource } from '../../define/map-sources.ts'
import { inEachLanguage } from '../../define/text/language.ts'
import { accentsOf } from '../shell/colors.ts'
import { policyWith, withoutTrustedTypes } from '../shell/headers.ts'
import { directionOf, type Html, html, raw } from '../shell/html.ts'
import { iconLinks } from '../shell/icons.ts'
import { mapImages, mapSourceOf } from '../shell/map-source.ts'
import { messagesIn } from '../shell/messages.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { appFor } from './app.ts'

/** The page that every screen for editors starts from: the app fills it. */
export async function adminPage(request: PageRequest): Promise<Content> {
  const t = messagesIn(request.locale)
  // styles that components make for themselves carry it; one response, one nonce
  const nonce = randomBytes(16).toString('base64')
  const source = await mapSourceOf(request)
  const app = await appFor(request.world.settings.dataFolder)
  if ('missing' in app) {
    const isBuilding = app.missing === 'building'
    const message = html`<p>${t(isBuilding ? 'adminBuilding' : 'adminMissing')}</p>`
    const page = written({ request, nonce, source }, message)
    const again = isBuilding && { 'Retry-After': '5', Refresh: '3' }
    return { ...page, status: 503, headers: { ...page.headers, ...again } }
  }
  const body = html`<div id="admin"${placeOf(request, source)}></div>
<noscript><p>${t('adminNeedsScript')}</p></noscript>`
  return written(
    { request, nonce, source },
    body,
    html`<style nonce="${nonce}">${raw(accents(request))}</style>
${app.styles.map(file => html`<link rel="stylesheet" href="${fileAt(request, file)}">`)}
<script type="module" src="${fileAt(request, app.script)}"></script>`,
  )
}

type Written = { request: PageRequest; nonce: string; source: MapSource | undefined }

function written({ request, nonce, source }: Written, body: Html, head: Html | string = '') {
  const { language, locale } = request
  return {
    isPersonal: true as const,
    headers: { 'Content-Security-Policy': policyFor(nonce, source) },
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
const policyFor = (nonce: string, source: MapSource | undefined) =>
  policyWith({
    ...withoutTrustedTypes,
    'style-src': `'self' 'nonce-${nonce}'`,
    // the preview of a theme
    'frame-src': "'self'",
    'img-src': `${source ? mapImages(source) : "'self' data:"} blob:`,
  })

function accents({ world: { settings } }: PageRequest): string {
  const { light, dark } = accentsOf(settings.accentColor)
  return `:root{--accent-light:${light};--accent-dark:${dark}}`
}

function placeOf({ links, language, locale }: PageRequest, source: MapSource | undefined): Html {
  const bare = (path: string) => path.replace(/\/$/, '')
  const bases = inEachLanguage(of => bare(links.path('admin', {}, of)))
  return html` data-language="${language}" data-locale="${locale}" data-bases="${JSON.stringify(bases)}"${
    source && html` data-map="${JSON.stringify(source)}"`
  }`
}
