import { forms } from 'virtual:forms'
import { useQuery } from '@tanstack/react-query'
import { useApi, useUser } from '../../context.tsx'
import { defaultsOf, readDefaults } from '../../forms/default-records.ts'
import type { Form } from '../../forms/model.ts'
import { recordsOf } from '../../forms/records.ts'
import type { Value } from '../../forms/values.ts'

/** The records with which a new event begins, by the settings; undefined until they are read. */
export function useDefaultRecords(form: Form): Record<string, Value> | undefined {
  const api = useApi()
  const { newEvents } = useUser()
  const wanted = defaultsOf(form, newEvents, forms)
  const { data } = useQuery({
    queryKey: [form.path, 'defaults', newEvents],
    queryFn: () => readDefaults(wanted, ({ form: { path }, id }) => recordsOf(api, path).read(id)),
    enabled: wanted.length > 0,
    // the record may have another name meanwhile, or be gone
    gcTime: 0,
    retry: false,
  })
  return wanted.length > 0 ? data : {}
}
