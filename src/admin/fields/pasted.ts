import type { ClipboardEvent } from 'react'
import { formatNumber } from '../../define/text/number-formats.ts'
import { useApp, useMessagesOf } from '../context.tsx'
import { showToast } from '../parts/toast.tsx'
import { messages } from './messages.ts'

/** Characters that an editor of HTML takes at once: some 15,000 words. A paragraph of a million blocks every browser for minutes. */
const maxPasted = 100_000

/** Reports that a pasted text was too long: `trimmed` to the maximum of the input, or `refused`. */
function useLongPaste() {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  return (word: 'pastedTrimmed' | 'pastedRefused', length: number, max: number) =>
    showToast({
      text: t(word, {
        count: formatNumber(length, locale),
        most: formatNumber(max, locale),
      }),
      isProblem: true,
    })
}

/** For plain inputs, where the browser cuts pasted text at the limit without a message. */
export function useTrimmedPaste(max: number) {
  const notify = useLongPaste()
  return ({ clipboardData }: ClipboardEvent) => {
    const { length } = clipboardData.getData('text/plain')
    if (length > max) notify('pastedTrimmed', length, max)
  }
}

/** For the rich-text editor; returns true if the pasted text is refused. */
export function useRefusedPaste() {
  const notify = useLongPaste()
  return (data: DataTransfer | null): boolean => {
    const length = Math.max(
      data?.getData('text/plain').length ?? 0,
      // markup of word processors is many times its text
      (data?.getData('text/html').length ?? 0) / 10,
    )
    if (length <= maxPasted) return false
    notify('pastedRefused', Math.round(length), maxPasted)
    return true
  }
}
