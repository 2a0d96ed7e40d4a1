import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-aria-components'
import { useApi, useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { otherClocks, skippedTimes } from '../../forms/clocks.ts'
import type { Form } from '../../forms/model.ts'
import { recordsOf } from '../../forms/records.ts'
import { zoneHere } from '../../forms/zone-clock.ts'
import { dateIn } from '../records/dates.ts'
import { type Edits, useOf } from './use-edits.ts'

type Props = { form: Form; edits: Edits }

/** Below the dates: when that is on other clocks, and on which dates the event is besides. */
export function WhenNote({ form, edits }: Props) {
  const trial = useOf(edits, of => of.trial)
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const zone = zoneHere()
  const isAllDay = useOf(edits, of => of.values.facts.all_day === true)
  const id = useOf(edits, of => of.opened.id)
  const clocks = isAllDay ? [] : otherClocks(trial.shows?.when ?? null, { locale, zone })
  const skipped = skippedTimes(trial.shows?.when ?? null, trial.of)
  return (
    <>
      <div className="clocks is-wide" role="status">
        {skipped.map(({ field, typed, becomes }) => (
          <p key={field} className="note">
            {t('skippedTime', { typed, becomes })}
          </p>
        ))}
        {clocks.map(({ whose, zone, when }) => (
          <p key={whose} className="hint">
            {t(whose === 'site' ? 'siteClock' : 'yourClock', { zone, when })}
          </p>
        ))}
      </div>
      {id !== undefined && <Dates form={form} id={id} />}
    </>
  )
}

/** The displayed cost of the event, if it differs from the typed one. */
export function CostNote({ edits }: Props) {
  const trial = useOf(edits, of => of.trial)
  const t = useMessagesOf(messages)
  const typed = useOf(edits, of => String(of.values.facts.cost ?? '').trim())
  const { en = '', fr = '' } = trial.shows?.cost ?? {}
  const costs = [...new Set([en, fr])].filter(each => each !== '')
  if (typed === '' || costs.every(each => each === typed)) return null
  return (
    <p className="hint" role="status">
      {t('costShown', { cost: costs.join(' / ') })}
    </p>
  )
}

const maxDates = 50

/** The dates of an event that has several. */
function Dates({ form, id }: { form: Form; id: number }) {
  const t = useMessagesOf(messages)
  const api = useApi()
  const { locale } = useApp().place
  const { data } = useQuery({
    queryKey: [form.path, 'dates', id],
    queryFn: async ({ signal }) => {
      const query = {
        include: id,
        status: 'any',
        per_page: maxDates,
        _fields: ['id', 'start_date', 'end_date', 'all_day'],
      }
      return recordsOf(api, form.path).list(query, { signal })
    },
  })
  if (!data || data.total < 2) return null
  return (
    <section className="repeats is-wide" aria-labelledby="repeats">
      <h3 id="repeats">{t('repeats', { count: data.total })}</h3>
      <ol>
        {data.items.map(row => {
          const { day, hour } = dateIn(locale, row, 'start_date')
          return (
            <li key={row.id}>
              <Link href={`/events/${row.id}`}>{`${day} ${hour}`.trim()}</Link>
            </li>
          )
        })}
        {data.total > data.items.length && <li aria-hidden="true">…</li>}
      </ol>
    </section>
  )
}
