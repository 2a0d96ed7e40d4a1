import { useEffect, useEffectEvent } from 'react'

/** The class of the element around each window: nothing behind it takes keys. */
export const veil = 'veil'

/** True if the element takes text or handles keys itself. */
export const isTyped = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    `input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"], [role="menu"], .${veil}`,
  ) !== null

/** `Ctrl + Enter`, on a Mac `⌘ Enter`. */
export const commandKey = (key: string) =>
  /Mac|iPhone|iPad/.test(navigator.userAgent) ? `⌘ ${key}` : `Ctrl + ${key}`

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The letter or sign of a key that is pressed alone; with Shift where the sign needs it. */
const plainKey = ({ key, ctrlKey, metaKey, altKey }: Pressed): string | undefined =>
  ctrlKey || metaKey || altKey ? undefined : key

/** Does something on keys, wherever nothing is typed. */
export function usePlainKeys(acts: Readonly<Record<string, (() => void) | undefined>>) {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const key = isTyped(event.target) || event.defaultPrevented ? undefined : plainKey(event)
    const act = key === undefined || !Object.hasOwn(acts, key) ? undefined : acts[key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => run(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The actions of Ctrl, or ⌘, and a key. A window over the form has keys of its own. */
export function useCommandKeys(acts: Readonly<Record<string, () => unknown>>) {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined
    if (!act || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    // the browser would store the page
    event.preventDefault()
    // a message in the corner is no window, though it is an alertdialog
    if (document.querySelector(`.${veil}`)) return
    // the editor of rich text would break the line
    event.stopPropagation()
    if (!event.repeat) act()
  })
  useEffect(() => {
    const key = (event: KeyboardEvent) => run(event)
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  }, [])
}
