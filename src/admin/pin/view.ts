import { limited } from '../../web/map/frame.ts'
import { type Frame, latOf, metresAround, type Spot, spotOf } from '../../web/map/plane.ts'

export type Size = { width: number; height: number }
/** As the fields of a venue have it: degrees, as they are typed. */
export type Degrees = { lat: string; lng: string }

const world: Frame = { x: 0, y: 0.12, width: 1, height: 0.6 }
/** What is seen around one place, in metres: with tiles its streets, without them the coast or border that says where it is. */
const across = { streets: 800, outline: 400_000 }

const numberIn = (text: string, most: number) => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(number) <= most ? number : Number.NaN
}

/** Where the fields say that the pin is; undefined: nowhere yet. */
export function spotIn({ lat, lng }: Degrees): Spot | undefined {
  const [north, east] = [numberIn(lat, 90), numberIn(lng, 180)]
  return Number.isNaN(north) || Number.isNaN(east) ? undefined : spotOf(north, east)
}

/** A spot as the fields have it, as finely as a pixel of the map says. */
export function degreesOf({ x, y }: Spot, { width }: Frame, pixels: number): Degrees {
  const pixel = (360 * width) / pixels
  const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(pixel))))
  const lng = (((x % 1) + 1) % 1) * 360 - 180
  const text = (degrees: number) => String(Number(degrees.toFixed(digits)))
  return { lat: text(latOf(Math.min(1, Math.max(0, y)))), lng: text(lng) }
}

/** The spot where a frame shows it, also beyond the end of the world. */
export const turnedTo = ({ x, y }: Spot, frame: Frame): Spot => ({
  x: x + Math.round(frame.x + frame.width / 2 - x),
  y,
})

/** A frame of the form of the map that shows all of one. */
export function fitted({ x, y, width, height }: Frame, size: Size, hasTiles: boolean): Frame {
  const wide = Math.max(width, (height * size.width) / size.height)
  const high = (wide * size.height) / size.width
  const frame = {
    x: x + (width - wide) / 2,
    y: y + (height - high) / 2,
    width: wide,
    height: high,
  }
  return limited(frame, size, { reach: undefined, hasTiles })
}

/** What is around a spot. */
export function aroundSpot({ x, y }: Spot, hasTiles: boolean): Frame {
  const width = (hasTiles ? across.streets : across.outline) / metresAround(y)
  return { x: x - width / 2, y: y - width / 2, width, height: width }
}

/** Where a map begins: at its pin, else at other venues of the city, else at the country, else with the world. */
export function startOf(
  known: { pin: Spot | undefined; city: Spot | undefined; country: Frame | undefined },
  hasTiles: boolean,
): Frame {
  const { pin, city, country } = known
  if (pin) return aroundSpot(pin, hasTiles)
  if (!city) return country ?? world
  const width = 20_000 / metresAround(city.y)
  return hasTiles
    ? { x: city.x - width / 2, y: city.y - width / 2, width, height: width }
    : aroundSpot(city, false)
}

/** The same frame, moved as far as it must be to show a spot well within. */
export function showing(frame: Frame, spot: Spot | undefined): Frame {
  if (!spot) return frame
  const at = turnedTo(spot, frame)
  const within = (value: number, start: number, length: number) => {
    const edge = length / 12
    if (value < start + edge) return value - edge
    return value > start + length - edge ? value - length + edge : start
  }
  const isFar =
    at.x < frame.x ||
    at.x > frame.x + frame.width ||
    at.y < frame.y ||
    at.y > frame.y + frame.height
  if (isFar) return { ...frame, x: at.x - frame.width / 2, y: at.y - frame.height / 2 }
  return {
    ...frame,
    x: within(at.x, frame.x, frame.width),
    y: within(at.y, frame.y, frame.height),
  }
}

/** How far an arrow moves the pin, in pixels; with Shift held down, as little as can be. */
const step = 10
const arrows: Partial<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where a key moves the pin; undefined: it is none that does. */
export function movedBy(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { x, y }: Spot,
  frame: Frame,
  size: Size,
): Spot | undefined {
  const arrow = arrows[key]
  if (!arrow) return undefined
  const pixel = frame.width / size.width
  const far = shiftKey ? pixel : step * pixel
  return { x: x + arrow[0] * far, y: Math.min(1, Math.max(0, y + arrow[1] * far)) }
}
