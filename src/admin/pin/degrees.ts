/** A place on the map. */
export type Spot = { lat: number; lng: number }
/** As the fields of a venue have it: degrees, as they are typed. */
type Degrees = { lat: string; lng: string }

const numberIn = (text: string, max: number) => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(number) <= max ? number : Number.NaN
}

/** Where the fields say that the pin is; undefined: nowhere yet. */
export function spotIn(of: Degrees): Spot | undefined {
  const [lat, lng] = [numberIn(of.lat, 90), numberIn(of.lng, 180)]
  return Number.isNaN(lat) || Number.isNaN(lng) ? undefined : { lat, lng }
}

/** A spot as the fields have it, as finely as a pixel of the map says, within the world. */
export function degreesOf({ lat, lng }: Spot, zoom: number): Degrees {
  const digits = Math.min(6, Math.max(0, Math.ceil(Math.log10((256 * 2 ** zoom) / 360))))
  const text = (degrees: number) => String(Number(degrees.toFixed(digits)))
  return {
    lat: text(Math.min(85, Math.max(-85, lat))),
    lng: text(((((lng + 180) % 360) + 360) % 360) - 180),
  }
}

/** What of the map a key moves things on. */
type Plane = {
  getCenter(): Spot
  latLngToContainerPoint(at: Spot): { x: number; y: number }
  containerPointToLatLng(at: [number, number]): Spot
  panBy(by: [number, number]): unknown
}

/** How far an arrow moves the pin, in pixels; with Shift held down, as little as can be. Without a pin it moves the map. */
const [step, mapStep] = [10, 60]
const arrows: Partial<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What a key does with the pin, or with the map where there is none; undefined: nothing. */
export function movedBy(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  map: Plane,
  pin: Spot | 'map' | undefined,
  set: (at: Spot) => void,
): (() => void) | undefined {
  const isSetting = key === 'Enter' || key === ' '
  if (isSetting) return pin === undefined ? () => set(map.getCenter()) : undefined
  const [right, down] = arrows[key] ?? []
  if (right === undefined || down === undefined) return undefined
  if (pin === undefined || pin === 'map') return () => map.panBy([right * mapStep, down * mapStep])
  const far = shiftKey ? 1 : step
  return () => {
    const { x, y } = map.latLngToContainerPoint(pin)
    set(map.containerPointToLatLng([x + right * far, y + down * far]))
  }
}
