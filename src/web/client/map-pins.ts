import * as L from 'leaflet'
import Supercluster from 'supercluster'
import type { MapData, MapPlace } from '../map/map-data.ts'
import { copyNear, dropOf, iconOf, markAt, openMap } from './map-view.ts'

/** A map of nothing else shows so much around one place. */
const nearest = 15

/** Draws a map with its pins and buttons; the list next to it points at them. */
export function drawMap(view: HTMLElement, given: MapData) {
  const { source, language, places, messages } = given
  const map = openMap(view, source, { language })
  const showAll = () => map.fitBounds(around(places), { padding: [40, 40], maxZoom: nearest })
  showAll()
  view.setAttribute('aria-description', messages.keys)
  view.addEventListener('keydown', ({ key }) => {
    if (key === '0' || key === 'Home') showAll()
  })
  view.append(
    buttonsOf(messages.controls, [
      ['M4 10h12M10 4v12', messages.zoomIn, () => map.zoomIn()],
      ['M4 10h12', messages.zoomOut, () => map.zoomOut()],
      ['M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4', messages.whole, showAll],
    ]),
  )
  listenToList(view, drawPins(map, given))
}

/** All places, on the side of the Pacific where they are closer together. */
function around(places: readonly MapPlace[]): L.LatLngBounds {
  const lngs = places.map(({ lng }) => lng)
  const isApart = Math.max(...lngs) - Math.min(...lngs) > 180
  return L.latLngBounds(
    places.map(({ lat, lng }) => [lat, isApart && lng < 0 ? lng + 360 : lng] as const),
  )
}

function buttonsOf(label: string, acts: [icon: string, label: string, act: () => void][]) {
  const bar = document.createElement('div')
  bar.className = 'map-buttons'
  bar.setAttribute('role', 'group')
  bar.setAttribute('aria-label', label)
  for (const [icon, name, act] of acts) {
    const button = document.createElement('button')
    button.type = 'button'
    button.title = name
    button.setAttribute('aria-label', name)
    button.append(iconOf(icon))
    button.addEventListener('click', act)
    bar.append(button)
  }
  L.DomEvent.disableClickPropagation(bar)
  return bar
}

type Pin = { ids: readonly number[]; mark: L.Marker }

/** Pins in view; places that would cover each other are one bubble with their number. */
function drawPins(map: L.Map, { places, messages }: MapData) {
  const index = new Supercluster<MapPlace>({ radius: 44, maxZoom: map.getMaxZoom() })
  index.load(
    places.map(properties => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [properties.lng, properties.lat] },
      properties,
    })),
  )
  const pins = new Map<string, Pin>()

  function pinOf({ geometry, properties }: ReturnType<typeof index.getClusters>[number]): Pin {
    const [lng = 0, lat = 0] = geometry.coordinates
    const at = copyNear(map, { lat, lng })
    const inView = () => map.panInside(at, { padding: [24, 40] })
    if (!('cluster_id' in properties))
      return { ids: [properties.id], mark: markAt(at, pinElement(properties, inView)) }
    const { cluster_id, point_count } = properties
    const own = index.getLeaves(cluster_id, Number.POSITIVE_INFINITY).map(each => each.properties)
    const open = () => {
      const zoom = index.getClusterExpansionZoom(cluster_id)
      // at the same spot they stay together: the list has them
      if (zoom > map.getMaxZoom()) location.hash = own[0]?.href ?? ''
      else map.setView(at, zoom)
      map.getContainer().focus({ preventScroll: true })
    }
    const label = messages.group.replace('{count}', String(point_count))
    const bubble = groupElement(String(point_count), label, { open, inView })
    return { ids: own.map(({ id }) => id), mark: markAt(at, bubble) }
  }

  function draw() {
    const bounds = map.getBounds().pad(0.05)
    const box: [number, number, number, number] = [
      bounds.getWest(),
      bounds.getSouth(),
      bounds.getEast(),
      bounds.getNorth(),
    ]
    const inView = new Map(
      index.getClusters(box, map.getZoom()).map(each => {
        const { properties: of } = each
        return ['cluster_id' in of ? `group ${of.cluster_id}` : String(of.id), each] as const
      }),
    )
    for (const [key, { mark }] of pins) {
      if (inView.has(key)) continue
      mark.remove()
      pins.delete(key)
    }
    for (const [key, each] of inView) {
      if (pins.has(key)) continue
      const pin = pinOf(each)
      pins.set(key, pin)
      pin.mark.addTo(map)
    }
  }
  map.on('moveend', draw)
  draw()
  return pins
}

function pinElement({ href, label, name, lang }: MapPlace, inView: () => void): HTMLElement {
  const pin = document.createElement(href ? 'a' : 'span')
  pin.className = 'map-pin'
  if (pin instanceof HTMLAnchorElement) pin.href = href
  else pin.setAttribute('role', 'img')
  pin.setAttribute('aria-label', label)
  const caption = document.createElement('span')
  caption.className = 'map-name'
  caption.textContent = name
  caption.lang = lang
  caption.dir = 'auto'
  caption.setAttribute('aria-hidden', 'true')
  pin.append(dropOf(), caption)
  return listened(pin, inView)
}

function groupElement(
  text: string,
  label: string,
  { open, inView }: { open(): void; inView(): void },
): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'map-group'
  button.textContent = text
  button.setAttribute('aria-label', label)
  button.addEventListener('click', open)
  return listened(button, inView)
}

function listened(element: HTMLElement, inView: () => void): HTMLElement {
  L.DomEvent.disableClickPropagation(element)
  element.addEventListener('focus', inView)
  return element
}

/** Marks the pointed entry of the list on the map. */
function listenToList(view: HTMLElement, pins: ReadonlyMap<string, Pin>) {
  const point = (id: number | undefined) => {
    for (const { ids, mark } of pins.values())
      mark.getElement()?.classList.toggle('shown', id !== undefined && ids.includes(id))
  }
  for (const item of view.closest('.map-page')?.querySelectorAll('[id^=venue-]') ?? []) {
    const id = Number(item.id.replace('venue-', ''))
    for (const name of ['pointerenter', 'focusin']) item.addEventListener(name, () => point(id))
    for (const name of ['pointerleave', 'focusout'])
      item.addEventListener(name, () => point(undefined))
  }
}
