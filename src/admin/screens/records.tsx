import type { Form } from '../forms/model.ts'
import { Images, TermTree } from './records/on-demand.ts'
import { RecordTable } from './records/table.tsx'

/** All records of a resource: images as a grid, categories as a tree too, and all others in a table. */
export function Records({ form }: { form: Form }) {
  if (form.isFile) return <Images form={form} />
  const isTree = form.fields.some(({ as, of }) => as === 'record' && of === form.name)
  if (isTree && form.family === 'term')
    return <RecordTable form={form} tree={<TermTree form={form} />} />
  return <RecordTable form={form} />
}
