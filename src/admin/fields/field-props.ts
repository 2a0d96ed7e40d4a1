import type { Language } from '../../define/text/language.ts'
import type { FormField } from '../forms/model.ts'
import type { Values } from '../forms/values.ts'

/** What every input of a form gets. */
export type FieldProps<V> = {
  field: FormField
  /** What names it, in the language of the page. */
  label: string
  value: V
  onChange(value: V): void
  error?: string | undefined
  hint?: string | undefined
  isDisabled?: boolean
  /** The common fields of the form, by name: what a field repeats or follows is among them. */
  facts?: Values['facts']
  /** Whether it is a date without a time. */
  isDay?: boolean
  /** The language of what is typed, where that is not the language of the page. */
  lang?: Language | undefined
}

/** The same for an input that needs of its field the name alone: it serves settings too. */
export type NamedProps<V> = Omit<FieldProps<V>, 'field'> & { field: Pick<FormField, 'name'> }
