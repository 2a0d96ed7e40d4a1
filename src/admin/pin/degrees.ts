/** A place on the map. */
export type Spot = { lat: number; lng: number }
/** As the fields of a venue have it: degrees, as they are typed. */
type Degrees = { lat: string; lng: string }

const numberIn = (text: string, max: number) => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(number) <= max ? number : Number.NaN
}

/** The position of the pin in the fields; undefined: none yet. */
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

/** The parts of the map that moves by key need. */
type Plane = {
  getCenter(): Spot
  latLngToContainerPoint(at: Spot): { x: number; y: number }
  containerPointToLatLng(at: [number, number]): Spot
  panBy(by: [number, number]): unknown
}

/** The distance by which an arrow moves the pin, in pixels; with Shift it is one pixel. Without a pin it moves the map. */
const [step, mapStep] = [10, 60]
const arrows: Partial<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The effect of a key on the pin, or on the map if there is none; undefined: none. */
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
