import type { Sentence } from './text/language.ts'

/** A public server of map tiles: its URL, how far it zooms, whose map it is, and where maps of it begin. */
type MapServer = {
  name: Sentence
  url: string
  maxZoom: number
  attribution: string
  /** Latitude, longitude, zoom. */
  view: readonly [number, number, number]
}

/** The view of a map without a place: the world. */
export const worldView = [20, 0, 1] as const

/** Servers whose terms let a public calendar show their tiles with an attribution; the page about public pages sums these terms up. */
export const mapServers = {
  openstreetmap: {
    name: { en: 'OpenStreetMap (world)', fr: 'OpenStreetMap (monde)' },
    url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    maxZoom: 19,
    attribution: '© OpenStreetMap https://www.openstreetmap.org/copyright',
    view: worldView,
  },
  ign: {
    name: { en: 'IGN (France)', fr: 'IGN (France)' },
    url: 'https://data.geopf.fr/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2&STYLE=normal&FORMAT=image/png&TILEMATRIXSET=PM&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}',
    maxZoom: 18,
    attribution: '© IGN, Géoplateforme https://geoservices.ign.fr/',
    view: [46.6, 2.4, 5],
  },
  swisstopo: {
    name: { en: 'swisstopo (Switzerland)', fr: 'swisstopo (Suisse)' },
    url: 'https://wmts.geo.admin.ch/1.0.0/ch.swisstopo.pixelkarte-farbe/default/current/3857/{z}/{x}/{y}.jpeg',
    maxZoom: 18,
    attribution: '© swisstopo https://www.swisstopo.admin.ch/',
    view: [46.8, 8.2, 7],
  },
} as const satisfies Record<string, MapServer>

/** `url`: the one behind it, if there is one. `file`: `map.pmtiles` in the data folder. */
export const mapSourceNames = ['url', 'openstreetmap', 'ign', 'swisstopo', 'file'] as const

/** For map files: Protomaps builds them from OpenStreetMap. */
export const fileAttribution = mapServers.openstreetmap.attribution

/** Servers have no finer tiles than this for certain. */
export const usualMaxZoom = 18

/** The data that a browser needs to draw a map. */
export type MapSource = {
  /** `{z}`, `{x}` and `{y}` in it, or of a file with vector tiles. */
  url: string
  isFile: boolean
  /** True if the tiles are images. */
  isRaster: boolean
  /** The finest tiles of a server, or in a file. */
  maxZoom: number
  view: readonly [number, number, number]
  /** The other host that tiles come from, which then sees its visitors; empty: there is none. */
  host: string
  attribution: { text: string; url: string }
}

/** An attribution as settings have it: a text, and after it the URL of a page about it where there is one. */
export function attributionIn(written: string): MapSource['attribution'] {
  const [, text = written, url = ''] = /^(.*\S)\s+(https?:\/\/\S+)$/.exec(written) ?? []
  return { text, url }
}
