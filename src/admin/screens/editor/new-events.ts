import { forms } from 'virtual:forms'
import { useQuery } from '@tanstack/react-query'
import { isNameIn } from '../../../define/objects.ts'
import { isDated } from '../../../define/record.ts'
import { recordsOf } from '../../client/records.ts'
import { useApi, useUser } from '../../context.tsx'
import type { Form, FormField } from '../../forms/model.ts'
import { imageValueOf, linkedOf, type Value } from '../../forms/values.ts'

/**
 * The records with which a new event begins, by the settings; undefined until they are read. One that is gone, or that the user may
 * not read, is left out.
 */
export function useDefaultRecords(form: Form): Record<string, Value> | undefined {
  const api = useApi()
  const { newEvents } = useUser()
  const wanted = isDated(form.name)
    ? form.fields.flatMap(field => {
        const read = readFor(field, newEvents)
        return read ? [{ field, ...read }] : []
      })
    : []
  const { data } = useQuery({
    queryKey: [form.path, 'defaults', newEvents],
    queryFn: async () => {
      const values = await Promise.all(
        wanted.map(async ({ field, form: { path, isFile }, id }) => {
          const record = await recordsOf(api, path)
            .read(id)
            .catch(() => undefined)
          if (!record || record.status === 'trash') return []
          return [[field.name, isFile ? imageValueOf(record) : linkedOf(record)]]
        }),
      )
      return Object.fromEntries(values.flat()) as Record<string, Value>
    },
    enabled: wanted.length > 0,
    // the record may have another name meanwhile, or be gone
    gcTime: 0,
    retry: false,
  })
  return wanted.length > 0 ? data : {}
}

type NewEvents = ReturnType<typeof useUser>['newEvents']

/** The record with which a field of an event begins: that of the resource which the field links to, or is called after. */
function readFor({ name, of = name }: FormField, newEvents: NewEvents) {
  const form = forms[of]
  const id = isNameIn(newEvents, of) ? Number(newEvents[of]) : 0
  return form && id > 0 ? { form, id } : undefined
}
