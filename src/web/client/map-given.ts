import type { Corner } from '../map/arrange.ts'
import type { Frame, Spot } from '../map/plane.ts'

export type GivenPlace = Spot & { name: string; city: string; href: string; label: string }

/** What the service says of a map. */
export type Given = {
  frame: Frame
  reach?: Frame
  tiles: string
  kind: 'list' | 'one'
  language: string
  /** Where the little map is. */
  corner?: Corner
  places: GivenPlace[]
  words: Record<string, string>
}

/** A map as it is in the page, and what of the plane it shows. */
export type Shown = {
  figure: HTMLElement
  view: HTMLElement
  given: Given
  frame: Frame
  /** Steps of the drawing for the unit of the plane. */
  scale: number
}

export function svg(name: string, attributes: Record<string, string | number> = {}): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [attribute, value] of Object.entries(attributes))
    made.setAttribute(attribute, String(value))
  return made
}

export const middleOf = ({ x, y, width, height }: Frame): Spot => ({
  x: x + width / 2,
  y: y + height / 2,
})
