import type { Form } from '../forms/model.ts'

export function Editor({ form, id }: { form: Form; id: string }) {
  return (
    <h1>
      {form.name} {id}
    </h1>
  )
}
