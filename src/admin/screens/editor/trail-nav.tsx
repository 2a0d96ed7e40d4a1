import { useRef } from 'react'
import { Link } from 'react-aria-components'
import { adjectiveOf, type Language, othersThan } from '../../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import type { Form } from '../../forms/model.ts'
import { useWalkKeys } from '../../parts/walk.ts'
import { addressInto, trailOf } from '../records/trail.ts'

type Props = { form: Form; id: number | undefined; into?: Language | undefined }

/** Back to the list that a record was opened from, and on to those beside it, by keys too. */
export function TrailNav({ form, id, into }: Props) {
  const t = useMessagesOf(messages)
  const nav = useRef<HTMLElement>(null)
  const { back, walk } = trailOf(form.path, id)
  const { translate } = useUser().may[form.name]
  const { language: page } = useApp().place
  const { previous, next, at, count } = walk
  // by the link, so that the guard asks about what is not saved
  useWalkKeys(walk, to =>
    nav.current?.querySelector<HTMLElement>(to === next ? '[rel=next]' : '[rel=prev]')?.click(),
  )
  return (
    <nav className="trail" aria-label={t('backTo')} ref={nav}>
      <Link href={back}>{t('backTo')}</Link>
      {previous !== undefined && (
        <Link href={addressInto(form.path, previous, into)} rel="prev">
          {t('previousInList')}
        </Link>
      )}
      {next !== undefined && (
        <Link href={addressInto(form.path, next, into)} rel="next">
          {t('nextInList', { at, count })}
        </Link>
      )}
      {into && id !== undefined && !translate && (
        <Link href={addressInto(form.path, id)}>{t('wholeRecord')}</Link>
      )}
      {into &&
        id !== undefined &&
        translate &&
        othersThan(into).map(of => (
          <Link key={of} href={addressInto(form.path, id, of)}>
            {t('writeIn', { language: adjectiveOf(of, page) })}
          </Link>
        ))}
      {at > 0 && next === undefined && <span className="hint">{t('lastInList', { count })}</span>}
    </nav>
  )
}
