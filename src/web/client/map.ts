import { around, limited, zoomed } from '../map/frame.ts'
import type { Frame, Spot } from '../map/plane.ts'
import { type Acts, controlBar, listenToKeys } from './map-controls.ts'
import { type Given, middleOf, type Shown } from './map-given.ts'
import { drawGround } from './map-ground.ts'
import { drawMarks } from './map-marks.ts'
import { listenToPointers } from './map-pointers.ts'

/** Makes a map that was drawn by the service one that moves. */
function openMap(figure: HTMLElement, view: HTMLElement) {
  const given: Given = JSON.parse(figure.dataset.map ?? '{}')
  const steps = Number(figure.querySelector('.ground')?.getAttribute('viewBox')?.split(' ')[2])
  const scale = steps / given.frame.width
  const shown: Shown = { figure, view, given, frame: given.frame, scale }
  const limits = { reach: given.reach, hasTiles: given.tiles !== '' }
  let isWaiting = false
  const pointed = {
    at: -1,
    nearer(places: readonly Spot[], first: number) {
      set(around(places, view.clientHeight / view.clientWidth))
      requestAnimationFrame(() => focusOn(figure, first))
    },
  }

  function set(next: Frame) {
    const size = { width: view.clientWidth, height: view.clientHeight }
    // not laid out yet, or hidden: it is drawn once it has a size
    if (size.width === 0 || size.height === 0) return
    shown.frame = limited(next, size, limits)
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      if (view.clientHeight === 0) return
      drawGround(shown)
      drawMarks(shown, pointed)
    })
  }

  const acts: Acts = {
    whole: () => set(wholeOf(given, view)),
    zoom: (by, at = middleOf(shown.frame)) => set(zoomed(shown.frame, by, at)),
    move: (x, y) => set({ ...shown.frame, ...moved(shown.frame, x, y) }),
  }
  const spotAt = ({ clientX, clientY }: MouseEvent): Spot => {
    const box = view.getBoundingClientRect()
    return moved(shown.frame, (clientX - box.left) / box.width, (clientY - box.top) / box.height)
  }

  figure.querySelector('figcaption')?.prepend(controlBar(given.words, acts))
  listenToKeys(view, given.words, acts)
  listenToPointers(view, spotAt, acts)
  listenToList(figure, at => {
    pointed.at = at
  })
  new ResizeObserver(() => set(shown.frame)).observe(view)
  acts.whole()
}

const moved = ({ x, y, width, height }: Frame, right: number, down: number): Spot => ({
  x: x + right * width,
  y: y + down * height,
})

/** All places. Images of a tile server are sharp where one of their pixels is one of the screen. */
function wholeOf({ frame, tiles }: Given, { clientWidth, clientHeight }: HTMLElement): Frame {
  if (!tiles) return frame
  const level = Math.floor(Math.log2(clientWidth / (256 * frame.width)) + 1e-6)
  const width = clientWidth / (256 * 2 ** level)
  const height = (width * clientHeight) / clientWidth
  const { x, y } = middleOf(frame)
  return { x: x - width / 2, y: y - height / 2, width, height }
}

const linksOf = (figure: HTMLElement) => figure.querySelectorAll<SVGElement>('[data-members]')
const membersOf = (link: Element) => (link.getAttribute('data-members') ?? '').split(',')

/** The mark of a place, or that of several of which it is one. */
function focusOn(figure: HTMLElement, place: number) {
  const found = [...linksOf(figure)].find(link => membersOf(link).includes(String(place)))
  found?.focus({ preventScroll: true })
}

/** What is pointed at in the list is marked on the map. */
function listenToList(figure: HTMLElement, pointAt: (place: number) => void) {
  const items = figure.parentElement?.querySelectorAll<HTMLElement>('.venue') ?? []
  const point = (at: number) => {
    pointAt(at)
    for (const link of linksOf(figure))
      link.parentElement?.classList.toggle('shown', membersOf(link).includes(String(at)))
  }
  for (const [at, item] of [...items].entries()) {
    for (const name of ['pointerenter', 'focusin']) item.addEventListener(name, () => point(at))
    for (const name of ['pointerleave', 'focusout']) item.addEventListener(name, () => point(-1))
  }
}

for (const figure of document.querySelectorAll<HTMLElement>('[data-map]')) {
  const view = figure.querySelector<HTMLElement>('.map-view')
  if (view) openMap(figure, view)
}
