import { forms } from 'virtual:forms'
import { useLocation } from 'wouter'
import { useApi, useApp, useUser } from '../../context.tsx'
import { type Row, recordsOf } from '../../forms/records.ts'
import { valuesOf } from '../../forms/values.ts'
import { showProblem } from '../../parts/toast.tsx'
import { duplicate } from '../editor/initial-values.ts'
import type { When } from './moves.ts'

/** Opens a copy at other dates. Nothing is stored before its first save, so leaving it undoes it. */
export function useCopy() {
  const api = useApi()
  const { language } = useApp().place
  const { may } = useUser()
  const [, navigate] = useLocation()
  const form = forms.event
  if (!form || !may.event.create) return undefined
  async function copy({ id }: Row, { start_date, end_date, all_day }: When) {
    if (!form) return
    const record = await recordsOf(api.in(language), form.path).read(id, { context: 'edit' })
    const { texts, facts } = valuesOf(form, record)
    const at = (wall: string) => wall.slice(0, 16).replace(' ', 'T')
    const dates = { start_date: at(start_date), end_date: at(end_date), all_day }
    duplicate(form, { values: { texts, facts: { ...facts, ...dates } } }, navigate)
  }
  return (row: Row, is: When) => void copy(row, is).catch(showProblem)
}
