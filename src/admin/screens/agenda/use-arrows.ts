import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Row } from '../../client/records.ts'
import { eventAt, shownAs, stepOf, type ViewName, type When, whenMoved, whenOf } from './moves.ts'

/** How long no key is pressed before the event is stored where it is, in milliseconds. */
const pause = 700

type Held = { row: Row; is: When }
type Move = (row: Row, is: When, revert: () => void) => Promise<boolean>

/**
 * Moves the event that has the focus by Shift and the arrows: it is shown there at once, and stored once no more keys come. `rows` are
 * those that are shown, with the one that is on its way where it was moved to.
 */
export function useArrows(
  all: readonly Row[],
  { view, move, mayMove }: { view: ViewName; move: Move; mayMove(row: Row): boolean },
) {
  const [held, setHeld] = useState<Held>()
  const isStoring = useRef(false)
  const agenda = useFocusAfterMove()
  const rows = held ? all.map(row => (row.id === held.row.id ? { ...row, ...held.is } : row)) : all
  const store = useEffectEvent(async ({ row, is }: Held) => {
    if (isStoring.current) return
    isStoring.current = true
    const isStored = await move(row, is, () => setHeld(undefined))
    isStoring.current = false
    setHeld(now => {
      if (now && now.row.id !== row.id) return { ...now }
      if (!now || now.is === is || !isStored) return undefined
      // what was pressed meanwhile goes on from there
      return { row: { ...row, ...is }, is: now.is }
    })
  })
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(() => void store(held), pause)
    return () => clearTimeout(timer)
  }, [held])
  const leave = useEffectEvent(() => {
    if (held) void store(held)
  })
  useEffect(() => () => leave(), [])
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event, view)
    const id = event.target instanceof Element ? agenda.idAt(event.target) : undefined
    const row = all.find(each => each.id === id)
    if (!step || !row || !mayMove(row)) return
    event.preventDefault()
    const isOther = held !== undefined && held.row.id !== row.id
    // one after the other
    if (isOther && isStoring.current) return
    if (isOther) void store(held)
    agenda.hold(row.id)
    const from = held && !isOther ? held : { row, is: whenOf(row) }
    setHeld({ row: from.row, is: whenMoved(from.is, step) })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return { rows, agenda: agenda.element }
}

/** A moved event is rendered elsewhere: the focus follows it. */
function useFocusAfterMove() {
  const element = useRef<HTMLDivElement>(null)
  const id = useRef<number>(undefined)
  useEffect(() => {
    const agenda = element.current
    if (!agenda) return
    const observer = new MutationObserver(() => {
      if (id.current === undefined || document.activeElement !== document.body) return
      const item = agenda.querySelector(`.${shownAs(id.current)}`)
      const target = item?.matches('[tabindex]') ? item : item?.querySelector('[tabindex]')
      if (target instanceof HTMLElement) target.focus()
    })
    // first drawn unseen, then put in its place
    observer.observe(agenda, {
      childList: true,
      subtree: true,
      attributeFilter: ['style', 'class'],
    })
    const left = ({ target }: FocusEvent) => {
      if (target instanceof Element && eventAt(target) !== id.current) id.current = undefined
    }
    document.addEventListener('focusin', left)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', left)
    }
  }, [])
  return {
    element,
    /** While it is rendered again, nothing has the focus. */
    idAt: (target: Element) => (target === document.body ? id.current : eventAt(target)),
    hold: (held: number) => {
      id.current = held
    },
  }
}
