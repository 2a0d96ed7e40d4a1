import type { Spot } from './plane.ts'

/** What stands at one spot of a drawing: a place, or several that would cover each other. In pixels. */
export type Mark = Spot & { members: number[]; text: string; width: number; label?: Label }
export type Label = Spot & { text: string; anchor: 'start' | 'middle' | 'end' }

/** A rectangle around its middle. */
export type Box = Spot & { width: number; height: number }

export const markHeight = 26
/** About as wide as a digit and a letter are in the style of maps. */
const [digit, letter] = [8, 6.8]
const [labelHeight, longest] = [16, 30]

/** The numbers of places in the list next to the map. */
function numbersOn(members: readonly number[]): string {
  const numbers = members.map(at => String(at + 1))
  return numbers.length <= 3
    ? numbers.join(' · ')
    : `${numbers.slice(0, 2).join(' · ')} +${numbers.length - 2}`
}

const markOf = (spots: readonly Spot[], members: number[]): Mark => {
  const own = members.flatMap(at => spots[at] ?? [])
  const text = numbersOn(members)
  return {
    x: own.reduce((sum, { x }) => sum + x, 0) / own.length,
    y: own.reduce((sum, { y }) => sum + y, 0) / own.length,
    members,
    text,
    width: Math.max(markHeight, text.length * digit + 12),
  }
}

const overlap = (a: Box, b: Box, gap = 2) =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap &&
  Math.abs(a.y - b.y) < (a.height + b.height) / 2 + gap

const boxOf = ({ x, y, width }: Mark): Box => ({ x, y, width, height: markHeight })

/** Marks for places, given in pixels: those that would cover each other become one, until none do. */
export function marksOf(spots: readonly Spot[]): Mark[] {
  const marks: Mark[] = []
  for (const at of spots.keys()) {
    let mark = markOf(spots, [at])
    for (;;) {
      const near = marks.findIndex(other => overlap(boxOf(mark), boxOf(other)))
      const [other] = near < 0 ? [] : marks.splice(near, 1)
      if (!other) break
      mark = markOf(
        spots,
        [...other.members, ...mark.members].toSorted((a, b) => a - b),
      )
    }
    marks.push(mark)
  }
  return marks.toSorted((a, b) => (a.members[0] ?? 0) - (b.members[0] ?? 0))
}

/** Places names next to their marks, where they overlap nothing. */
export function withLabels(
  marks: readonly Mark[],
  nameOf: (members: readonly number[]) => string,
  size: { width: number; height: number },
  others: readonly Box[] = [],
): Mark[] {
  const taken = [...marks.map(boxOf), ...others]
  return marks.map(mark => {
    const name = nameOf(mark.members)
    if (!name) return mark
    const text = name.length > longest ? `${name.slice(0, longest - 1).trimEnd()}…` : name
    const width = text.length * letter
    const beside = mark.width / 2 + 6
    const labels: Label[] = [
      { text, anchor: 'start', x: beside, y: 0 },
      { text, anchor: 'end', x: -beside, y: 0 },
      { text, anchor: 'middle', x: 0, y: markHeight / 2 + 11 },
      { text, anchor: 'middle', x: 0, y: -markHeight / 2 - 10 },
    ]
    for (const label of labels) {
      const shift = { start: width / 2, middle: 0, end: -width / 2 }[label.anchor]
      const box = { x: mark.x + label.x + shift, y: mark.y + label.y, width, height: labelHeight }
      const isInside =
        box.x - width / 2 > 4 &&
        box.x + width / 2 < size.width - 4 &&
        box.y > labelHeight &&
        box.y < size.height - labelHeight
      if (!isInside || taken.some(other => overlap(box, other, 1))) continue
      taken.push(box)
      return { ...mark, label }
    }
    return mark
  })
}

type Named = { name: string; city: string }

/** The name of a place; of several the city, where it is the same, and says something because others are elsewhere. */
export function nameFor(places: readonly Named[], all: readonly Named[]): string {
  const [first, ...others] = places
  if (!first) return ''
  if (others.length === 0) return first.name
  const isIn = ({ city }: Named) => city === first.city
  return others.every(isIn) && !all.every(isIn) ? first.city : ''
}

/** Where else something stands on a map, in shares of it: the corners that a little map may have, and the scale. */
const corners = {
  southeast: { x: 0.87, y: 0.87, width: 0.26, height: 0.26 },
  northeast: { x: 0.87, y: 0.13, width: 0.26, height: 0.26 },
  northwest: { x: 0.13, y: 0.13, width: 0.26, height: 0.26 },
  southwest: { x: 0.1, y: 0.94, width: 0.2, height: 0.12 },
}
export type Corner = 'southeast' | 'northeast' | 'northwest'

export function cornerBox(
  corner: keyof typeof corners,
  size: { width: number; height: number },
): Box {
  const { x, y, width, height } = corners[corner]
  return {
    x: x * size.width,
    y: y * size.height,
    width: width * size.width,
    height: height * size.height,
  }
}

/** A corner in which there is no mark. */
export const freeCorner = (
  marks: readonly Mark[],
  size: { width: number; height: number },
): Corner | undefined =>
  (['southeast', 'northeast', 'northwest'] as const).find(corner =>
    marks.every(mark => !overlap(boxOf(mark), cornerBox(corner, size))),
  )
