import type { Spot } from '../map/plane.ts'

/** What a mouse or fingers do to a map. */
export type Moves = {
  zoom(by: number, at?: Spot): void
  /** In shares of what is shown. */
  move(x: number, y: number): void
}

/** The mouse drags; two fingers move and zoom, so that one still scrolls the page. */
export function listenToPointers(view: HTMLElement, spotAt: (of: MouseEvent) => Spot, map: Moves) {
  const down = new Map<number, PointerEvent>()
  view.addEventListener('pointerdown', event => {
    if (event.button === 0) down.set(event.pointerId, event)
  })
  view.addEventListener('pointermove', event => {
    const before = down.get(event.pointerId)
    if (!before) return
    const isTouch = event.pointerType === 'touch'
    if (isTouch && down.size < 2) return void down.set(event.pointerId, event)
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY]
    if (!view.classList.contains('moving') && Math.hypot(x, y) < 4) return
    view.classList.add('moving')
    view.setPointerCapture(event.pointerId)
    const other = [...down.values()].find(each => each.pointerId !== event.pointerId)
    down.set(event.pointerId, event)
    const part = isTouch ? 0.5 : 1
    map.move((-x * part) / view.clientWidth, (-y * part) / view.clientHeight)
    if (other) map.zoom(apart(event, other) / Math.max(1, apart(before, other)), spotAt(event))
  })
  for (const end of ['pointerup', 'pointercancel'] as const)
    view.addEventListener(end, event => {
      down.delete(event.pointerId)
      if (down.size === 0) view.classList.remove('moving')
    })
  // a link that is dragged would leave the map
  view.addEventListener('dragstart', event => event.preventDefault())
  view.addEventListener('dblclick', event => map.zoom(2, spotAt(event)))
  const turned = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    map.zoom(2 ** (-event.deltaY / 200), spotAt(event))
  }
  view.addEventListener('wheel', turned, { passive: false })
}

const apart = (one: MouseEvent, other: MouseEvent) =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
