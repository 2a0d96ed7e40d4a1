import { Link } from 'react-aria-components'
import { scopes } from '../../../define/scopes.ts'
import type { Row } from '../../client/records.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Choose } from '../../parts/choose.tsx'
import { dateIn } from '../records/dates.ts'
import { messages } from './messages.ts'
import { Reach } from './reach.tsx'
import { type Edits, scopeLabels, useOf } from './use-edits.ts'

/** Above the form of one date of a series: which it is, the way to the series, and how far changes go. */
export function SeriesNote({ edits, isDisabled }: { edits: Edits; isDisabled: boolean }) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const { record, tag } = useOf(edits, of => of.opened)
  const scope = useOf(edits, of => of.scope)
  if (!record) return null
  const { day, hour } = dateIn(locale, record, 'start_date')
  return (
    <div className="note series-note">
      <p>
        {hour ? t('oneDate', { day, hour }) : t('oneDay', { day })}{' '}
        <Link href={`/events/${record.series}`}>{t('editSeries')}</Link>
      </p>
      {!isDisabled && (
        <>
          <Choose
            label={t('scope')}
            value={scope}
            onChange={key => {
              const scope = scopes.find(each => each === key)
              if (scope) edits.setScope(scope)
            }}
            choices={scopes.map(scope => [scope, t(scopeLabels[scope])])}
          />
          <Reach date={record.id} scopes={[scope]} of={tag} />
        </>
      )}
    </div>
  )
}

/** Links to the other parts of a series that was split with “this and the following dates”. */
export function PartsNote({ record }: { record: Row | undefined }) {
  const t = useMessagesOf(messages)
  if (!record?.continues && !record?.continued_by) return null
  return (
    <p className="note">
      {record.continues ? (
        <Link href={`/events/${record.continues}`}>{t('earlierDates')}</Link>
      ) : null}{' '}
      {record.continued_by ? (
        <Link href={`/events/${record.continued_by}`}>{t('laterDates')}</Link>
      ) : null}
    </p>
  )
}
