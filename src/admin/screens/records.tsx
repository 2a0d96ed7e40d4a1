import { useKnown } from '../context.tsx'
import type { Form } from '../forms/model.ts'

export function Records({ form }: { form: Form }) {
  const { place } = useKnown()
  return <h1>{form.many[place.language]}</h1>
}
