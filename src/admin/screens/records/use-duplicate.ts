import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Form } from '../../forms/model.ts'
import { showProblem } from '../../parts/toast.tsx'
import { duplicate } from '../editor/initial-values.ts'
import { useRead } from '../editor/open.ts'

/** Opens a new record with all that one has, as the editor does. */
export function useDuplicate(form: Form) {
  const read = useRead(form)
  const [, navigate] = useLocation()
  const { mutate } = useMutation({
    mutationFn: read,
    onSuccess: opened => duplicate(form, opened, navigate),
    onError: showProblem,
  })
  return mutate
}
