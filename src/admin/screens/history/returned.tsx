import { useApp, useMessagesOf } from '../../context.tsx'
import type { Row } from '../../forms/records.ts'
import { dayAndTime } from '../../parts/times.tsx'
import { messages } from './messages.ts'

/** The note of an editor to the author of a returned event. */
export function Returned({ record }: { record: Row | undefined }) {
  const { locale } = useApp().place
  const t = useMessagesOf(messages)
  const returned = returnedOf(record)
  if (!returned) return null
  const at = dayAndTime(`${returned.time.replace(' ', 'T')}Z`, locale)
  return (
    <div className="note" role="note">
      <p>{t('returned', { at })}</p>
      {returned.note && <blockquote>{returned.note}</blockquote>}
    </div>
  )
}

/** In a table: that it was given back, and with what word. */
export function ReturnedMark({ record }: { record: Row }) {
  const t = useMessagesOf(messages)
  const returned = returnedOf(record)
  if (!returned) return null
  return (
    <span className="returned">
      {t('returnedMark')}
      {returned.note && ` ${t('quoted', { note: returned.note })}`}
    </span>
  )
}

const returnedOf = (record: Row | undefined) => record?.editing?.returned
