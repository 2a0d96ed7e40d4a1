import { allowedOn, tagOf } from '../../../sdk/index.ts'
import { useApi, useApp } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { type Row, recordsOf } from '../../forms/records.ts'
import { isDateOfSeries, type Values, valuesOf } from '../../forms/values.ts'

/** A record as the editor works on it: as it was read, what may be done with it, and what its next write expects. */
export type Opened = {
  id: number | undefined
  values: Values
  record: Row | undefined
  tag: string | undefined
  may: { change: boolean; remove: boolean }
}

/** True for one date of a series. */
export const isOneDate = ({ record }: Opened) => record !== undefined && isDateOfSeries(record)

/** The record that has the versions: of one date, its series. */
export const versionedId = ({ id = 0, record }: Opened) => Number(record?.series ?? id)

/** Reads a record with its values as they are written. */
export function useRead(form: Form) {
  const api = useApi()
  const { language } = useApp().place
  return async (id: number): Promise<Opened> => {
    const record = await recordsOf(api.in(language), form.path).read(id, { context: 'edit' })
    const methods = allowedOn(record)
    const isReadable = record.editing !== undefined
    return {
      id,
      record,
      values: valuesOf(form, record),
      tag: tagOf(record),
      may: {
        change: isReadable && methods.includes('PATCH'),
        remove: isReadable && methods.includes('DELETE'),
      },
    }
  }
}
