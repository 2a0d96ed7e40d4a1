import { useMessagesOf } from '../../../context.tsx'
import { Confirm } from '../../../parts/window.tsx'
import { messages } from './messages.ts'

type Props = { count: number; isOpen: boolean; onClose(): void; onConfirm(): void }

/** Asks before the last dates of an event are removed: it goes to the trash with them. */
export function LastDates({ count, ...window }: Props) {
  const t = useMessagesOf(messages)
  return (
    <Confirm
      {...window}
      heading={t('lastHeading', { count })}
      about={t('lastAbout')}
      action={t('toTrash')}
      isDanger
    />
  )
}
