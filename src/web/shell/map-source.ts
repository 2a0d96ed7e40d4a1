import { isNameIn } from '../../define/base/objects.ts'
import {
  attributionIn,
  fileAttribution,
  type MapSource,
  mapServers,
  usualMaxZoom,
  worldView,
} from '../../define/map-sources.ts'
import type { PageRequest } from './page.ts'

/** The source of maps; undefined: there are none. */
export async function mapSourceOf({
  world,
  links,
}: Pick<PageRequest, 'world' | 'links'>): Promise<MapSource | undefined> {
  const { mapSource, mapAttribution } = world.settings
  if (mapSource === 'file') return fileSource({ world, links }, mapAttribution)
  const [name = '', tiles = ''] = mapSource.split(/ (.*)/)
  const own = { url: tiles, maxZoom: usualMaxZoom, view: worldView, attribution: '' }
  const server = isNameIn(mapServers, name) ? mapServers[name] : own
  if (server.url === '') return undefined
  const { url, maxZoom, view, attribution } = server
  return {
    url,
    isFile: false,
    isRaster: true,
    maxZoom,
    view,
    host: otherHost(url, links.publicUrl),
    attribution: attributionIn(mapAttribution || attribution),
  }
}

async function fileSource(
  { world, links }: Pick<PageRequest, 'world' | 'links'>,
  attribution: string,
): Promise<MapSource | undefined> {
  const file = await world.mapFile()
  if (!file) return undefined
  const { version, maxZoom, center, isRaster } = file
  return {
    url: `${new URL(links.publicUrl).pathname.replace(/\/$/, '')}/map.pmtiles?v=${version}`,
    isFile: true,
    isRaster,
    maxZoom,
    view: center,
    host: '',
    attribution: attributionIn(attribution || fileAttribution),
  }
}

function otherHost(url: string, publicUrl: string): string {
  if (!/^https?:/.test(url)) return ''
  const { host } = new URL(url.replace(/[{}]/g, ''))
  return host === new URL(publicUrl).host ? '' : host
}

/** The images of a page with a map: tiles of one other host at most, those in a file, and those that Leaflet empties (`data:`). */
export function mapImages({ url, isFile, isRaster }: MapSource): string {
  if (isFile) return isRaster ? "'self' data: blob:" : "'self' data:"
  const origin = /^https?:/.test(url) ? ` ${new URL(url.replace(/[{}]/g, '')).origin}` : ''
  return `'self' data:${origin}`
}
