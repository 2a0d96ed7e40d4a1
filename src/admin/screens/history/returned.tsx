import { useKnown, useWordsOf } from '../../context.tsx'
import type { Edited } from '../../forms/values.ts'
import { dayAndTime } from '../../parts/times.tsx'
import { words } from './words.ts'

type Said = { note: string; time: string }

/** What an editor has said to the author of an event that was given back. */
export function Returned({ record }: { record: Edited | undefined }) {
  const { language } = useKnown().place
  const t = useWordsOf(words)
  const returned = returnedOf(record)
  if (!returned) return null
  const at = dayAndTime(`${returned.time.replace(' ', 'T')}Z`, language)
  return (
    <div className="note" role="note">
      <p>{t('returned', { at })}</p>
      {returned.note && <blockquote>{returned.note}</blockquote>}
    </div>
  )
}

/** In a table: that it was given back, and with what word. */
export function ReturnedMark({ record }: { record: object }) {
  const t = useWordsOf(words)
  const returned = returnedOf(record)
  if (!returned) return null
  return (
    <span className="returned">
      {t('returnedMark')}
      {returned.note && ` ${t('quoted', { note: returned.note })}`}
    </span>
  )
}

const returnedOf = (record: object | undefined): Said | undefined =>
  (record as { editing?: { returned?: Said } } | undefined)?.editing?.returned
