import { randomBytes } from 'node:crypto'
import { mayAdminister } from '../../calendar/index.ts'
import { isObject } from '../../define/base/objects.ts'
import type { MapSource } from '../../define/map-sources.ts'
import { isDated, isPostLink } from '../../define/record.ts'
import { inEachLanguage } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { pagedPosts } from '../../resources/index.ts'
import { datesOfEvent } from '../listing/event-dates.ts'
import { eventIn } from '../listing/items.ts'
import { showEvent } from '../pages/event.ts'
import { showLinked } from '../pages/linked.ts'
import { listPage } from '../pages/list.ts'
import { showRecord } from '../pages/record.ts'
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

/**
 * The public page of a record as it is stored, published or not, for signed-in users who may read it. Caches and search engines
 * must not store it, and no page links to it.
 */
export async function previewPage(request: PageRequest): Promise<Content> {
  const { params, language, world, requester } = request
  const actor = await request.signedIn()
  if (!actor) throw new Problem('session_expired')
  const { fallback } = world.site
  const reading = request.readingAs({ actor, language, fallback, requester, editing: true })
  const seen: PageRequest = { ...request, reading }
  const content = await pageOf(seen, Number(params.id))
  return {
    ...content,
    isPersonal: true,
    headers: { ...content.headers, 'X-Robots-Tag': 'noindex, nofollow' },
  }
}

async function pageOf(request: PageRequest, id: number): Promise<Content> {
  const note = html`<p class="notice">${messagesIn(request.locale)('preview')}</p>`
  const named = request.params.kind?.toLowerCase()
  const kind = pagedPosts.find(one => one === named)
  if (!kind) throw new Problem('rest_no_route')
  const view = await request.reading.read(kind, { id })
  if (isPostLink(kind)) return showLinked(request, kind, view, note)
  if (!isDated(kind)) return showRecord(request, kind, view, note)
  const event = eventIn(request, view)
  const dates = await datesOfEvent({ request, reading: request.reading, view }, event)
  return showEvent(request, event, dates, { preview: note })
}

/**
 * The list of events in a theme that is not stored yet, for administrators, in a frame of the settings screen. It is for that
 * browser alone.
 */
export async function lookPage(request: PageRequest): Promise<Content> {
  const actor = await request.signedIn()
  if (!actor) throw new Problem('session_expired')
  if (!mayAdminister(actor)) throw new Problem('rest_forbidden')
  const settings = request.world.settingsWith(sentIn(request.query.get('theme') ?? ''))
  const { links } = request
  const content = await listPage({
    ...request,
    world: { ...request.world, settings },
    name: 'list',
    url: { path: links.path('list'), search: '' },
    query: new URLSearchParams(),
  })
  return {
    ...content,
    isPersonal: true,
    headers: {
      ...content.headers,
      'Content-Security-Policy': policyWith({ 'frame-ancestors': "'self'" }),
      'X-Robots-Tag': 'noindex, nofollow',
    },
  }
}

function sentIn(written: string): Record<string, unknown> {
  try {
    const sent: unknown = JSON.parse(written)
    return isObject(sent) ? sent : {}
  } catch {
    return {}
  }
}
