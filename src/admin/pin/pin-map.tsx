import { useQuery } from '@tanstack/react-query'
import * as L from 'leaflet'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import type { MapSource } from '../../define/map-sources.ts'
import type { Language, Sentence } from '../../define/text/language.ts'
import { allow, isAllowed } from '../../web/client/map-consent.ts'
import { copyNear, dropOf, markAt, openMap } from '../../web/client/map-view.ts'
import { useApi, useApp, useMessagesOf } from '../context.tsx'
import { recordsOf } from '../forms/records.ts'
import { useLater } from '../parts/use-later.ts'
import { addressSearch } from './address-search.ts'
import { degreesOf, movedBy, type Spot, spotIn } from './degrees.ts'

/** No more of them are looked at. */
const max = 50
const none: readonly Spot[] = []

/** Where other venues are: those of a city, and where none is typed the newest ones. */
function usePlaces(city: string, isWanted: boolean): readonly Spot[] {
  const api = useApi()
  const typed = useLater(city.trim())
  const { data = none } = useQuery({
    queryKey: ['venues', 'places', typed],
    queryFn: async ({ signal }): Promise<Spot[]> => {
      const query = {
        ...(typed !== '' && { search: typed }),
        per_page: max,
        status: 'any',
        _fields: ['id', 'city', 'geo_lat', 'geo_lng'],
      }
      const { items } = await recordsOf(api, 'venues').list(query, { signal })
      return items.flatMap(({ city: of, geo_lat: lat, geo_lng: lng }) => {
        const isThere = typed === '' || String(of).toLowerCase() === typed.toLowerCase()
        return isThere && typeof lat === 'number' && typeof lng === 'number' ? [{ lat, lng }] : []
      })
    },
    enabled: isWanted,
    retry: false,
  })
  return isWanted ? data : none
}

type Props = {
  /** As the fields of a venue have it: degrees, as they are typed. */
  lat: string
  lng: string
  /** The address of the venue as typed so far. */
  address: string
  city: string
  isDisabled?: boolean
  onChange(at: { lat: string; lng: string }): void
}

/** Where a venue is, set by hand: by a click, by dragging, and by keyboard. */
export function PinMap(props: Props) {
  const { map: source } = useApp().place
  const [isWanted, setWanted] = useState(() => source !== undefined && isAllowed(source.host))
  const t = useMessagesOf(messages)
  if (source && isWanted) return <Pinned source={source} {...props} />
  const show = () => {
    if (source) allow(source.host, true)
    setWanted(true)
  }
  return (
    <div className="pin-map hint">
      {source ? (
        <>
          <p>{t('ask', { host: source.host })}</p>
          <Button onPress={show}>{t('show')}</Button>
        </>
      ) : (
        <p>
          {t('noMap')} <SearchLink {...props} />
        </p>
      )}
    </div>
  )
}

/** The same place on another site, which shows its coordinates. */
function SearchLink({ address, city }: Props) {
  const t = useMessagesOf(messages)
  const href = addressSearch(address, city)
  if (!href) return null
  return (
    <a href={href} rel="noopener" target="_blank">
      {t('search')}
    </a>
  )
}

function Pinned({ source, lat, lng, city, isDisabled, onChange }: Props & { source: MapSource }) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const help = useId()
  const spot = spotIn({ lat, lng })
  const places = usePlaces(city, spot === undefined)
  const { view, map, center } = usePin(source, {
    spot,
    places,
    language,
    isDisabled,
    set: (at, zoom) => onChange(degreesOf(at, zoom)),
  })
  function press(event: KeyboardEvent) {
    if (!map || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const act =
      key === '+' || key === '='
        ? () => map.zoomIn()
        : key === '-'
          ? () => map.zoomOut()
          : movedBy(event, map, isDisabled ? 'map' : spot, at =>
              onChange(degreesOf(at, map.getZoom())),
            )
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <figure className="pin-map">
      <div
        className="pin-view"
        ref={view}
        role="application"
        aria-label={t('map')}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map takes keys
        tabIndex={0}
        onKeyDown={press}
      />
      <p className="visually-hidden" role="status">
        {spot ? t('at', { lat, lng }) : t('none')}
      </p>
      <div className="pin-buttons">
        <Button aria-label={t('zoomIn')} onPress={() => map?.zoomIn()}>
          <span aria-hidden="true">+</span>
        </Button>
        <Button aria-label={t('zoomOut')} onPress={() => map?.zoomOut()}>
          <span aria-hidden="true">−</span>
        </Button>
        {spot && <Button onPress={center}>{t('center')}</Button>}
        {spot && !isDisabled && (
          <Button onPress={() => onChange({ lat: '', lng: '' })}>{t('remove')}</Button>
        )}
      </div>
      <figcaption className="hint">
        {!isDisabled && <p id={help}>{t('help')}</p>}
        <Source {...source.attribution} />
      </figcaption>
    </figure>
  )
}

/** The attribution of the map. */
const Source = ({ text, url }: MapSource['attribution']) =>
  url ? (
    <a href={url} rel="noopener" target="_blank">
      {text}
    </a>
  ) : (
    text
  )

/** The messages of the map on which a pin is set. */
const messages = {
  map: { en: 'Map with the pin', fr: 'Carte avec l’épingle' },
  help: {
    en: 'Click to set the pin, or drag it. By keyboard: Enter sets it, the arrows move it (in small steps with Shift), + and − zoom. Two fingers or the mouse move the map.',
    fr: 'Cliquez pour poser l’épingle, ou faites-la glisser. Au clavier : Entrée la pose, les flèches la déplacent (par petits pas avec Maj), + et − changent l’échelle. Deux doigts ou la souris déplacent la carte.',
  },
  noMap: {
    en: 'Here the pin is set on a map once a source of maps is chosen in the settings.',
    fr: 'L’épingle se pose ici sur une carte, une fois la source des cartes choisie dans les réglages.',
  },
  search: { en: 'Search the address on OpenStreetMap', fr: 'Chercher l’adresse sur OpenStreetMap' },
  ask: {
    en: 'The map comes from {host}, which then sees your IP address. This browser remembers your choice.',
    fr: 'La carte vient de {host}, qui voit alors votre adresse IP. Ce navigateur retient votre choix.',
  },
  show: { en: 'Show the map', fr: 'Afficher la carte' },
  zoomIn: { en: 'Zoom in', fr: 'Agrandir' },
  zoomOut: { en: 'Zoom out', fr: 'Réduire' },
  center: { en: 'Show the pin', fr: 'Afficher l’épingle' },
  remove: { en: 'Remove the pin', fr: 'Retirer l’épingle' },
  at: { en: 'Pin at {lat}, {lng}', fr: 'Épingle : {lat}, {lng}' },
  none: { en: 'No pin yet', fr: 'Pas encore d’épingle' },
} as const satisfies Record<string, Sentence>

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
function usePin(source: MapSource, of: Of) {
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
