import type { MapSource } from '../../define/map-sources.ts'
import { appFor } from '../editors/app.ts'
import { mapStyle } from '../layout/assets.ts'
import { policyWith } from '../shell/headers.ts'
import { type Html, html } from '../shell/html.ts'
import { mapImages, mapSourceOf } from '../shell/map-source.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import type { MapData } from './map-data.ts'
import { mapMessagesIn, scriptMessages } from './messages.ts'
import { type Place, placeLink } from './places.ts'

/** No map has more places than this. */
export const maxPlaces = 100

/** The map source of pages; `none`: pages have links in their place; `later`: the file or the script is not there yet. */
export type Maps = (MapSource & { script: string }) | 'none' | 'later'

export async function mapsOf(request: PageRequest): Promise<Maps> {
  const source = await mapSourceOf(request)
  if (!source) return request.world.settings.mapSource === 'file' ? 'later' : 'none'
  const app = await appFor(request.world.settings.dataFolder)
  return 'missing' in app ? 'later' : { ...source, script: app.map }
}

type Shape = {
  /** Next to a list, or alone on the page of one record. */
  kind: 'list' | 'one'
  name: string
}

/** A map, or links in its place: there are no maps, or no script. Tiles of another host are loaded when a visitor wants them. */
export function mapPart(
  request: PageRequest,
  maps: Maps,
  all: readonly Place[],
  { kind, name }: Shape,
): Html {
  const links = kind === 'one' ? all.map(place => placePart(request, place)) : []
  if (typeof maps === 'string') return html`${links}`
  const { locale, language } = request
  const { script, ...source } = maps
  const messages = scriptMessages(locale, source.host)
  const places = all
    .slice(0, maxPlaces)
    .map(({ name: { text, lang = '' }, href = '', ...place }) => ({
      ...place,
      name: text,
      lang,
      href,
    }))
  const given: MapData = { source, language, places, messages }
  const asset = (file: string) => request.links.path('asset', { file })
  return html`<link rel="stylesheet" href="${asset(mapStyle.file)}">
<figure class="map ${kind}" data-map="${JSON.stringify(given)}">
<div class="map-view" role="group" aria-label="${name}">${
    source.host &&
    html`<div class="map-ask"><p>${messages.ask}</p><button type="button">${messages.show}</button></div>`
  }</div>
<figcaption><span>${attribution(source)}</span></figcaption>
</figure>
${links.length > 0 ? html`<noscript>${links}</noscript>` : ''}
<script type="module" src="${asset(script)}"></script>`
}

/** Where a place is, on another site. */
export const placePart = (request: PageRequest, place: Place): Html =>
  html`<p class="map-link"><a href="${placeLink(place)}" rel="noopener">${mapMessagesIn(request.locale)('onOpenStreetMap')}</a></p>`

const attribution = ({ attribution: { text, url } }: MapSource): Html =>
  url ? html`<a href="${url}" rel="noopener">${text}</a>` : html`${text}`

/** The properties of a page with a map: the sources that it may load, and whether it is cached. */
export function mapContent(maps: Maps): Partial<Content> {
  if (maps === 'none') return {}
  if (maps === 'later') return { isPersonal: true }
  // Leaflet looks for SVG by markup that the policy of the script lets through, and nothing else
  const policy = policyWith({ 'img-src': mapImages(maps), 'trusted-types': 'default' })
  return { headers: { 'Content-Security-Policy': policy } }
}
