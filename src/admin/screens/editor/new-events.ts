import { useQuery } from '@tanstack/react-query'
import { isDated } from '../../../define/record.ts'
import { recordsOf } from '../../client/records.ts'
import { useApi, useUser } from '../../context.tsx'
import type { Form, FormField } from '../../forms/model.ts'
import { imageValueOf, linkedOf, type Value } from '../../forms/values.ts'

type Read = { path: Parameters<typeof recordsOf>[1]; id: number }

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
        return read && read.id > 0 ? [{ field, read }] : []
      })
    : []
  const { data } = useQuery({
    queryKey: [form.path, 'defaults', newEvents],
    queryFn: async () => {
      const values = await Promise.all(
        wanted.map(async ({ field, read: { path, id } }) => {
          const record = await recordsOf(api, path)
            .read(id)
            .catch(() => undefined)
          if (!record || record.status === 'trash') return []
          return [[field.name, field.as === 'image' ? imageValueOf(record) : linkedOf(record)]]
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

/** Which record a field of an event begins with. */
function readFor({ as, of }: FormField, newEvents: NewEvents): Read | undefined {
  if (as === 'image') return { path: 'images', id: newEvents.image }
  if (as === 'records' && of === 'venue') return { path: 'venues', id: newEvents.venue }
  if (as === 'records' && of === 'organizer') return { path: 'organizers', id: newEvents.organizer }
  if (as === 'terms' && of === 'category') return { path: 'categories', id: newEvents.category }
  return undefined
}
