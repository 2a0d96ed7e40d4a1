import { type ReactNode, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { useMessages } from '../context.tsx'
import { Window } from './window.tsx'

/** A secret that is shown once, to be copied by hand or by button. */
export function Secret({ label, secret }: { label: string; secret: string }) {
  return (
    <div className="secret">
      <textarea
        aria-label={label}
        readOnly
        rows={1}
        value={secret}
        spellCheck={false}
        onFocus={event => event.currentTarget.select()}
      />
      <Copy text={secret} />
    </div>
  )
}

type Shown = { heading: string; secret: string; onClose(): void; children: ReactNode }

/** A window with a secret that is shown once: its button alone closes it. */
export function SecretWindow({ heading, secret, onClose, children }: Shown) {
  const t = useMessages()
  return (
    <Window isOpen heading={heading}>
      {children}
      <Secret label={heading} secret={secret} />
      <div className="actions">
        <Button className="primary" onPress={onClose}>
          {t('close')}
        </Button>
      </div>
    </Window>
  )
}

/** Copies a text, and says so. Where the browser refuses, it can still be selected. */
export function Copy({ text }: { text: string }) {
  const t = useMessages()
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef(0)
  async function copy() {
    await navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setIsCopied(false), 4000)
  }
  return (
    <>
      <Button onPress={copy}>{t(isCopied ? 'copied' : 'copy')}</Button>
      <span role="status" className="visually-hidden">
        {isCopied && t('copied')}
      </span>
    </>
  )
}
