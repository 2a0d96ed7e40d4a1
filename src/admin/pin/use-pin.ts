import * as L from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import type { MapSource } from '../../define/map-sources.ts'
import type { Language } from '../../define/text/language.ts'
import { copyNear, dropOf, markAt, openMap } from '../../web/client/map-view.ts'
import type { Spot } from './degrees.ts'

/** The zoom around a pin, and the maximum for a city. */
const [streets, city] = [16, 13]

type Of = {
  spot: Spot | undefined
  /** The places in view at first without a pin. */
  places: readonly Spot[]
  language: Language
  isDisabled: boolean | undefined
  set(at: Spot, zoom: number): void
}

/** A map in an element, with the pin at its spot: a click sets it, and it can be dragged. */
export function usePin(source: MapSource, of: Of) {
  const { spot, places, language, isDisabled = false } = of
  const view = useRef<HTMLDivElement>(null)
  const latest = useRef(of)
  latest.current = of
  const [map, setMap] = useState<L.Map>()
  /** Nobody has moved it yet. */
  const isAtStart = useRef(true)

  useEffect(() => {
    if (!view.current) return undefined
    const opened = openMap(view.current, source, { language, keyboard: false })
    const [lat, lng, zoom] = source.view
    opened.setView([lat, lng], zoom)
    opened.on('click', ({ latlng }: L.LeafletMouseEvent) => {
      const { isDisabled, set } = latest.current
      if (!isDisabled) set(latlng, opened.getZoom())
    })
    const moved = () => {
      isAtStart.current = false
    }
    opened.on('dragstart', moved)
    setMap(opened)
    return () => {
      opened.remove()
    }
  }, [source, language])

  useMark(map, spot, isDisabled, latest)

  const [lat, lng] = [spot?.lat, spot?.lng]
  useEffect(() => {
    if (!map || lat === undefined || lng === undefined) return
    const at = copyNear(map, { lat, lng })
    if (isAtStart.current) map.setView(at, streets)
    else if (!map.getBounds().pad(-0.1).contains(at)) map.panTo(at)
    isAtStart.current = false
  }, [map, lat, lng])

  useEffect(() => {
    if (!map || !isAtStart.current || places.length === 0) return
    map.fitBounds(L.latLngBounds(places.map(place => [place.lat, place.lng])), { maxZoom: city })
  }, [map, places])

  const center = () => {
    const { spot } = latest.current
    if (map && spot) map.setView(copyNear(map, spot), Math.max(map.getZoom(), streets))
  }
  return { view, map, center }
}

function useMark(
  map: L.Map | undefined,
  spot: Spot | undefined,
  isDisabled: boolean,
  latest: { current: Of },
) {
  const mark = useRef<L.Marker>(undefined)
  const isThere = spot !== undefined
  useEffect(() => {
    if (!map || !isThere) return undefined
    const pin = document.createElement('span')
    pin.className = 'pin'
    pin.append(dropOf())
    const canMove = !isDisabled
    const marker = markAt([0, 0], pin, { interactive: canMove, draggable: canMove })
    marker.on('dragend', () => latest.current.set(marker.getLatLng(), map.getZoom()))
    mark.current = marker
    return () => {
      marker.remove()
      mark.current = undefined
    }
  }, [map, isThere, isDisabled, latest])
  const [lat, lng] = [spot?.lat, spot?.lng]
  useEffect(() => {
    const marker = mark.current
    if (!map || !marker || lat === undefined || lng === undefined) return
    marker.setLatLng(copyNear(map, { lat, lng })).addTo(map)
  }, [map, lat, lng, isDisabled])
}
