import type { Form } from '../forms/model.ts'
import { RecordTable } from './records/table.tsx'

/** All records of a resource. */
export function Records({ form }: { form: Form }) {
  return <RecordTable form={form} />
}
