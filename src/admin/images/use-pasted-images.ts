import { type RefObject, useEffect } from 'react'
import { pastedFiles } from './files.ts'

/**
 * Takes images that are pasted anywhere on the screen. A text that comes along belongs to the field in which it is pasted;
 * while a window is open, what is pasted is for what is inside of it. `own` is an element of who takes them.
 */
export function usePastedImages(
  own: RefObject<HTMLElement | null>,
  take: (images: readonly [File, ...File[]]) => void,
) {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || event.clipboardData?.getData('text/plain')) return
      const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]')
      if (dialog && !dialog.contains(own.current)) return
      const [first, ...others] = pastedFiles(event.clipboardData)
      if (!first) return
      event.preventDefault()
      take([first, ...others])
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
}
