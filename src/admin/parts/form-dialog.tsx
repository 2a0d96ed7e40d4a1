import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { useMessages } from '../context.tsx'
import { PlainForm, type PlainFormProps } from './plain-form.tsx'
import { Window } from './window.tsx'

type Props = Omit<PlainFormProps, 'more'> & {
  title: string
  about?: ReactNode
  onClose(): void
}

/** A form in a dialog. A click outside of the dialog does not close it. */
export function FormDialog({ title, about, onClose, children, ...form }: Props) {
  const t = useMessages()
  return (
    <Window heading={title} isOpen isFirm onClose={onClose}>
      {about && <p>{about}</p>}
      <PlainForm {...form} more={<Button onPress={onClose}>{t('cancel')}</Button>}>
        {children}
      </PlainForm>
    </Window>
  )
}
