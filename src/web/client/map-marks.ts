import {
  cornerBox,
  type Label,
  type Mark,
  markHeight,
  marksOf,
  nameFor,
  withLabels,
} from '../map/arrange.ts'
import { type Given, type GivenPlace, type Shown, svg } from './map-given.ts'

type Pointed = {
  /** Which place of the list is pointed at; -1 for none. */
  at: number
  /** Shows the places of a mark nearer. */
  nearer(places: readonly GivenPlace[], first: number): void
}

/** Writes the marks again; what has the focus keeps it. */
export function drawMarks({ figure, view, given, frame }: Shown, pointed: Pointed) {
  const layer = figure.querySelector('.marks')
  const focused = layer?.contains(document.activeElement)
    ? document.activeElement?.getAttribute('data-members')
    : undefined
  const size = { width: view.clientWidth, height: view.clientHeight }
  const isOne = given.kind === 'one'
  const named = given.places.map(({ name, city }) => ({ name: isOne ? city : name, city }))
  const titleOf = (members: readonly number[]) =>
    nameFor(
      members.flatMap(at => named[at] ?? []),
      named,
    )
  const placed = marksOf(
    given.places.map(({ x, y }) => ({
      x: ((x - frame.x) / frame.width) * size.width,
      y: ((y - frame.y) / frame.height) * size.height,
    })),
  )
  const { corner } = given
  const others = corner && !figure.classList.contains('far') ? [cornerBox(corner, size)] : []
  const shown = withLabels(placed, titleOf, size, [cornerBox('southwest', size), ...others])
  layer?.replaceChildren(...shown.map(mark => drawnMark(given, mark, pointed)))
  if (focused)
    layer?.querySelector<SVGElement>(`[data-members="${focused}"]`)?.focus({ preventScroll: true })
}

function drawnMark(given: Given, { x, y, members, text, width, label }: Mark, pointed: Pointed) {
  const own = members.flatMap(at => given.places[at] ?? [])
  const [first] = own
  const isList = given.kind === 'list'
  const isGroup = own.length > 1 && isList
  const group = given.words.group?.replace('{numbers}', text).replace('{count}', `${own.length}`)
  const href = first?.href ?? ''
  const link = svg('a', {
    href,
    'aria-label': (isGroup ? group : first?.label) ?? '',
    'data-members': members.join(),
  })
  link.append(...(isList ? pill(text, width) : drop()))
  const isShown = members.includes(pointed.at)
  const mark = svg('svg', { class: isShown ? 'mark shown' : 'mark', x, y, overflow: 'visible' })
  mark.append(link)
  if (label) mark.append(nameOf(label, href))
  const isOneSpot = own.every(each => each.x === first?.x && each.y === first?.y)
  if (isGroup && !isOneSpot)
    mark.addEventListener('click', event => {
      event.preventDefault()
      pointed.nearer(own, members[0] ?? 0)
    })
  return mark
}

function pill(text: string, width: number): SVGElement[] {
  const box = { x: -width / 2, y: -markHeight / 2, width, height: markHeight }
  const number = svg('text')
  number.textContent = text
  return [svg('rect', { ...box, rx: markHeight / 2 }), number]
}

const drop = () => [
  svg('path', { class: 'drop', d: 'M0 0C-5-9-10-13-10-20a10 10 0 0 1 20 0C10-13 5-9 0 0z' }),
  svg('circle', { class: 'eye', cy: -20, r: 3.5 }),
]

/** For those who see it: the mark says it to others. */
function nameOf({ x, y, anchor, text }: Label, href: string): SVGElement {
  const link = svg('a', { href, tabindex: -1, 'aria-hidden': 'true' })
  const name = svg('text', { class: 'name', x, y, 'text-anchor': anchor })
  name.textContent = text
  link.append(name)
  return link
}
