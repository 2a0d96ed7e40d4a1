import * as L from 'leaflet'
import type { MapSource } from '../../define/map-sources.ts'

/** Finer tiles than a source has are enlarged up to here. */
const maxZoom = 19

/** A map in an element, without anything on it. One finger and the wheel scroll the page; two fingers, or the wheel with Ctrl, zoom. */
export function openMap(
  view: HTMLElement,
  source: MapSource,
  { language, ...options }: L.MapOptions & { language: string },
): L.Map {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(view, {
    // both are made of markup
    attributionControl: false,
    zoomControl: false,
    worldCopyJump: true,
    minZoom: 1,
    maxZoom,
    dragging: !matchMedia('(pointer: coarse)').matches,
    zoomAnimation: !isCalm,
    fadeAnimation: !isCalm,
    markerZoomAnimation: !isCalm,
    inertia: !isCalm,
    ...options,
  })
  view.addEventListener('wheel', leaveWheel, { capture: true })
  void addGround(map, source, language)
  return map
}

function leaveWheel(event: WheelEvent) {
  if (!event.ctrlKey && !event.metaKey) event.stopImmediatePropagation()
}

async function addGround(map: L.Map, source: MapSource, language: string) {
  const { url, isFile, isRaster } = source
  if (isFile && isRaster) {
    const { ImageLayer } = await import('./map-images.ts')
    new ImageLayer(url, { maxNativeZoom: source.maxZoom, maxZoom }).addTo(map)
    return
  }
  if (!isFile) {
    L.tileLayer(url, { maxNativeZoom: source.maxZoom, maxZoom }).addTo(map)
    return
  }
  const { leafletLayer } = await import('protomaps-leaflet')
  // it expects Leaflet where its script would have left it
  Object.assign(globalThis, { L })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const layerIn = (flavor: string) => {
    const layer = leafletLayer({
      url,
      maxDataZoom: source.maxZoom,
      maxZoom,
      flavor,
      lang: language,
    })
    // its types do not say so
    if (!(layer instanceof L.GridLayer)) throw new Error('The map has another Leaflet.')
    return layer
  }
  const { dataset } = document.documentElement
  const draw = () => layerIn(dataset.scheme ?? (dark.matches ? 'dark' : 'light')).addTo(map)
  let layer = draw()
  dark.addEventListener('change', () => {
    layer.remove()
    layer = draw()
  })
}

function svg(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [attribute, value] of Object.entries(attributes))
    element.setAttribute(attribute, value)
  return element
}

/** A line drawing of 20 by 20. */
export function iconOf(d: string): SVGElement {
  const icon = svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' })
  icon.append(svg('path', { d }))
  return icon
}

/** A drop whose point is at the place. */
export function dropOf(): SVGElement {
  const drop = svg('svg', {
    viewBox: '-12 -32 24 34',
    width: '24',
    height: '34',
    'aria-hidden': 'true',
  })
  drop.append(
    svg('path', { d: 'M0 0C-5-9-10-13-10-20a10 10 0 0 1 20 0C10-13 5-9 0 0z' }),
    svg('circle', { cy: '-20', r: '3.5' }),
  )
  return drop
}

/** A mark of an element of ours, which sees to its own events. */
export const markAt = (
  at: L.LatLngExpression,
  html: HTMLElement,
  options: L.MarkerOptions = {},
): L.Marker =>
  L.marker(at, {
    icon: L.divIcon({ html, className: 'map-mark', iconSize: [0, 0] }),
    keyboard: false,
    interactive: false,
    ...options,
  })

/** A place where the map is now, once around the world or not. */
export const copyNear = (map: L.Map, { lat, lng }: { lat: number; lng: number }): L.LatLng =>
  L.latLng(lat, lng + 360 * Math.round((map.getCenter().lng - lng) / 360))
