import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from 'react-aria-components'
import type { MapSource } from '../../define/map-sources.ts'
import { allow, isAllowed } from '../../web/client/map-consent.ts'
import { useApp, useMessagesOf } from '../context.tsx'
import { addressSearch } from './address-search.ts'
import { degreesOf, movedBy, spotIn } from './degrees.ts'
import { messages } from './messages.ts'
import { usePin } from './use-pin.ts'
import { usePlaces } from './use-places.ts'

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
