import { useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { type Way, waysOf } from '../../forms/publishing.ts'
import { wallNow } from '../../forms/zone-clock.ts'
import { type Edits, useOf } from './use-edits.ts'

const plain: [Way] = [{ word: 'save', message: 'saved' }]

/** The possible next states of the record as typed; the most likely first. */
export function useWays(form: Form, edits: Edits): [Way, ...Way[]] {
  const { may, site } = useUser()
  const stored = useOf(edits, ({ opened: { id, values } }) =>
    id === undefined ? '' : String(values.facts.status ?? ''),
  )
  const wanted = useOf(edits, of => String(of.values.facts.status ?? ''))
  const date = useOf(edits, of => String(of.values.facts.date ?? ''))
  if (!form.fields.some(({ name }) => name === 'status')) return plain
  const now = wallNow(site.timezone, new Date())
  return waysOf({ stored, wanted, mayPublish: may[form.name].publish, date, now })
}

export const factsOf = ({ status }: Way): Record<string, string> => (status ? { status } : {})
