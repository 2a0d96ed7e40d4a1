import { forms } from 'virtual:forms'
import { useLocation } from 'wouter'
import { existing } from '../../../define/base/objects.ts'
import { useUser } from '../../context.tsx'
import type { Row } from '../../forms/records.ts'
import { showProblem } from '../../parts/toast.tsx'
import { duplicate } from '../editor/initial-values.ts'
import { useRead } from '../editor/open.ts'
import type { When } from './moves.ts'

/** Opens a copy at other dates. Nothing is stored before its first save, so leaving it undoes it. */
export function useCopy() {
  const form = existing(forms.event)
  const read = useRead(form)
  const { may } = useUser()
  const [, navigate] = useLocation()
  if (!may.event.create) return undefined
  async function copy({ id }: Row, { start_date, end_date, all_day }: When) {
    const { texts, facts } = (await read(id)).values
    const at = (wall: string) => wall.slice(0, 16).replace(' ', 'T')
    const dates = { start_date: at(start_date), end_date: at(end_date), all_day }
    duplicate(form, { values: { texts, facts: { ...facts, ...dates } } }, navigate)
  }
  return (row: Row, is: When) => void copy(row, is).catch(showProblem)
}
