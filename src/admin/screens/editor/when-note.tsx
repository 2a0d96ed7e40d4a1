import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import { useApi, useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { otherClocks, skippedTimes } from '../../forms/clocks.ts'
import type { Form } from '../../forms/model.ts'
import { recordsOf } from '../../forms/records.ts'
import { zoneHere } from '../../forms/zone-clock.ts'
import { statesIn } from '../records/columns.ts'
import { dateIn } from '../records/dates.ts'
import { QuickEdit } from '../records/quick-edit.tsx'
import { useRead } from './open.ts'
import { type Edits, useOf } from './use-edits.ts'

type Props = { form: Form; edits: Edits; isDisabled: boolean }

/** Below the dates: when that is on other clocks, and on which dates the event is besides. */
export function WhenNote({ form, edits, isDisabled }: Props) {
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
      {id !== undefined && <Dates form={form} edits={edits} id={id} isDisabled={isDisabled} />}
    </>
  )
}

/** The displayed cost of the event, if it differs from the typed one. */
export function CostNote({ edits }: Pick<Props, 'edits'>) {
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

const _fields = [
  ...(['id', 'start_date', 'end_date', 'all_day', 'original_start'] as const),
  ...(['event_status', 'availability'] as const),
]
const listed = { status: 'any', per_page: 50, _fields }

/** The dates of an event that has several: what is other about each, with the way to cancel or move it. The first state, as announced, is not said. */
function Dates({ form, edits, id, isDisabled }: Props & { id: number }) {
  const t = useMessagesOf(messages)
  const api = useApi()
  const { locale, language } = useApp().place
  const read = useRead(form)
  const [changed, setChanged] = useState<number>()
  const { data } = useQuery({
    queryKey: [form.path, 'dates', id],
    queryFn: ({ signal }) => recordsOf(api, form.path).list({ ...listed, include: id }, { signal }),
  })
  if (!data || data.total < 2) return null
  /** The series has a new version; what is typed of it stays. */
  async function close() {
    setChanged(undefined)
    edits.take(await read(id), edits.opened.values)
  }
  return (
    <section className="repeats is-wide" aria-labelledby="repeats">
      <h3 id="repeats">{t('repeats', { count: data.total })}</h3>
      <ol>
        {data.items.map(row => {
          const { day, hour } = dateIn(locale, row, 'start_date')
          const isMoved = row.original_start !== row.start_date
          const name = `${day} ${hour}`.trim()
          const { day: from, hour: at } = dateIn(locale, row, 'original_start')
          return (
            <li key={row.id}>
              <Link href={`/events/${row.id}`}>{name}</Link>
              {statesIn(form, row).map(label => (
                <em className="badge is-warning" key={label.en}>
                  {textIn(label, language)}
                </em>
              ))}
              {isMoved && <em className="badge">{t('movedFrom', { from: `${from} ${at}` })}</em>}
              {!isDisabled && (
                <Button
                  className="small plain"
                  aria-label={t('changeNamed', { name })}
                  onPress={() => setChanged(row.id)}
                >
                  {t('changeNew')}
                </Button>
              )}
            </li>
          )
        })}
        {data.total > data.items.length && <li aria-hidden="true">…</li>}
      </ol>
      {changed !== undefined && <QuickEdit form={form} id={changed} onClose={close} />}
    </section>
  )
}
