import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { useMessagesOf } from '../../../context.tsx'
import { PlainForm } from '../../../parts/plain-form.tsx'
import { Window } from '../../../parts/window.tsx'
import { messages } from './messages.ts'

type Props = {
  heading: string
  onClose(): void
  onApply(typed: Record<string, string>): void
  children: ReactNode
}

/** A window in which it is said what is to be done with several dates. */
export function ActWindow({ heading, onClose, onApply, children }: Props) {
  const t = useMessagesOf(messages)
  return (
    <Window isOpen isFirm onClose={onClose} heading={heading}>
      <PlainForm
        action={t('apply')}
        isPending={false}
        error={null}
        onSend={onApply}
        more={<Button onPress={onClose}>{t('close')}</Button>}
      >
        {children}
      </PlainForm>
    </Window>
  )
}
