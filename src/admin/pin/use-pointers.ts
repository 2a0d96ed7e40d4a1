import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listenToPointers } from '../../web/client/map-pointers.ts'
import type { Spot } from '../../web/map/plane.ts'
import type { Size } from './view.ts'

type View = { current: HTMLElement | null }

/** How large the map is, in pixels. */
export function useSize() {
  const view = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const element = view.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { view, size }
}

/** In shares of the map. */
function shareOf(element: HTMLElement, { x, y }: Spot): Spot {
  const box = element.getBoundingClientRect()
  return { x: (x - box.left) / box.width, y: (y - box.top) / box.height }
}

type Acts = {
  zoom(by: number, at?: Spot): void
  move(x: number, y: number): void
  spotAt(x: number, y: number): Spot | undefined
  set(at: Spot): void
}

/** As on the maps of the pages; besides, a click sets the pin. */
export function usePointers(view: View, acts: Acts) {
  const zoom = useEffectEvent(acts.zoom)
  const move = useEffectEvent(acts.move)
  const set = useEffectEvent(acts.set)
  const spotUnder = useEffectEvent(({ clientX, clientY }: MouseEvent): Spot => {
    if (!view.current) return { x: 0, y: 0 }
    const { x, y } = shareOf(view.current, { x: clientX, y: clientY })
    return acts.spotAt(x, y) ?? { x: 0, y: 0 }
  })
  useEffect(() => {
    const element = view.current
    if (!element) return
    let from: Spot | undefined
    const down = ({ clientX, clientY, isPrimary }: PointerEvent) => {
      // of two fingers, neither sets it
      from = isPrimary ? { x: clientX, y: clientY } : undefined
    }
    const click = (event: MouseEvent) => {
      const isStill = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 4
      if (isStill && event.detail < 2) set(spotUnder(event))
    }
    listenToPointers(element, event => spotUnder(event), {
      zoom: (by, at) => zoom(by, at),
      move: (x, y) => move(x, y),
    })
    element.addEventListener('pointerdown', down)
    element.addEventListener('click', click)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('click', click)
    }
  }, [view])
}

/** The pin while it is dragged, in pixels of the map; where it is dropped it stays. */
export function useDraggedPin(view: View, drop: (share: Spot) => void) {
  const [at, setAt] = useState<Spot>()
  const dropped = useRef(drop)
  dropped.current = drop
  const mark = useCallback(
    (pin: HTMLElement | null) => {
      if (!pin) return
      let away: Spot | undefined
      let last: Spot | undefined
      const start = (event: PointerEvent) => {
        // else the map would move with it
        event.stopPropagation()
        if (event.button !== 0) return
        event.preventDefault()
        view.current?.focus()
        const tip = pin.getBoundingClientRect()
        away = { x: tip.left - event.clientX, y: tip.top - event.clientY }
        pin.setPointerCapture(event.pointerId)
      }
      const move = (event: PointerEvent) => {
        const element = view.current
        if (!away || !element) return
        const tip = { x: event.clientX + away.x, y: event.clientY + away.y }
        const share = shareOf(element, tip)
        last = { x: within(share.x), y: within(share.y) }
        setAt({ x: last.x * element.clientWidth, y: last.y * element.clientHeight })
      }
      const end = (event: PointerEvent) => {
        if (last && event.type === 'pointerup') dropped.current(last)
        away = last = undefined
        setAt(undefined)
      }
      const still = (event: Event) => event.stopPropagation()
      pin.addEventListener('pointerdown', start)
      pin.addEventListener('pointermove', move)
      for (const name of ['pointerup', 'pointercancel'] as const) pin.addEventListener(name, end)
      for (const name of ['click', 'dblclick']) pin.addEventListener(name, still)
    },
    [view],
  )
  return { at, mark }
}

const within = (share: number) => Math.min(1, Math.max(0, share))
