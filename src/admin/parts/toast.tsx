import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { useMessages } from '../context.tsx'

type ToastMessage = {
  text: string
  /** The errors, line by line. */
  lines?: string[]
  isProblem?: boolean
  /** Stays until it is closed, for a message that must not be missed. */
  isLasting?: boolean
  /** An error of it is shown as another toast. */
  action?: { text: string; run: () => unknown }
}

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })

/** A toast with an optional undo button. Errors stay until they are closed. */
export function showToast(message: ToastMessage) {
  // of what merely was done the last is enough
  if (plain !== undefined) queue.close(plain)
  const key = queue.add(
    message,
    message.isProblem || message.isLasting ? {} : { timeout: message.action ? 20_000 : 6_000 },
  )
  plain = message.isProblem || message.action ? undefined : key
}
let plain: string | undefined

async function act(run: (() => unknown) | undefined) {
  try {
    await run?.()
  } catch (error) {
    showProblem(error)
  }
}

export const showProblem = (error: unknown) =>
  showToast({ text: error instanceof Error ? error.message : String(error), isProblem: true })

/** Where these are shown: once, around all screens. */
export function Toasts() {
  const t = useMessages()
  return (
    <ToastRegion queue={queue} className="toasts" aria-label={t('messages')}>
      {({ toast }) => (
        <Toast toast={toast} className={toast.content.isProblem ? 'toast is-problem' : 'toast'}>
          <ToastContent>
            <Text slot="title">{toast.content.text}</Text>
            {toast.content.lines?.length ? (
              <ul>
                {toast.content.lines.map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ) : null}
          </ToastContent>
          {toast.content.action && (
            <Button
              onPress={() => {
                void act(toast.content.action?.run)
                queue.close(toast.key)
              }}
            >
              {toast.content.action.text}
            </Button>
          )}
          <Button slot="close" className="plain" aria-label={t('close')}>
            <span aria-hidden="true">×</span>
          </Button>
        </Toast>
      )}
    </ToastRegion>
  )
}
