import { useState } from 'react'
import { useApp, useMessagesOf } from '../../../context.tsx'
import {
  areGiven,
  datesIn,
  type FormSeries,
  factsOf,
  seriesIn,
  withDates,
  withoutDates,
  withTimes,
} from '../../../forms/given-dates.ts'
import type { Form } from '../../../forms/model.ts'
import type { Values } from '../../../forms/values.ts'
import { Pager } from '../../../parts/pager.tsx'
import { showToast } from '../../../parts/toast.tsx'
import { isOneDate } from '../open.ts'
import { type Edits, useOf } from '../use-edits.ts'
import { AddDates, type Box } from './add-dates.tsx'
import { DateActs } from './date-acts.tsx'
import { type DateRow, DatesTable } from './dates-table.tsx'
import { messages } from './messages.ts'
import { StoredDates } from './stored-dates.tsx'
import { dayOf, hoursOf } from './times.ts'

type Props = { form: Form; edits: Edits; isDisabled: boolean }

/** The dates of a series: those that are stored, or while its rule or its times are typed, those that it would have. */
export function SeriesDates({ form, edits, isDisabled }: Props) {
  const facts = useOf(edits, of => of.values.facts)
  const opened = useOf(edits, of => of.opened)
  const box = useState('')
  const { id, values } = opened
  const series = isOneDate(opened) ? undefined : seriesIn(facts)
  if (!series) return null
  if (id === undefined || decisive.some(name => !isSame(facts, values.facts, name)))
    return <PlannedDates edits={edits} series={series} box={box} isDisabled={isDisabled} />
  return (
    <StoredDates
      form={form}
      edits={edits}
      id={id}
      series={series}
      box={box}
      isDisabled={isDisabled}
    />
  )
}

/** What the dates of a series follow from. */
const decisive = ['recurrence', 'start_date', 'end_date', 'all_day', 'timezone']

const isSame = (a: Values['facts'], b: Values['facts'], name: string) =>
  String(a[name] ?? '').slice(0, timed.has(name) ? 16 : undefined) ===
  String(b[name] ?? '').slice(0, timed.has(name) ? 16 : undefined)

/** Inputs have no seconds. */
const timed = new Set(['start_date', 'end_date'])

type PlannedDatesProps = { edits: Edits; series: FormSeries; box: Box; isDisabled: boolean }

const perPage = 50
const maxShown = 1000

/** The dates of a series that is not saved yet, or not as it stands in the form: all that is done to them is saved with it. */
function PlannedDates({ edits, series, box, isDisabled }: PlannedDatesProps) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const { isAllDay, recurrence } = series
  const [page, setPage] = useState(1)
  const [chosen, choose] = useState<readonly DateRow[]>([])
  const put = usePut(edits, series, () => choose([]))
  const { rule } = recurrence
  const isEndless = rule !== undefined && rule.count === undefined && rule.until === undefined
  const dates = datesIn(series, isEndless ? perPage : maxShown)
  const pages = Math.max(1, Math.ceil(dates.length / perPage))
  const at = Math.min(page, pages)
  const there = new Set(dates.map(({ starts }) => starts))
  const selected = chosen.filter(({ id }) => there.has(id))
  const count = selected.length
  const ids = new Set(selected.map(({ id }) => id))
  return (
    <DatesTable
      rows={dates.slice(perPage * (at - 1), perPage * at).map(date => ({
        ...date,
        id: date.starts,
        day: dayOf(date, locale),
        hours: hoursOf({ ...date, isAllDay }, locale),
        cells: [],
      }))}
      total={isEndless ? undefined : dates.length}
      chosen={selected}
      choose={isDisabled ? undefined : choose}
      acts={
        <DateActs
          chosen={selected}
          isAllDay={isAllDay}
          isBusy={false}
          // once it is saved, single dates can differ from a rule
          onTimes={
            areGiven(series)
              ? ({ timesOf }, said) => put(withTimes(series, ids, timesOf), said(count))
              : undefined
          }
          onRemove={said => put(withoutDates(series, ids), said(count))}
        />
      }
    >
      <Pager page={at} pages={pages} onPage={setPage} />
      {!isDisabled && (
        <AddDates
          edits={edits}
          series={series}
          box={box}
          onAdd={async (added, shown) => {
            const next = withDates(series, added)
            if (!next) return t('beforeRule', { text: shown })
            put(next, t('added', { dates: shown }))
            return undefined
          }}
        />
      )}
      <p className="hint">{t('saveFirst')}</p>
    </DatesTable>
  )
}

/** Puts another series into the form; the message takes it back. */
function usePut(edits: Edits, series: FormSeries, onDone: () => void) {
  const t = useMessagesOf(messages)
  const write = (of: FormSeries) => {
    const { recurrence = '', ...when } = factsOf(of)
    const { values } = edits
    const isMoved = seriesIn(values.facts)?.starts !== of.starts
    const facts = { ...values.facts, recurrence, ...(isMoved && when) }
    edits.setValues({ ...values, facts })
  }
  return (next: FormSeries | undefined, text: string) => {
    if (!next) return showToast({ text: t('lastStays'), isProblem: true })
    write(next)
    onDone()
    const run = () => {
      write(series)
      showToast({ text: t('undone') })
    }
    showToast({ text, action: { text: t('undo'), run } })
  }
}
