import { useState } from 'react'
import { seriesIn } from '../../../forms/given-dates.ts'
import type { Form } from '../../../forms/model.ts'
import type { Values } from '../../../forms/values.ts'
import { isOneDate } from '../open.ts'
import { type Edits, useOf } from '../use-edits.ts'
import { PlannedDates } from './planned-dates.tsx'
import { StoredDates } from './stored-dates.tsx'

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
