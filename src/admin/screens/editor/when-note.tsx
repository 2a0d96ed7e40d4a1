import { useApp, useMessagesOf } from '../../context.tsx'
import { messages } from '../../fields/messages.ts'
import { otherClocks, skippedTimes } from '../../forms/clocks.ts'
import type { Form } from '../../forms/model.ts'
import { zoneHere } from '../../forms/zone-clock.ts'
import { SeriesDates } from './dates/series-dates.tsx'
import { type Edits, useOf } from './use-edits.ts'

type Props = { form: Form; edits: Edits; isDisabled: boolean }

/** Below the dates: when that is on other clocks, and the dates of a series. */
export function WhenNote({ form, edits, isDisabled }: Props) {
  const trial = useOf(edits, of => of.trial)
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const zone = zoneHere()
  const isAllDay = useOf(edits, of => of.values.facts.all_day === true)
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
      <SeriesDates form={form} edits={edits} isDisabled={isDisabled} />
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
