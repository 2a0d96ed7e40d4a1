import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { zoomed } from '../../web/map/frame.ts'
import type { Frame, Spot } from '../../web/map/plane.ts'
import { sourceIn } from '../../web/map/tiles.ts'
import { useKnown, useMessagesOf } from '../context.tsx'
import { Ground } from './ground.tsx'
import { messages } from './messages.ts'
import { useDraggedPin, usePointers, useSize } from './use-pointers.ts'
import { useSurroundings } from './use-start.ts'
import {
  aroundSpot,
  type Degrees,
  degreesOf,
  fitted,
  movedBy,
  type Size,
  showing,
  spotIn,
  startOf,
  turnedTo,
} from './view.ts'

type Props = Degrees & {
  city: string
  country: string
  isDisabled?: boolean
  onChange(at: Degrees): void
}

/** Where a venue is, set by hand: by a click, by dragging, and by keyboard. */
export function PinMap(props: Props) {
  const t = useMessagesOf(messages)
  const { lat, lng, isDisabled, onChange } = props
  const pin = usePinned(props)
  const { view, size, frame, spot, setFrame } = pin
  const help = useId()
  const set = (at: Spot) => {
    if (isDisabled || !frame) return
    setFrame(frame)
    onChange(degreesOf(at, frame, size.width))
  }
  const zoom = (by: number, at = spot) =>
    frame && setFrame(zoomed(frame, by, at ? turnedTo(at, frame) : middleOf(frame)))
  usePointers(view, {
    zoom,
    spotAt: (x, y) => frame && spotAt(frame, x, y),
    move: (x, y) =>
      frame && setFrame({ ...frame, x: frame.x + x * frame.width, y: frame.y + y * frame.height }),
    set,
  })
  const dragged = useDraggedPin(view, at => frame && set(spotAt(frame, at.x, at.y)))
  function press(event: KeyboardEvent) {
    if (!frame || event.ctrlKey || event.metaKey || event.altKey) return
    const act = keyAct(event, { spot, frame, size, zoom, set, setFrame })
    if (!act) return
    event.preventDefault()
    act()
  }
  const at = frame && spot && inPixels(turnedTo(spot, frame), frame, size)
  return (
    <figure className="pin-map">
      <div
        className="pin-view"
        ref={view}
        role="application"
        aria-label={t('map')}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the same
        tabIndex={0}
        onKeyDown={press}
      >
        {frame && <Ground frame={frame} size={size} />}
        {at && <PinMark at={dragged.at ?? at} mark={isDisabled ? undefined : dragged.mark} />}
      </div>
      <p className="visually-hidden" role="status">
        {spot ? t('at', { lat, lng }) : t('none')}
      </p>
      <PinButtons
        isDisabled={isDisabled}
        onZoom={zoom}
        {...(spot && { onCenter: () => setFrame(aroundSpot(spot, pin.hasTiles)) })}
        {...(spot && { onRemove: () => onChange({ lat: '', lng: '' }) })}
      />
      <figcaption className="hint">
        {!isDisabled && <p id={help}>{t('help')}</p>}
        <Source />
      </figcaption>
    </figure>
  )
}

/** What of the plane is shown: where the user moved it, else where the venue must be. */
function usePinned({ lat, lng, city, country }: Props) {
  const { tiles } = useKnown().place.map
  const hasTiles = tiles !== ''
  const { view, size } = useSize()
  const spot = spotIn({ lat, lng })
  const [moved, setFrame] = useState<Frame>()
  const around = useSurroundings({ city, country }, spot === undefined && moved === undefined)
  const start = moved ?? startOf({ pin: spot, ...around }, hasTiles)
  const frame = size.width > 0 ? showing(fitted(start, size, hasTiles), moved && spot) : undefined
  return { view, size, frame, spot, hasTiles, setFrame }
}

type Keys = {
  spot: Spot | undefined
  frame: Frame
  size: Size
  zoom(by: number): void
  set(at: Spot): void
  setFrame(frame: Frame): void
}

/** What a key does on the map; undefined: nothing. Without a pin the arrows move the map. */
function keyAct(
  event: KeyboardEvent,
  { spot, frame, size, zoom, set, setFrame }: Keys,
): (() => void) | undefined {
  const { key } = event
  if (key === '+' || key === '=') return () => zoom(2)
  if (key === '-') return () => zoom(0.5)
  if (key === 'Enter' || key === ' ') return spot ? undefined : () => set(middleOf(frame))
  const to = movedBy(event, spot ?? middleOf(frame), frame, size)
  if (!to) return undefined
  if (spot) return () => set(to)
  const middle = middleOf(frame)
  const [right, down] = [to.x - middle.x, to.y - middle.y].map(each => each * 6)
  return () => setFrame({ ...frame, x: frame.x + (right ?? 0), y: frame.y + (down ?? 0) })
}

const middleOf = ({ x, y, width, height }: Frame): Spot => ({ x: x + width / 2, y: y + height / 2 })
/** In shares of what is shown. */
const spotAt = (frame: Frame, x: number, y: number): Spot => ({
  x: frame.x + x * frame.width,
  y: frame.y + y * frame.height,
})
const inPixels = ({ x, y }: Spot, frame: Frame, size: Size): Spot => ({
  x: ((x - frame.x) / frame.width) * size.width,
  y: ((y - frame.y) / frame.height) * size.height,
})

type MarkProps = { at: Spot; mark: ((element: HTMLElement | null) => void) | undefined }

const PinMark = ({ at, mark }: MarkProps) => (
  <span
    className={mark ? 'pin' : 'pin is-still'}
    ref={mark}
    style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
  >
    <svg viewBox="-12 -32 24 34" width="24" height="34" aria-hidden="true">
      <path d="M0 0C-5-9-10-13-10-20a10 10 0 0 1 20 0C10-13 5-9 0 0z" />
      <circle cy="-20" r="3.5" />
    </svg>
  </span>
)

type ButtonProps = {
  isDisabled: boolean | undefined
  onZoom(by: number): void
  onCenter?: () => void
  onRemove?: () => void
}

function PinButtons({ isDisabled, onZoom, onCenter, onRemove }: ButtonProps) {
  const t = useMessagesOf(messages)
  return (
    <div className="pin-buttons">
      <Button aria-label={t('zoomIn')} onPress={() => onZoom(2)}>
        <span aria-hidden="true">+</span>
      </Button>
      <Button aria-label={t('zoomOut')} onPress={() => onZoom(0.5)}>
        <span aria-hidden="true">−</span>
      </Button>
      {onCenter && <Button onPress={onCenter}>{t('center')}</Button>}
      {onRemove && !isDisabled && <Button onPress={onRemove}>{t('remove')}</Button>}
    </div>
  )
}

/** Whose map it is. */
function Source() {
  const t = useMessagesOf(messages)
  const { tiles, source } = useKnown().place.map
  if (!tiles) return <p>{t('outline')}</p>
  const { words: said, url } = sourceIn(source)
  return url ? (
    <a href={url} rel="noopener" target="_blank">
      {said}
    </a>
  ) : (
    said
  )
}
