import { type ReactNode, useEffect, useRef } from 'react'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useMessages } from '../context.tsx'
import { veil } from './keys.ts'

type Props = {
  heading: string
  isOpen: boolean
  /** Undefined: there is another way out, within. */
  onClose?: (() => void) | undefined
  /** Stays open on a click outside: it holds typed text, or a value that is shown once. */
  isFirm?: boolean
  /** As wide as the screen allows, for content side by side. */
  isWide?: boolean
  children: ReactNode
  /** `alertdialog` for what cannot be undone. */
  role?: 'dialog' | 'alertdialog'
}

/** A window over the screen: keeps the focus until it is closed, and Escape closes it. */
export function Window({
  heading,
  isOpen,
  onClose,
  isFirm = !onClose,
  isWide = false,
  children,
  role = 'dialog',
}: Props) {
  const t = useMessages()
  const { dialog, leave } = useTypingGuard(isFirm && isOpen, onClose)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={open => open || leave?.()}
      isDismissable={role === 'dialog' && !isFirm}
      isKeyboardDismissDisabled={!onClose}
      className={veil}
    >
      <Modal className={isWide ? 'window wide' : 'window'}>
        <Dialog role={role} ref={dialog}>
          <div className="window-head">
            <Heading slot="title" level={2}>
              {heading}
            </Heading>
            {onClose && (
              <Button className="plain" onPress={leave ?? onClose} aria-label={t('close')}>
                <span aria-hidden="true">×</span>
              </Button>
            )}
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Asks before a window that holds typed text is closed by Escape or its cross: “Cancel” says what it does. */
function useTypingGuard(isOn: boolean, onClose: (() => void) | undefined) {
  const t = useMessages()
  const dialog = useRef<HTMLElement>(null)
  const isTyped = useRef(false)
  useEffect(() => {
    isTyped.current = false
    if (!isOn) return
    const note = ({ target }: Event) => {
      if (!(target instanceof Element) || !dialog.current?.contains(target)) return
      // what is searched for is nothing to lose
      if (!target.matches('[type=search], [role=combobox]')) isTyped.current = true
    }
    // the dialog may be drawn later than this
    document.addEventListener('input', note, true)
    return () => document.removeEventListener('input', note, true)
  }, [isOn])
  const leave = () => {
    if (!isTyped.current || confirm(t('leaveWindow'))) onClose?.()
  }
  return { dialog, leave: onClose && leave }
}

type ConfirmProps = Omit<Props, 'children' | 'role' | 'onClose'> & {
  onClose(): void
  about: string
  action: string
  isDanger?: boolean
  onConfirm(): void
}

/** Asks before what cannot be undone. */
export function Confirm({ about, action, isDanger, onConfirm, ...window }: ConfirmProps) {
  const t = useMessages()
  return (
    <Window {...window} role="alertdialog">
      <p>{about}</p>
      <div className="actions">
        <Button onPress={window.onClose}>{t('cancel')}</Button>
        <Button
          className={isDanger ? 'primary is-danger' : 'primary'}
          autoFocus
          onPress={() => {
            onConfirm()
            window.onClose()
          }}
        >
          {action}
        </Button>
      </div>
    </Window>
  )
}
