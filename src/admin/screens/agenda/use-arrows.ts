import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Row } from '../../forms/records.ts'
import { classFor, eventAt, movedWhen, stepOf, type ViewName, type When, whenOf } from './moves.ts'

/** Time without a key before the event is stored, in milliseconds. */
const pause = 700

type Pending = { row: Row; is: When }
type Move = (row: Row, is: When, revert: () => void) => Promise<boolean>

/**
 * Moves the focused event with Shift and the arrow keys. The screen shows the move at once; the event is stored after the last key.
 * `rows`: the visible rows, with the pending move applied.
 */
export function useArrows(
  all: readonly Row[],
  { view, move, mayMove }: { view: ViewName; move: Move; mayMove(row: Row): boolean },
) {
  const [pending, setPending] = useState<Pending>()
  const isStoring = useRef(false)
  const agenda = useFocusAfterMove()
  const rows = pending
    ? all.map(row => (row.id === pending.row.id ? { ...row, ...pending.is } : row))
    : all
  const store = useEffectEvent(async ({ row, is }: Pending) => {
    if (isStoring.current) return
    isStoring.current = true
    const isStored = await move(row, is, () => setPending(undefined))
    isStoring.current = false
    setPending(now => {
      if (now && now.row.id !== row.id) return { ...now }
      if (!now || now.is === is || !isStored) return undefined
      // what was pressed meanwhile goes on from there
      return { row: { ...row, ...is }, is: now.is }
    })
  })
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => void store(pending), pause)
    return () => clearTimeout(timer)
  }, [pending])
  const leave = useEffectEvent(() => {
    if (pending) void store(pending)
  })
  useEffect(() => () => leave(), [])
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event, view)
    const id = event.target instanceof Element ? agenda.idAt(event.target) : undefined
    const row = all.find(each => each.id === id)
    if (!step || !row || !mayMove(row)) return
    event.preventDefault()
    const isOther = pending !== undefined && pending.row.id !== row.id
    // one after the other
    if (isOther && isStoring.current) return
    if (isOther) void store(pending)
    agenda.hold(row.id)
    const from = pending && !isOther ? pending : { row, is: whenOf(row) }
    setPending({ row: from.row, is: movedWhen(from.is, step) })
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
      const item = agenda.querySelector(`.${classFor(id.current)}`)
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
    hold: (pending: number) => {
      id.current = pending
    },
  }
}
